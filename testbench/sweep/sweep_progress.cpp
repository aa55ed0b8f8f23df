#include "testbench/sweep/sweep_progress.h"

#include <unistd.h>

#include <cstdio>

#include "testbench/file/print.h"

namespace switchyard {

SweepProgress::SweepProgress(std::uint64_t total, std::uint64_t taken_over)
    : on_terminal_(isatty(STDERR_FILENO) != 0), total_(total), done_(taken_over) {
  if (taken_over != 0)
    print_error("{} of {} points are taken over from an earlier sweep\n", taken_over, total);
  bar_.update("sweep", done_, total_, "points");
}

void SweepProgress::expect_more(std::uint64_t points) {
  const std::lock_guard lock(mutex_);
  total_ += points;
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
