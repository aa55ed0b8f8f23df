#pragma once

#include <chrono>
#include <string>

#include "hw/base/types.h"

namespace switchyard {

/// A progress bar with rate and time left on a terminal; silent in a pipe.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `done` of `total` steps of `phase`; `unit` names a step. Draws at most ten times a second.
  void update(const std::string& phase, Cycle done, Cycle total, const char* unit);
  /// A line of its own on stderr, above the bar.
  void print(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;

  void clear();

  bool on_terminal_;
  bool drawn_ = false;
  std::string phase_;
  Clock::time_point phase_start_;
  Clock::time_point last_drawn_;
};

}  // namespace switchyard
