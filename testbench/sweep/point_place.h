#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "testbench/sweep/sweep_point.h"

namespace switchyard {

/// A run of a sweep that is to be made.
struct PlannedPoint {
  std::size_t combination;  ///< Counted from 0.
  SweepCase point;
  std::filesystem::path folder;  ///< For its report.
};

/// Where the runs of a sweep run: on this machine, or on others.
class PointPlace {
 public:
  /// Of point i of those that were planned. May be called from several threads at once.
  using Done = std::function<void(std::size_t i, const PointResult& result)>;

  virtual ~PointPlace() = default;
  /// Before the sweep takes over or removes what an earlier one has left in its folder: this place can be
  /// used, and no run of that sweep goes on.
  /// Errors: std::invalid_argument if it cannot, or if one does, and may not be waited for.
  virtual void settle_earlier(const std::filesystem::path& sweep_folder, bool resume) const = 0;
  /// Runs them all, and tells each that has come to its end. After an interruption() it returns as soon as no
  /// run goes on.
  virtual void run(const std::filesystem::path& sweep_folder, const PointRunner& runner,
                   const std::vector<PlannedPoint>& points, const Done& done) const = 0;
};

/// In processes of this machine.
class ThisMachine final : public PointPlace {
 public:
  /// `jobs`: runs at a time.
  explicit ThisMachine(std::size_t jobs) : jobs_(jobs) {}

  void settle_earlier(const std::filesystem::path&, bool) const override {}
  void run(const std::filesystem::path& sweep_folder, const PointRunner& runner,
           const std::vector<PlannedPoint>& points, const Done& done) const override;

 private:
  std::size_t jobs_;
};

}  // namespace switchyard
