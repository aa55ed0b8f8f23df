#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/support/config_files.h"

namespace switchyard {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

Lines lines_of(const fs::path& file) {
  std::ifstream stream(file);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Of UTF-8.
std::ptrdiff_t columns_of(const std::string& line) {
  return std::count_if(line.begin(), line.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
}

/// Of the sources, by path from their folder; what is built has folders beside them.
std::vector<fs::path> files_of_the_tree(const std::set<std::string>& suffixes) {
  std::vector<fs::path> files;
  for (const auto& top : fs::directory_iterator(source_folder())) {
    const std::string name = top.path().filename().string();
    if (name.starts_with(".") || name.starts_with("build") || name == "out") continue;
    const auto add = [&](const fs::path& file) {
      if (suffixes.count(file.extension().string()) != 0)
        files.push_back(fs::relative(file, source_folder()));
    };
    if (top.is_regular_file()) add(top.path());
    if (!top.is_directory()) continue;
    for (const auto& entry : fs::recursive_directory_iterator(top.path())) {
      if (entry.is_regular_file()) add(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Lines of Markdown outside of code, with their numbers.
void each_line_of_text(const fs::path& file,
                       const std::function<void(std::size_t, const std::string&)>& visit) {
  bool in_code = false;
  const Lines lines = lines_of(source_folder() / file);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t begin = lines[i].find_first_not_of(' ');
    const bool fence = begin != std::string::npos && lines[i].compare(begin, 3, "```") == 0;
    if (!fence && !in_code) visit(i + 1, lines[i]);
    if (fence) in_code = !in_code;
  }
}

std::string place(const fs::path& file, std::size_t line) {
  return file.string() + ':' + std::to_string(line) + ": ";
}

/// What a heading is called in a link: by GitHub, and by mkdocs, which makes one dash of several.
std::string anchor_of(const std::string& heading, bool joins_dashes) {
  std::string anchor;
  for (const char c : heading) {
    const bool dash = c == ' ' || c == '-';
    if (dash && joins_dashes && !anchor.empty() && anchor.back() == '-') continue;
    if (dash) anchor += '-';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return anchor;
}

/// Those by which both find a heading.
const std::set<std::string>& anchors_of(const fs::path& file) {
  static std::map<fs::path, std::set<std::string>> known;
  const auto [found, is_new] = known.try_emplace(file);
  if (is_new) {
    each_line_of_text(file, [&, &anchors = found->second](std::size_t, const std::string& line) {
      const std::size_t text = line.find_first_not_of('#');
      if (text == 0 || text == std::string::npos || line[text] != ' ') return;
      const std::string heading = line.substr(text + 1);
      if (anchor_of(heading, true) == anchor_of(heading, false)) anchors.insert(anchor_of(heading, false));
    });
  }
  return found->second;
}

/// What is wrong with a link from `file`; empty if nothing.
std::string fault_of_link(const fs::path& file, const std::string& link) {
  if (link.find("://") != std::string::npos) return "";
  const std::size_t hash = link.find('#');
  const std::string path = link.substr(0, hash);
  const fs::path target = path.empty() ? file : (file.parent_path() / path).lexically_normal();
  if (!fs::exists(source_folder() / target)) return "there is no " + target.string();
  if (hash == std::string::npos || anchors_of(target).count(link.substr(hash + 1)) != 0) return "";
  return target.string() + " has no heading #" + link.substr(hash + 1);
}

TEST(Documents, HaveLinksThatLeadToFilesAndHeadings) {
  static const std::regex kLink(R"(\]\(([^)\s]+)\))");
  static const std::regex kCode("`[^`]*`");
  std::size_t links = 0;
  for (const fs::path& file : files_of_the_tree({".md"})) {
    each_line_of_text(file, [&](std::size_t number, const std::string& line) {
      const std::string text = std::regex_replace(line, kCode, "");
      for (auto link = std::sregex_iterator(text.begin(), text.end(), kLink); link != std::sregex_iterator();
           ++link) {
        EXPECT_EQ(fault_of_link(file, (*link)[1]), "") << place(file, number) << (*link)[1];
        ++links;
      }
    });
  }
  EXPECT_GT(links, 50U);
}

TEST(Documents, AreAllInTheSite) {
  static const std::regex kPage(R"( +- (.*: )?([a-z_0-9/]+\.md))");
  std::set<std::string> pages;
  std::smatch match;
  for (const std::string& line : lines_of(source_folder() / "mkdocs.yml")) {
    if (!std::regex_match(line, match, kPage)) continue;
    EXPECT_TRUE(pages.insert(match[2]).second) << match[2] << " twice";
  }
  for (const fs::path& file : files_of_the_tree({".md"})) {
    if (*file.begin() != "docs") continue;
    const std::string page = fs::relative(file, "docs").string();
    EXPECT_EQ(pages.erase(page), 1U) << page << " is missing under nav: in mkdocs.yml";
  }
  for (const std::string& page : pages) ADD_FAILURE() << page << " in mkdocs.yml is no file in docs/";
}

TEST(Documents, HaveLinesOfAtMost120Columns) {
  for (const fs::path& file : files_of_the_tree({".md"})) {
    each_line_of_text(file, [&](std::size_t number, const std::string& line) {
      const bool is_row = line.starts_with("|") || line.starts_with("<!-- table ");
      EXPECT_TRUE(is_row || columns_of(line) <= 120) << place(file, number) << columns_of(line) << " columns";
    });
  }
}

/// Whether a line begins a part of a contract, as `/// Timing:    one cycle`.
bool begins_part(const std::string& line, bool in_contract) {
  static const std::regex kFirst(R"( *///? [A-Z][A-Za-z, ]{1,11}: {2,}\S.*)");
  static const std::regex kNext(R"( *///? [A-Z][A-Za-z, ]{1,11}: +\S.*)");
  return std::regex_match(line, in_contract ? kNext : kFirst);
}

/// Lines of contracts (CONTRIBUTING.md) that are out of their columns.
Lines broken_contracts(const Lines& lines) {
  static const std::regex kText(R"( *///?( *)([^ /].*))");
  static const std::regex kPartInside(
      R"( *///? .*\S +(Ports|Config|Timing|Deadlock|Livelock|Errors|Differs|Source): {2,}.*)");
  Lines broken;
  bool in_contract = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch text;
    const bool is_text = std::regex_match(lines[i], text, kText);
    const bool begins = begins_part(lines[i], in_contract);
    in_contract = begins || (in_contract && is_text);
    const bool is_out = in_contract && !begins && text[1].length() < 7;
    if (is_out || std::regex_match(lines[i], kPartInside))
      broken.push_back(std::to_string(i + 1) + ':' + lines[i]);
  }
  return broken;
}

TEST(Contracts, BeginEachPartOnALineOfItsOwn) {
  std::size_t parts = 0;
  for (const fs::path& file : files_of_the_tree({".h", ".sv"})) {
    const Lines lines = lines_of(source_folder() / file);
    for (const std::string& line : lines) parts += begins_part(line, /*in_contract=*/false) ? 1 : 0;
    for (const std::string& line : broken_contracts(lines)) ADD_FAILURE() << file.string() << ':' << line;
  }
  EXPECT_GT(parts, 180U);
}

TEST(Contracts, AreNotRunTogether) {
  const Lines good{"/// Errors:    none", "///            at all", "/// Source:    a paper", "class A {};"};
  const Lines joined{"/// Errors:    none, of several", "/// flits). Differs:   in this",
                     "///            and that"};
  const Lines outdented{"/// Errors:    none,", "/// cycle,", "///            at all"};
  EXPECT_EQ(broken_contracts(good), Lines{});
  EXPECT_EQ(broken_contracts(joined), Lines{"2:/// flits). Differs:   in this"});
  EXPECT_EQ(broken_contracts(outdented), Lines{"2:/// cycle,"});
}

/// Words that docs/glossary.md has replaced, and that are not ordinary English.
const std::regex& old_words() {
  static const std::regex kWords(
      R"(\b(lanes?|lane_reuse|headers_per_cycle|injection_lanes|throttle_lanes|delivery_(buffer|rate)|computes_most|)"
      R"(delivery (buffer|rate)s?|ripe|vouch(es|ed|ing)?|circling|six-phase|shared memory machines?|header flits?|kMost\w*|knows its ways)\b)",
      std::regex::icase);
  return kWords;
}

TEST(Comments, HaveLinesOfAtMost110Columns) {
  for (const fs::path& file : files_of_the_tree({".h", ".cpp"})) {
    const Lines lines = lines_of(source_folder() / file);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool is_comment = lines[i].find("//") < lines[i].find('"');
      EXPECT_TRUE(!is_comment || columns_of(lines[i]) <= 110)
          << place(file, i + 1) << columns_of(lines[i]) << " columns";
    }
  }
}

TEST(Words, ThatTheGlossaryReplacedDoNotComeBack) {
  const std::set<std::string> tell_of_them{"docs/glossary.md", "hw/config/renamed.cpp",
                                           "tests/unit/config_keys_test.cpp",
                                           "tests/config/documents_test.cpp"};
  for (const fs::path& file :
       files_of_the_tree({".md", ".h", ".cpp", ".sv", ".yaml", ".yml", ".txt", ".cmake", ""})) {
    if (tell_of_them.count(file.string()) != 0 || file.filename().string().starts_with("old_names")) continue;
    const Lines lines = lines_of(source_folder() / file);
    for (std::size_t i = 0; i < lines.size(); ++i)
      EXPECT_FALSE(std::regex_search(lines[i], old_words())) << place(file, i + 1) << lines[i];
  }
}

TEST(Words, ThatAreNotWantedAreFound) {
  for (const char* text : {"each lane", "Ripe packets", "the six-phase node", "headers_per_cycle: 1",
                           "a header flit", "kMostNodes"})
    EXPECT_TRUE(std::regex_search(text, old_words())) << text;
  for (const char* text : {"a plane", "stripe", "delivery of packets", "head flit", "planes"})
    EXPECT_FALSE(std::regex_search(text, old_words())) << text;
}

}  // namespace
}  // namespace switchyard
