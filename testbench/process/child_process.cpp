#include "testbench/process/child_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cerrno>
#include <chrono>
#include <csignal>
#include <map>
#include <mutex>
#include <system_error>

#include "testbench/process/interruption.h"

namespace switchyard {
namespace {

template <class Call>
auto retry_if_interrupted(Call&& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// Tells the parent why the child could not become its program. Exec closes the child's ends.
class StartReport {
 public:
  StartReport() {
    if (pipe2(ends_, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  }
  ~StartReport() {
    close(ends_[0]);
    if (ends_[1] >= 0) close(ends_[1]);
  }
  StartReport(const StartReport&) = delete;
  StartReport& operator=(const StartReport&) = delete;

  void send(int error) const { [[maybe_unused]] const auto sent = write(ends_[1], &error, sizeof error); }
  /// Waits for exec or send(); 0 for exec.
  int receive() {
    close(ends_[1]);
    ends_[1] = -1;
    int error = 0;
    retry_if_interrupted([&] { return read(ends_[0], &error, sizeof error); });
    return error;
  }

 private:
  int ends_[2];
};

/// Those that an interruption is passed on to.
class Children {
 public:
  void add(pid_t child) {
    const std::lock_guard lock(mutex_);
    told_.emplace(child, false);
  }
  void remove(pid_t child) {
    const std::lock_guard lock(mutex_);
    told_.erase(child);
  }
  /// Each of them once.
  void tell() {
    const std::lock_guard lock(mutex_);
    for (auto& [child, told] : told_) {
      if (!told) pass_on_interruption(child);
      told = true;
    }
  }

 private:
  std::mutex mutex_;
  std::map<pid_t, bool> told_;
};

Children& children() {
  static Children running;
  return running;
}

// What follows runs in the child. It is a copy of one thread out of several: it must not allocate, as another
// thread may have held the heap's lock.

/// Where Linux's signal is missing, children outlive a parent that is killed.
bool die_with([[maybe_unused]] pid_t parent) {
#ifdef __linux__
  // Linux sends it when the thread that forked ends; here that one waits for the child. If the parent had
  // gone by now, it would never come.
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
#else
  return true;
#endif
}

bool enter(const std::filesystem::path& folder) { return folder.empty() || chdir(folder.c_str()) == 0; }

bool redirect(int descriptor, const std::filesystem::path& file) {
  if (file.empty()) return true;
  const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (opened < 0 || opened == descriptor) return opened >= 0;
  return dup2(opened, descriptor) >= 0 && close(opened) == 0;
}

/// Returns errno, and only if the program cannot be started.
int become(const ChildCommand& command, char* const* argv, pid_t parent) {
  if (die_with(parent) && enter(command.folder) && redirect(STDOUT_FILENO, command.stdout_file) &&
      redirect(STDERR_FILENO, command.stderr_file)) {
    if (command.outlasts_interruptions) {
      signal(SIGINT, SIG_IGN);
      signal(SIGTERM, SIG_IGN);
    }
    execvp(argv[0], argv);
  }
  return errno;
}

}  // namespace

ChildExit run_child(const ChildCommand& command) {
  std::string program = command.program;
  std::vector<std::string> arguments = command.arguments;
  std::vector<char*> argv{program.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  StartReport report;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    report.send(become(command, argv.data(), parent));
    _exit(127);
  }
  const auto fault = [&](int error, const char* what) {
    return std::system_error(error, std::generic_category(), program + what);
  };
  if (child < 0) throw fault(errno, " cannot be started");
  const int why_not_started = report.receive();
  if (why_not_started == 0 && !command.outlasts_interruptions) {
    children().add(child);
    siginfo_t ignored{};
    retry_if_interrupted(
        [&] { return waitid(P_PID, static_cast<id_t>(child), &ignored, WEXITED | WNOWAIT); });
    children().remove(child);  // Before its id may be another process's.
  }
  int status = 0;
  const pid_t ended = retry_if_interrupted([&] { return waitpid(child, &status, 0); });
  if (why_not_started != 0) throw fault(why_not_started, " cannot be started");
  if (ended < 0) throw fault(errno, " cannot be waited for");
  if (WIFSIGNALED(status)) return {0, WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

InterruptibleChildren::InterruptibleChildren() {
  catch_interruptions();
  teller_ = std::jthread([](const std::stop_token& done) {
    while (!done.stop_requested()) {
      if (interruption() != 0) children().tell();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
}

}  // namespace switchyard
