#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/support/command.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

using Words = std::vector<std::string>;

std::string printed_by(const Words& arguments) {
  const CommandResult result = run_switchyard(arguments);
  EXPECT_EQ(result.status, 0) << result.err;
  return result.out;
}

/// The options at the beginnings of lines, as `--level` or `-j,--jobs`.
Words options_in(const std::string& help) {
  Words options;
  std::istringstream lines(help);
  static const std::regex kOption(R"(  (-[a-z-]+(,--[a-z-]+)?)( .*)?)");
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, match, kOption)) options.push_back(match[1]);
  }
  return options;
}

Words subcommands() {
  Words names;
  std::istringstream lines(printed_by({"--help"}));
  std::string line;
  while (std::getline(lines, line) && line != "Subcommands:") {
  }
  while (std::getline(lines, line) && !line.empty()) names.push_back(line.substr(2, line.find(' ', 2) - 2));
  return names;
}

TEST(Help, NamesVersionAndCommit) {
  const std::regex version(R"(switchyard \d+\.\d+\.\d+ \(commit ([0-9a-f]{40}(-dirty)?|unknown)\)\n)");
  EXPECT_TRUE(std::regex_match(printed_by({"--version"}), version)) << printed_by({"--version"});
}

TEST(ManualPage, HasEveryOptionOfEveryHelp) {
  std::string page = printed_by({"--man-page"});
  page.erase(std::remove(page.begin(), page.end(), '\\'), page.end());
  EXPECT_EQ(page.rfind(".TH SWITCHYARD 1", 0), 0U) << page.substr(0, 40);
  std::size_t end = page.find(".SH SUBCOMMANDS");
  for (const std::string& option : options_in(printed_by({"--help"})))
    EXPECT_LT(page.find(".TP\nfB" + option + "fR"), end) << option;
  EXPECT_EQ(subcommands().size(), 17U);
  for (const std::string& command : subcommands()) {
    const std::size_t begin = page.find(".SS switchyard " + command + '\n');
    ASSERT_NE(begin, std::string::npos) << command;
    end = std::min(page.find(".SS ", begin + 1), page.find(".SH ", begin + 1));
    const std::string section = page.substr(begin, end - begin);
    const Words options = options_in(printed_by({command, "--help"}));
    EXPECT_GE(options.size(), 1U) << command;
    for (const std::string& option : options)
      EXPECT_NE(section.find(".TP\nfB" + option + "fR"), std::string::npos) << command << ' ' << option;
  }
}

/// What bash offers for the last of `words`, in a folder with a file and a folder.
std::set<std::string> completions(const Words& words) {
  const TemporaryFolder folder;
  std::ofstream(folder / "net.yaml") << "name: net\n";
  std::ofstream(folder / "notes.txt") << "\n";
  std::filesystem::create_directory(folder / "old");
  std::ofstream(folder / "completion") << printed_by({"--bash-completion"});
  std::string script = "cd " + folder.path().string() + " && . ./completion && COMP_WORDS=(switchyard";
  for (const std::string& word : words) script += " '" + word + "'";
  script += ") && COMP_CWORD=" + std::to_string(words.size()) +
            " && _switchyard && printf '%s\\n' \"${COMPREPLY[@]}\"";
  const CommandResult result = run_command("/usr/bin/env", {"bash", "-uc", script});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  std::set<std::string> found;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) found.insert(line);
  return found;
}

using Offers = std::set<std::string>;

TEST(Completion, KnowsEverySubcommandAndItsOptions) {
  const Words names = subcommands();
  Offers offered = completions({""});
  for (const std::string& name : names) EXPECT_EQ(offered.count(name), 1U) << name;
  EXPECT_EQ(completions({"pl"}), Offers{"platform"});
  for (const std::string& name : names) {
    offered = completions({name, "-"});
    for (const std::string& option : options_in(printed_by({name, "--help"})))
      EXPECT_EQ(offered.count(option.substr(option.rfind(',') + 1)), 1U) << name << ' ' << option;
  }
}

TEST(Completion, OffersValuesByTheirType) {
  EXPECT_EQ(completions({"run", "--level", "rtl"}), (Offers{"rtl", "rtl_router"}));
  EXPECT_EQ(completions({"cosim", "--levels", "lo"}), Offers{"lockstep"});
  EXPECT_EQ(completions({"sweep", "--over", "router.t_"}),
            (Offers{"router.t_crossbar=", "router.t_routing=", "router.t_switch_allocation=",
                    "router.t_vc_allocation="}));
  EXPECT_EQ(completions({"run", "--set", "traffic.lo"}), Offers{"traffic.load="});
  EXPECT_EQ(completions({"run", "--out", "o"}), Offers{"old"});
  EXPECT_EQ(completions({"run", "--vcd", "no"}), Offers{"notes.txt"});
  EXPECT_EQ(completions({"run", "n"}), Offers{"net.yaml"});
  EXPECT_EQ(completions({"run", "--packets", "no"}), Offers{"notes.txt"});
  EXPECT_EQ(completions({"packet", "7", "n"}), (Offers{"net.yaml", "notes.txt"}));
  EXPECT_EQ(completions({"sweep", "-j", ""}), Offers{""});
}

}  // namespace
}  // namespace switchyard
