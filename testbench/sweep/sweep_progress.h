#pragma once

#include <cstdint>
#include <mutex>
#include <string>

#include "testbench/run/progress.h"

namespace switchyard {

/// Tells a person how far a sweep is: a progress bar on a terminal, else a line per point. Safe to share by
/// threads.
class SweepProgress {
 public:
  /// `taken_over` of the total are done by now.
  explicit SweepProgress(std::uint64_t total, std::uint64_t taken_over = 0);

  /// So many more points than were expected may come.
  void expect_more(std::uint64_t points);
  /// One more run has ended; `line` names it and says what came of it.
  void point_done(const std::string& line);

 private:
  std::mutex mutex_;
  ProgressBar bar_;
  bool on_terminal_;
  std::uint64_t total_;
  std::uint64_t done_;
};

}  // namespace switchyard
