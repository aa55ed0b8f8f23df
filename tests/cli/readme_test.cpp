#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "testbench/cosim/rtl_model.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

struct ReadmeCommand {
  std::vector<std::string> arguments;
  int status = 0;                   ///< A comment behind the command says "status 3" if it is not 0.
  std::vector<std::string> output;  ///< Lines that are shown below it, up to one that only says "...".
};

/// Every `$ build/switchyard ...` line of the README.
std::vector<ReadmeCommand> readme_commands() {
  const std::string prompt = "$ build/switchyard ";
  std::ifstream readme(source_folder() / "README.md");
  const std::string status = "status ";
  std::vector<ReadmeCommand> commands;
  bool shows_output = false;
  for (std::string line; std::getline(readme, line);) {
    if (line.rfind(prompt, 0) != 0) {
      shows_output =
          shows_output && line.rfind("```", 0) != 0 && line.find_first_not_of(" .") != std::string::npos;
      if (shows_output) commands.back().output.push_back(line);
      continue;
    }
    shows_output = true;
    const std::size_t comment = line.find(" # ");
    std::istringstream words(line.substr(prompt.size(), comment - prompt.size()));
    ReadmeCommand& command = commands.emplace_back();
    command.arguments.assign(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    const std::size_t said = comment == std::string::npos ? comment : line.find(status, comment);
    if (said != std::string::npos) command.status = std::stoi(line.substr(said + status.size()));
  }
  return commands;
}

TEST(Readme, EveryCommandWorks) {
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink(source_folder() / "configs", folder.path() / "configs");
  std::filesystem::create_directories(folder.path() / "waveforms/out");
  std::filesystem::current_path(folder.path());
  const auto commands = readme_commands();
  EXPECT_GE(commands.size(), 8U);
  std::size_t lines = 0;
  for (const auto& [arguments, status, output] : commands) {
    const bool needs_rtl =
        arguments.front() == "cosim" || std::count(arguments.begin(), arguments.end(), "lockstep") != 0;
    if (needs_rtl && !has_rtl()) continue;  // It says so itself; see cosim_test.cpp.
    const CommandResult result = run_switchyard(arguments);
    EXPECT_EQ(result.status, status) << arguments.front() << ": " << result.err;
    for (const std::string& line : output) {
      EXPECT_NE((result.out + result.err).find(line + '\n'), std::string::npos) << line;
      ++lines;
    }
  }
  EXPECT_TRUE(lines >= 3 || !has_rtl());
  EXPECT_TRUE(std::filesystem::exists("out/first/results.json"));
  EXPECT_TRUE(std::filesystem::exists("waveforms/out/first.gtkw"));
}

}  // namespace
}  // namespace switchyard
