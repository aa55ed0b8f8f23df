#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>

namespace switchyard {

/// From now on the first SIGINT or SIGTERM only asks for the end of the run, which interruption() tells; the
/// second one ends the process at once. Until now the first one does.
void catch_interruptions();

/// The signal that asked for the end, or 0.
int interruption();

/// Tells a child of the interruption. That may reach it from elsewhere too (a terminal tells all processes):
/// both together are the child's first signal, not a second one.
void pass_on_interruption(pid_t child);

/// The exit status of a command that ends because of interruption().
inline int interrupted_status() { return 128 + interruption(); }

/// A file that is removed if SIGINT, SIGTERM or SIGHUP ends the process while this object lives. The file
/// need not exist. It is not removed by the destructor.
class RemovedIfKilled {
 public:
  explicit RemovedIfKilled(const std::filesystem::path& file);
  ~RemovedIfKilled();
  RemovedIfKilled(const RemovedIfKilled&) = delete;
  RemovedIfKilled& operator=(const RemovedIfKilled&) = delete;

 private:
  std::size_t place_ = 0;  ///< In the list that the signal handler reads.
};

}  // namespace switchyard
