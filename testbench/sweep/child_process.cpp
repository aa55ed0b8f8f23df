#include "testbench/sweep/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace switchyard {
namespace {

/// posix_spawn's list of what to do in the child before the program starts.
class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void enter(const std::filesystem::path& folder) {
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
  }
  void redirect(int descriptor, const std::filesystem::path& file) {
    if (file.empty()) return;
    posix_spawn_file_actions_addopen(&actions_, descriptor, file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

}  // namespace

ChildExit run_child(const ChildCommand& command) {
  FileActions actions;
  actions.enter(command.folder);
  actions.redirect(STDOUT_FILENO, command.stdout_file);
  actions.redirect(STDERR_FILENO, command.stderr_file);

  std::string program = command.program;
  std::vector<std::string> arguments = command.arguments;
  std::vector<char*> argv{program.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  pid_t child = 0;
  if (const int error = posix_spawnp(&child, program.c_str(), actions.get(), nullptr, argv.data(), environ)) {
    throw std::system_error(error, std::generic_category(), program + " cannot be started");
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR)
      throw std::system_error(errno, std::generic_category(), program + " cannot be waited for");
  }
  if (WIFSIGNALED(status)) return {0, WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

}  // namespace switchyard
