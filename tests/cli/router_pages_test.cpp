#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

std::string page_of(const std::string& kind) {
  return contents_of(source_folder() / "docs/routers" / (kind + ".md"));
}

/// The values of router.kind, as `switchyard list` has them.
std::vector<std::string> router_kinds() {
  std::istringstream list(run_switchyard({"list"}).out);
  std::vector<std::string> kinds;
  bool routers = false;
  for (std::string line; std::getline(list, line);) {
    if (line[0] != ' ') {
      routers = line == "router.kind";
    } else if (routers) {
      kinds.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  EXPECT_GE(kinds.size(), 6U);
  return kinds;
}

/// The cycle in which a timing picture has the first flit of the signal with this label.
int first_cycle(const std::string& picture, const std::string& label) {
  const std::string words = "; " + label + ": first in cycle ";
  const std::size_t at = picture.find(words);
  if (at == std::string::npos) throw std::runtime_error("the picture has no flit of " + label);
  return std::stoi(picture.substr(at + words.size()));
}

TEST(RouterPages, ThereIsOneForEveryRouterWithBothPicturesAndAllSections) {
  const std::string index = page_of("index");
  for (const std::string& kind : router_kinds()) {
    EXPECT_NE(index.find("[`" + kind + "`](" + kind + ".md)"), std::string::npos) << kind;
    const std::string page = page_of(kind);
    for (const std::string& part :
         {"(../figures/router_" + kind + ".svg)", "(../figures/timing_" + kind + ".svg)",
          std::string("\n## Pipeline\n"), std::string("\n## Timing\n"), std::string("\n## Keys\n"),
          std::string("\n## What differs from the paper\n"), std::string("\n## Limits\n"),
          std::string("\n## RTL\n"), std::string("\n## Freedom of deadlock\n"), std::string("\n## Try it\n")})
      EXPECT_NE(page.find(part), std::string::npos) << kind << ": " << part;
  }
}

/// A row such as: | from `flit in` to `flit out` in the picture | 3 | |
TEST(RouterPages, HaveTheLatenciesOfTheirPictures) {
  const std::regex row(R"(\| from `([^`]+)` to `([^`]+)` in the picture \| ([0-9]+) \|)");
  for (const std::string& kind : router_kinds()) {
    const std::string page = page_of(kind);
    const std::string picture = contents_of(source_folder() / "docs/figures" / ("timing_" + kind + ".svg"));
    std::sregex_iterator match(page.begin(), page.end(), row), end;
    ASSERT_NE(match, end) << kind;
    for (; match != end; ++match) {
      EXPECT_EQ(std::stoi((*match)[3]), first_cycle(picture, (*match)[2]) - first_cycle(picture, (*match)[1]))
          << kind << ": " << match->str();
    }
  }
}

/// The first cycle that a timing picture has a flit in, of any signal.
int first_cycle(const std::string& picture) {
  const std::regex first("first in cycle ([0-9]+)");
  int cycle = std::numeric_limits<int>::max();
  for (std::sregex_iterator match(picture.begin(), picture.end(), first), end; match != end; ++match)
    cycle = std::min(cycle, std::stoi((*match)[1]));
  return cycle;
}

TEST(RouterPages, HavePipelinesThatBeginWithTheirPictures) {
  for (const std::string& kind : router_kinds()) {
    const std::string page = page_of(kind);
    std::smatch pipeline;
    ASSERT_TRUE(std::regex_search(page, pipeline, std::regex("\n```\ncycle +([0-9]+)"))) << kind;
    EXPECT_EQ(std::stoi(pipeline[1]),
              first_cycle(contents_of(source_folder() / "docs/figures" / ("timing_" + kind + ".svg"))))
        << kind;
  }
}

/// The stages of a table add up to its first row of the picture: `| over the link | 1 | ... |`.
TEST(RouterPages, HaveStagesThatAddUp) {
  const std::regex stage(R"(\n\| (?!from )[^|]+ \| ([0-9]+)[^|]*\|[^\n]*)");
  for (const std::string& kind : router_kinds()) {
    const std::string page = page_of(kind);
    const std::size_t begin = page.find("empty network | cycles | key |");
    ASSERT_NE(begin, std::string::npos) << kind;
    const std::string table = page.substr(begin, page.find("\n\n", begin) - begin);
    int sum = 0;
    for (std::sregex_iterator match(table.begin(), table.end(), stage), end; match != end; ++match)
      sum += std::stoi((*match)[1]);
    std::smatch total;
    ASSERT_TRUE(std::regex_search(table, total, std::regex(R"(in the picture \| ([0-9]+) \|)"))) << kind;
    EXPECT_EQ(sum, std::stoi(total[1])) << kind;
  }
}

TEST(RouterPages, NameOnlyKeysThatTheReferenceHasForTheRouter) {
  const std::string reference = contents_of(source_folder() / "docs/configuration.md");
  const std::regex key("`router\\.([a-z_.]+)");
  for (const std::string& kind : router_kinds()) {
    const std::size_t begin = reference.find("\n### " + kind + '\n');
    ASSERT_NE(begin, std::string::npos) << kind;
    const std::string section = reference.substr(begin, reference.find("\n#", begin + 1) - begin);
    const std::string page = page_of(kind);
    EXPECT_NE(page.find("(../configuration.md#" + kind + ')'), std::string::npos) << kind;
    for (std::sregex_iterator match(page.begin(), page.end(), key), end; match != end; ++match)
      EXPECT_NE(section.find("\n| `" + match->str(1) + "` |"), std::string::npos)
          << kind << ": " << match->str();
  }
}

/// A small network of each kind, which every level can run that can run the kind.
const std::map<std::string, std::string> kNetworks{{"duato", "rtl_torus4"},
                                                   {"konstantinidou", "hypercube_4_three_queue"},
                                                   {"chaos", "hypercube_4_chaos"},
                                                   {"exchange", "hypercube_4_exchange"},
                                                   {"circuit", "circuit_baseline_8"},
                                                   {"ranade", "ranade_3_prefix"},
                                                   {"mesh16", "mesh16_8_random"},
                                                   {"output_queued", "hypercube_4_output_queued"},
                                                   {"sorting", "sorting_hypercube_4"},
                                                   {"splitter", "multibutterfly_4_splitter"}};

TEST(RouterPages, NameInTheIndexTheLevelsThatCanRunARouter) {
  const std::string index = page_of("index");
  for (const std::string& kind : router_kinds()) {
    const std::size_t begin = index.find("[`" + kind + "`]");
    const std::string row = index.substr(begin, index.find('\n', begin) - begin);
    const std::string levels = row.substr(row.rfind('|', row.size() - 2));
    for (const std::string& level :
         std::vector<std::string>{"approximate", "lockstep", "rtl", "rtl_router"}) {
      const std::string network = "configs/small/" + kNetworks.at(kind) + ".yaml";
      const CommandResult result = run_switchyard(
          {"run", (source_folder() / network).string(), "--set", "expect=null", "--level", level});
      const bool runs = result.status == 0 || result.err.find("needs the RTL") != std::string::npos;
      EXPECT_EQ(levels.find('`' + level + '`') != std::string::npos, runs) << kind << ": " << result.err;
    }
  }
}

TEST(Pictures, BringTheirOwnBackgroundForLightAndDarkAndNothingFromElsewhere) {
  std::size_t pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "docs/figures")) {
    const std::string name = entry.path().filename();
    if (name.rfind("router_", 0) != 0 && name.rfind("timing_", 0) != 0) continue;
    ++pictures;
    const std::string picture = contents_of(entry.path());
    for (const char* part :
         {"class=\"paper\"", "prefers-color-scheme: dark", "sans-serif", "<title>", "<desc>"})
      EXPECT_NE(picture.find(part), std::string::npos) << entry.path() << ": " << part;
    for (const char* part : {"href", "url(http", "@import", "@font-face", "<image"})
      EXPECT_EQ(picture.find(part), std::string::npos) << entry.path() << ": " << part;
  }
  EXPECT_GE(pictures, 2 * router_kinds().size());
}

}  // namespace
}  // namespace switchyard
