#include <gtest/gtest.h>

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
  int status = 0;  ///< A comment behind the command says "status 3" if it is not 0.
};

/// Every `$ build/switchyard ...` line of the README.
std::vector<ReadmeCommand> readme_commands() {
  const std::string prompt = "$ build/switchyard ";
  std::ifstream readme(source_folder() / "README.md");
  const std::string status = "status ";
  std::vector<ReadmeCommand> commands;
  for (std::string line; std::getline(readme, line);) {
    if (line.rfind(prompt, 0) != 0) continue;
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
  for (const auto& [arguments, status] : commands) {
    if (arguments.front() == "cosim" && !has_rtl()) continue;  // It says so itself; see cosim_test.cpp.
    const CommandResult result = run_switchyard(arguments);
    EXPECT_EQ(result.status, status) << arguments.front() << ": " << result.err;
  }
  EXPECT_TRUE(std::filesystem::exists("out/first/results.json"));
  EXPECT_TRUE(std::filesystem::exists("waveforms/out/first.gtkw"));
}

}  // namespace
}  // namespace switchyard
