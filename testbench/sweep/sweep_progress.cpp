#include "testbench/sweep/sweep_progress.h"

#include <unistd.h>

#include <cstdio>

#include "testbench/file/print.h"

namespace switchyard {

SweepProgress::SweepProgress(std::uint64_t total) : on_terminal_(isatty(STDERR_FILENO) != 0), total_(total) {
  bar_.update("sweep", 0, total_, "points");
}

void SweepProgress::point_done(const std::string& line) {
  const std::lock_guard lock(mutex_);
  ++done_;
  if (on_terminal_) {
    bar_.update("sweep", done_, total_, "points");
  } else {
    print_error("[{}/{}] {}\n", done_, total_, line);
  }
}

}  // namespace switchyard
