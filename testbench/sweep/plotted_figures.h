#pragma once

#include <optional>
#include <vector>

#include "testbench/sweep/sweep_point.h"

namespace switchyard {

/// Which two figures of a run a sweep's picture shows: where they are in results.json, and their labels.
struct PlottedFigures {
  const char* key;  ///< Of results.json, by which such a run is known; empty: any other run.
  const char* latency_label;
  const char* latency;       ///< JSON pointer.
  const char* latency_ci95;  ///< JSON pointer; empty: there is none.
  const char* accepted_label;
  const char* accepted;  ///< JSON pointer.
};

/// Those of whatever the runs have run; of packets, if they have run nothing.
const PlottedFigures& plotted_figures_of(const std::vector<const PointResult*>& runs);

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
PlottedPoint plotted_point(double x, const std::vector<const PointResult*>& runs,
                           const PlottedFigures& figures);

}  // namespace switchyard
