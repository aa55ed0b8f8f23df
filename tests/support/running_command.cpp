#include "tests/support/running_command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <thread>

namespace switchyard {

RunningCommand::RunningCommand(const std::vector<std::string>& arguments) {
  const char* program = std::getenv("SWITCHYARD");
  if (program == nullptr)
    throw std::runtime_error("SWITCHYARD does not name the command to test; run it by ctest");
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const auto& [descriptor, name] : {std::pair(STDOUT_FILENO, "out"), std::pair(STDERR_FILENO, "err")})
    posix_spawn_file_actions_addopen(&files, descriptor, (folder_ / name).c_str(), O_WRONLY | O_CREAT, 0666);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t as_usual;  // A shell that started the tests in the background has them ignore SIGINT.
  sigemptyset(&as_usual);
  sigaddset(&as_usual, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &as_usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int error = posix_spawn(&process_, argv[0], &files, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw std::runtime_error(std::string(program) + " cannot be started");
}

RunningCommand::~RunningCommand() {
  if (process_ == 0) return;
  send(SIGKILL);
  wait();
}

void RunningCommand::wait_for_cpu_seconds(double seconds) const {
  clockid_t clock = 0;
  if (clock_getcpuclockid(process_, &clock) != 0) return;
  timespec used{};
  do {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (clock_gettime(clock, &used) != 0) return;  // It has ended.
  } while (static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9 < seconds);
}

void RunningCommand::send(int signal) const { kill(process_, signal); }

int RunningCommand::wait() {
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = 0;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace switchyard
