#pragma once

#include <string>
#include <vector>

#include "testbench/inspect/latency_estimate.h"
#include "testbench/sweep/seed_means.h"
#include "testbench/sweep/sweep_axis.h"

namespace switchyard {

/// What the queueing model says of a sweep's runs at all loads: of each combination of the other axes but the
/// seed.
struct SweepEstimate {
  std::vector<std::string> values;  ///< Of every axis, in their order; is_along_a_curve(): any.
  std::vector<LatencyEstimate::Point> curve;
};

/// Whether one estimate is for all values of the axis.
inline bool is_along_a_curve(const SweepAxis& axis) {
  return axis.path == kLoadAxis || axis.path == kSeedAxis;
}

}  // namespace switchyard
