#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace switchyard {

/// A `switchyard` command on its way, with the handling of signals that a terminal gives it. It is killed if
/// it still runs at the end of a test.
class RunningCommand {
 public:
  explicit RunningCommand(const std::vector<std::string>& arguments);
  ~RunningCommand();
  RunningCommand(const RunningCommand&) = delete;
  RunningCommand& operator=(const RunningCommand&) = delete;

  /// Waits until it has worked for so long: then it is past reading its configuration.
  void wait_for_cpu_seconds(double seconds) const;
  void send(int signal) const;
  /// Its exit status, or minus the signal that killed it.
  int wait();
  std::string out() const { return contents_of(folder_ / "out"); }
  std::string err() const { return contents_of(folder_ / "err"); }

 private:
  TemporaryFolder folder_;
  pid_t process_ = 0;  ///< 0: it has ended.
};

}  // namespace switchyard
