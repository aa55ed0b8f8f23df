#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "testbench/file/junit.h"
#include "testbench/sweep/sweep_point.h"

namespace switchyard {

/// Why a run failed, on one line; empty if it did not. One that is not stable has not failed.
std::string reason_of(const PointResult& run);

/// A run's outcome and main figures, or why it failed, on one line: "stable, accepted 0.3001, mean latency
/// 25.31".
std::string describe(const PointResult& run);

/// Collects the runs of a sweep as tests. Those that failed, as opposed to those that saturated, are its
/// failures. Safe to share by threads.
class SweepCases {
 public:
  /// `combination`: counted from 0. `name` and `folder`: of the run.
  void note(std::size_t combination, const std::string& name, const std::filesystem::path& folder,
            const PointResult& result);

  /// Names the failures on stderr, with the cause of each; returns the exit status that they make.
  int report() const;
  /// As JUnit XML; an empty path: nowhere.
  void write(const std::filesystem::path& file, const std::string& suite) const;

 private:
  std::vector<JunitCase> in_order() const;

  std::mutex mutex_;
  std::map<std::size_t, std::vector<JunitCase>> cases_;  ///< [combination]
  bool deadlock_ = false;
};

/// Says on stderr how far an interrupted command has come; returns its exit status. `what`: "points are
/// done".
int report_interruption(std::size_t done, std::size_t of, const std::string& what);

}  // namespace switchyard
