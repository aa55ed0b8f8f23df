#pragma once

#include <string>

namespace switchyard {

/// Zero-load packet latency over ordered pairs of different nodes, in cycles.
struct ZeroLoadFigures {
  int flits = 1;  ///< The mean packet length, rounded.
  double min = 0;
  double mean = 0;
  double max = 0;
  static constexpr const char* kAllPairs = "over all pairs";
  static constexpr const char* kPairsOfTraffic = "over the pairs of the traffic";
  std::string pairs =
      kAllPairs;  ///< Of which pairs: all; those of the traffic, by their shares of it; random
                  ///< ones; or, with the slowest link everywhere, such at distance 1, the mean
                  ///< distance and the diameter.
};

}  // namespace switchyard
