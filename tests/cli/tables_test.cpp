#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/sweep_command.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// A document with one table, and its figures.
class Tables : public testing::Test {
 protected:
  Tables() {
    std::filesystem::create_directories(folder_ / "figures");
    std::ofstream(folder_ / "figures/some.csv")
        << "injection,traffic.load,runs,outcomes,accepted,accepted_ci95,hops,hops_ci95\n"
        << "\"{policy: control, lead: 4}\",0.1,5,5 stable,0.47046,0.00123,3.25,0\n"
        << "\"{policy: control, lead: 4}\",0.5,5,5 stable,0.0961,0.0046,,\n"
        << "{policy: competition},0.1,5,5 stable,3001.88,278.1,12.04,0.196\n"
        << "{policy: competition},0.5,5,5 stable,0.5,0.00096,12.04,10\n";
  }

  /// script/tables on a document with this layout of the figures, and `old` in the place of the table.
  CommandResult tables(const std::string& layout, const std::string& old = "",
                       const std::string& option = "") {
    std::ofstream(document_) << "before\n<!-- table some: " << layout << " -->\n"
                             << old << "<!-- end of table -->\nafter\n";
    std::vector<std::string> arguments{"FIGURES=" + (folder_ / "figures").string(),
                                       (source_folder() / "script/tables").string()};
    if (!option.empty()) arguments.push_back(option);
    arguments.push_back(document_.string());
    return run_command("env", arguments);
  }

  /// Between the two lines.
  std::string table() const {
    const std::string text = contents_of(document_);
    const std::size_t begin = text.find('\n', text.find("<!-- table")) + 1;
    return text.substr(begin, text.find("<!-- end") - begin);
  }

  TemporaryFolder folder_;
  std::filesystem::path document_ = folder_ / "document.md";
};

TEST_F(Tables, GiveTheMeanToTheDigitsThatItsIntervalLeaves) {
  ASSERT_EQ(tables("rows injection; columns traffic.load; cells accepted hops").status, 0);
  EXPECT_EQ(table(),
            "| injection \\ traffic.load | 0.1 | 0.5 |\n|---|---|---|\n"
            "| policy: control, lead: 4 | 0.4705 ± 0.0012, 3.25 ± 0 | 0.096 ± 0.005, - |\n"
            "| policy: competition | 3002 ± 278, 12.0 ± 0.2 | 0.5000 ± 0.0010, 12 ± 10 |\n");
  EXPECT_EQ(contents_of(document_).substr(0, 7), "before\n");
  EXPECT_NE(contents_of(document_).find("\n<!-- end of table -->\nafter\n"), std::string::npos);
}

TEST_F(Tables, HaveAColumnPerFigureWhereTheValuesOfAllOtherAxesAreSaid) {
  ASSERT_EQ(tables("rows injection; cells hops outcomes; where traffic.load=0.1").status, 0);
  EXPECT_EQ(table(),
            "| injection | hops | outcomes |\n|---|---|---|\n"
            "| policy: control, lead: 4 | 3.25 ± 0 | 5 stable |\n| policy: competition | 12.0 ± 0.2 | 5 "
            "stable |\n");
}

TEST_F(Tables, AreFoundOutIfANumberWasTypedIn) {
  const std::string layout = "rows injection traffic.load; cells accepted";
  ASSERT_EQ(tables(layout).status, 0);
  std::string good = table();
  EXPECT_EQ(tables(layout, good, "--check").status, 0);
  good.replace(good.find("0.4705"), 6, "0.4706");
  EXPECT_EQ(tables(layout, good, "--check").status, 1);
  EXPECT_EQ(table(), good) << "--check changes nothing";
}

TEST_F(Tables, RefuseALayoutThatDoesNotFitTheFigures) {
  for (const char* layout :
       {"rows injections; columns traffic.load; cells accepted",
        "rows injection; columns traffic.load; cells latency", "rows injection; cells accepted",
        "rows injection; cells accepted; where traffic.load=0.2",
        "rows injection; cells accepted; where load=0.1", "row injection; cells accepted"}) {
    const CommandResult result = tables(layout, "old\n");
    EXPECT_NE(result.status, 0) << layout;
    EXPECT_NE(result.err.find("document.md:2: "), std::string::npos) << layout << ": " << result.err;
    EXPECT_EQ(table(), "old\n") << layout;
  }
}

/// All pages of docs/results, one after the other.
std::string pages_of_docs() {
  std::string pages;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "docs")) {
    if (entry.path().extension() == ".md") pages += contents_of(entry.path());
  }
  return pages;
}

/// The names that `pattern` finds, its first group.
std::set<std::string> names_in(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::set<std::string> names;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    names.insert((*match)[1]);
  return names;
}

TEST(ResultsPages, HaveTheTablesThatTheirFiguresMake) {
  const CommandResult result = run_command((source_folder() / "script/tables").string(), {"--check"});
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST(PagesWithTables, ShowEveryFileOfFiguresAndEachIsAMeanOverFiveSeedsOrMore) {
  const std::set<std::string> shown = names_in(pages_of_docs(), "<!-- table ([a-z0-9_]+):");
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "docs/figures")) {
    if (entry.path().extension() != ".csv") continue;
    EXPECT_TRUE(shown.contains(entry.path().stem().string())) << entry.path();
    std::istringstream file(contents_of(entry.path()));
    std::string line;
    std::getline(file, line);
    ASSERT_NE(line.find(",runs,"), std::string::npos) << entry.path() << ": of how many runs?";
    const std::size_t axes =
        std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(line.find(",runs,")), ',') + 1;
    while (std::getline(file, line)) {
      std::smatch match;
      ASSERT_TRUE(std::regex_search(
          line, match,
          std::regex("^(?:(?:\"[^\"]*\"|[^,\"]*),){" + std::to_string(axes) + "}([0-9]+|exact),")))
          << line;
      if (match[1] == "exact") continue;  // Counted: nothing is drawn.
      EXPECT_GE(std::stoi(match[1]), 5) << entry.path() << ": " << line;
    }
  }
}

TEST(PagesWithTables, ShowOnlyWhatAScriptMeasures) {
  const std::string script = contents_of(source_folder() / "script/figures");
  const std::set<std::string> measured = names_in(script, "\n *(?:measure|if wanted) \"?([a-z0-9_]+)");
  EXPECT_GT(measured.size(), 40U);
  for (const std::string& shown : names_in(pages_of_docs(), "<!-- table ([a-z0-9_]+):")) {
    const bool by_name = measured.contains(shown);
    const bool by_size = std::any_of(measured.begin(), measured.end(), [&](const std::string& name) {
      return name.back() == '_' && shown.starts_with(name);  // "name_$n".
    });
    EXPECT_TRUE(by_name || by_size) << shown;
  }
}

}  // namespace
}  // namespace switchyard
