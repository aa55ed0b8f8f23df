#pragma once

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace switchyard {

/// A program to run. Empty paths: inherited from this process.
struct ChildCommand {
  std::string program;  ///< A path, or a name to look up in PATH.
  std::vector<std::string> arguments;
  std::filesystem::path folder;  ///< Where it runs; the files below are relative to it.
  std::filesystem::path stdout_file;
  std::filesystem::path stderr_file;
  bool outlasts_interruptions = false;  ///< Ctrl-C reaches it, too; it goes on as this process does.
};

/// How a child process ended: by itself, or by a signal.
struct ChildExit {
  int status = 0;
  int signal = 0;  ///< 0: it ended by itself.
};

/// Runs the program and waits for it. On Linux it is killed if this process dies, however that comes about.
/// May be called from several threads at once.
///
/// Errors: std::system_error that names the program if it cannot be started (ENOENT: there is no such
/// program).
ChildExit run_child(const ChildCommand& command);

/// While it lives, an interruption() of this process, which it catches, is passed on to the children of
/// run_child() that do not outlast it.
class InterruptibleChildren {
 public:
  InterruptibleChildren();

 private:
  std::jthread teller_;
};

}  // namespace switchyard
