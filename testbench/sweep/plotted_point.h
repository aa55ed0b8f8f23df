#pragma once

#include <optional>
#include <vector>

#include "testbench/report/sweep_figures.h"
#include "testbench/sweep/sweep_point.h"

namespace switchyard {

/// A point of a curve.
struct PlottedPoint {
  double x = 0;
  double accepted = 0;
  double accepted_ci95 = 0;                 ///< 0 if unknown.
  Stability stability = Stability::Stable;  ///< Unstable if any run of it is, else undecided if one is.
  std::optional<double> latency;            ///< Mean; only of stable runs.
  double latency_ci95 = 0;                  ///< 0 if unknown.
};

/// The point of one run; of runs with several seeds, the means over the seeds and their 95 % intervals.
/// Precondition: at least one run, all of them with results.
PlottedPoint plotted_point(double x, const std::vector<const PointResult*>& runs, const SweepCurve& curve);

}  // namespace switchyard
