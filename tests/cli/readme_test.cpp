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

/// The arguments of every `$ build/switchyard ...` line of the README.
std::vector<std::vector<std::string>> readme_commands() {
  const std::string prompt = "$ build/switchyard ";
  std::ifstream readme(source_folder() / "README.md");
  std::vector<std::vector<std::string>> commands;
  for (std::string line; std::getline(readme, line);) {
    if (line.rfind(prompt, 0) != 0) continue;
    std::istringstream words(line.substr(prompt.size()));
    commands.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
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
  for (const std::vector<std::string>& command : commands) {
    if (command.front() == "cosim" && !has_rtl()) continue;  // It says so itself; see cosim_test.cpp.
    const CommandResult result = run_switchyard(command);
    EXPECT_EQ(result.status, 0) << command.front() << ": " << result.err;
  }
  EXPECT_TRUE(std::filesystem::exists("out/first/results.json"));
  EXPECT_TRUE(std::filesystem::exists("waveforms/out/first.gtkw"));
}

}  // namespace
}  // namespace switchyard
