#pragma once

#include <cstddef>
#include <span>

namespace switchyard {

/// How much of the start of a series to drop.
struct Truncation {
  std::size_t observations = 0;  ///< A multiple of 5.
  bool settled = false;          ///< False: the latest cut allowed is the best, so the series is too short.
};

/// MSER-5: the cut that removes the initial transient of a series.
///
/// The series is averaged in batches of 5. Of the cuts d = 0 .. n/2 of the n batches, the one with the least
/// squared standard error, sum over the kept batches of (x - mean)^2 / (n - d)^2, is chosen; the earliest of
/// equals. Observations after the last whole batch do not count. One pass from the end, by Welford's update.
///
/// Source:  White, "An Effective Truncation Heuristic for Bias Reduction in Simulation Output", Simulation
///          69(6), 1997; batches of 5: White, Cobb, Spratt, "A Comparison of Five Steady-State Truncation
///          Heuristics for Simulation", WSC 2000.
Truncation mser5(std::span<const double> observations);

}  // namespace switchyard
