#pragma once

#include <mutex>
#include <string>

#include "testbench/sweep/sweep_point.h"

namespace switchyard {

/// A run's outcome and main figures, or why it failed, on one line: "stable, accepted 0.3001, mean latency
/// 25.31".
std::string describe(const PointResult& run);

/// Collects the runs of a sweep that failed, as opposed to those that saturated. Safe to share by threads.
class FailedRuns {
 public:
  void note(const std::string& name, const std::filesystem::path& folder, const PointResult& result);

  /// Names them all on stderr, with the cause of each; returns the exit status that they make.
  int report() const;

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
  bool deadlock_ = false;
};

/// Says on stderr how far an interrupted command has come; returns its exit status. `what`: "points are
/// done".
int report_interruption(std::size_t done, std::size_t of, const std::string& what);

}  // namespace switchyard
