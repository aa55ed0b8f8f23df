#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

std::filesystem::path results_folder() { return source_folder() / "docs/results"; }

/// What the first group of `pattern` finds in `text`, in order.
std::vector<std::string> all_of(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    found.push_back((*match)[1]);
  return found;
}

/// A row of the table of claims: `| [Name](page.md): claim | measured | verdict | command |`.
struct Claim {
  std::string page, measured, verdict, command;
};

std::vector<Claim> claims() {
  const std::regex row(R"(\| \[[^\]]+\]\(([a-z0-9_]+\.md)\): [^|]+ \| ([^|]+) \| ([^|]+) \| `([^|`]+)` \|)");
  std::vector<Claim> claims;
  std::ifstream index(results_folder() / "index.md");
  for (std::string line; std::getline(index, line);) {
    if (line.rfind("| [", 0) != 0) continue;
    std::smatch cells;
    EXPECT_TRUE(std::regex_match(line, cells, row)) << line;
    if (!cells.empty()) claims.push_back({cells[1], cells[2], cells[3], cells[4]});
  }
  EXPECT_GT(claims.size(), 30U);
  return claims;
}

/// A number, with its interval if it has one.
const char* const kFigure = R"(((?:[0-9]+[.,])*[0-9]+(?: ± (?:[0-9]+\.)?[0-9]+)?))";

TEST(ResultsIndex, NamesNoFigureThatItsPageDoesNotHave) {
  for (const Claim& claim : claims()) {
    std::set<std::string> on_page;
    for (const std::string& figure : all_of(contents_of(results_folder() / claim.page), kFigure)) {
      on_page.insert(figure);
      on_page.insert(figure.substr(0, figure.find(" ±")));
    }
    for (const std::string& figure : all_of(claim.measured, kFigure))
      EXPECT_TRUE(on_page.contains(figure)) << claim.page << " does not have " << figure;
  }
}

TEST(ResultsIndex, LinksToEveryPage) {
  std::set<std::string> linked;
  for (const Claim& claim : claims()) linked.insert(claim.page);
  for (const auto& entry : std::filesystem::directory_iterator(results_folder())) {
    const std::string page = entry.path().filename();
    EXPECT_TRUE(page == "index.md" || linked.contains(page)) << page;
  }
}

TEST(ResultsIndex, MeasuresOnlyExperimentsThatHaveFigures) {
  for (const Claim& claim : claims()) {
    for (const std::string& prefix : all_of(claim.command, "^script/figures ([a-z0-9_]+)$")) {
      bool found = false;
      for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "docs/figures"))
        found = found || entry.path().filename().string().rfind(prefix, 0) == 0;
      EXPECT_TRUE(found) << claim.command;
    }
  }
}

TEST(Pages, OfResultsAndRoutersNameOnlyFilesThatThereAre) {
  const std::string path = R"((?:^|[\s`(])((?:configs|docs|hw|rtl|script|testbench|tests|tlm)/[\w./]*\w))";
  std::size_t named = 0;
  for (const char* folder : {"docs/results", "docs/routers"}) {
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() / folder)) {
      for (const std::string& file : all_of(contents_of(entry.path()), path)) {
        EXPECT_TRUE(std::filesystem::exists(source_folder() / file)) << entry.path() << ": " << file;
        ++named;
      }
    }
  }
  EXPECT_GT(named, 150U);
}

/// The words of a command, of which some may stand in single quotes.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : command) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

/// They take hours, so they are not run; but a key that is renamed must not go unnoticed.
TEST(ResultsPages, GiveCommandsWhoseConfigurationsAreGood) {
  std::set<std::vector<std::string>> checks;
  for (const auto& entry : std::filesystem::directory_iterator(results_folder())) {
    for (const std::string& command :
         all_of(contents_of(entry.path()), "[\n`]build/switchyard ([a-z]+ configs/[^`\n]*)")) {
      const std::vector<std::string> words = words_of(command);
      std::vector<std::string> check{"validate", (source_folder() / words.at(1)).string()};
      for (std::size_t w = 2; w + 1 < words.size(); ++w) {
        if (words[w] == "--set") check.insert(check.end(), {"--set", words[w + 1]});
        if (words[w] != "--over") continue;
        const std::string& axis = words[w + 1];  // Of its values the first: `1` of `seed=1:10:1`.
        check.insert(check.end(), {"--set", axis.substr(0, axis.find_first_of(",:", axis.find('=')))});
      }
      checks.insert(check);
    }
  }
  EXPECT_GT(checks.size(), 20U);
  for (const std::vector<std::string>& check : checks) {
    const CommandResult result = run_switchyard(check);
    EXPECT_EQ(result.status, 0) << result.err;
  }
}

}  // namespace
}  // namespace switchyard
