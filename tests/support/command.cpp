#include "tests/support/command.h"

#include <sys/wait.h>

#include <cstdlib>
#include <stdexcept>

#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// The argument as a shell word.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

}  // namespace

CommandResult run_command(const std::string& program, const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  std::string line = shell_word(program);
  for (const std::string& argument : arguments) line += ' ' + shell_word(argument);
  line += " >" + shell_word((folder / "out").string()) + " 2>" + shell_word((folder / "err").string());
  const int ended = std::system(line.c_str());
  if (!WIFEXITED(ended)) throw std::runtime_error(line + " did not end by itself");
  return {WEXITSTATUS(ended), contents_of(folder / "out"), contents_of(folder / "err")};
}

CommandResult run_switchyard(const std::vector<std::string>& arguments) {
  const char* program = std::getenv("SWITCHYARD");
  if (program == nullptr)
    throw std::runtime_error("SWITCHYARD does not name the command to test; run it by ctest");
  return run_command(program, arguments);
}

}  // namespace switchyard
