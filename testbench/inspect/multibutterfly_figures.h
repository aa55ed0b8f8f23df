#pragma once

#include <string>
#include <vector>

#include "hw/analysis/multibutterfly_faults.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// How many sets of faults are drawn, and how bad ones are looked for.
struct FaultDraws {
  std::vector<int> faults;  ///< Switches that are faulty.
  int draws = 20;           ///< Of random faults, for each.
  int moves = 2000;         ///< Of a search for bad ones.
  std::uint64_t seed = 1;
};

/// CSV: the inputs and outputs that faults leave, the mean of random ones with its 95 % interval, and what
/// the worst faults leave that a search found.
///
/// Errors: std::invalid_argument if the network is no whole multibutterfly.
std::string survivors_csv(const Topology& network, const FaultRule& rule, const FaultDraws& draws);

/// CSV: the least outputs of a side that so many inputs of a splitter are joined to, the first of each level
/// that has twice as many inputs.
///
/// Errors: as above.
std::string expansion_csv(const Topology& network, const std::vector<int>& inputs, std::uint64_t seed);

}  // namespace switchyard
