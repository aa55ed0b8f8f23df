#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/base/random_stream.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Which switches of a multibutterfly are given up so that no packet gets to one from which its destination
/// cannot be reached.
struct FaultRule {
  enum class Declare : std::uint8_t { Half, All };
  static inline const std::array<std::string, 2> kDeclares{"half", "all"};

  double erase = 0.5;              ///< A splitter with more than this share of faulty inputs is erased.
  Declare declare = Declare::All;  ///< How many of a side's links must lead to faulty switches.
};

/// What faults leave of a multibutterfly.
struct Survivors {
  std::vector<bool> left;  ///< [node]
  NodeId inputs = 0;
  NodeId outputs = 0;
};

/// First splitters are erased, from level 0 on: their inputs, and all of their rows behind them. Then
/// switches are declared faulty, from the last level back: those of which half or all links to a side lead to
/// switches that are faulty or declared; links to what is erased do not count. What is left are the switches
/// that are neither: each has a link to one that is left on either side, or that side is erased.
///
/// Precondition: a whole multibutterfly.
/// Source: Felperin et al., Proc. IEEE 1991, section VII, which leaves rule and order to the works that it
///         names.
Survivors find_survivors(const Topology& network, const std::vector<NodeId>& faulty, const FaultRule& rule);

/// So many different switches.
std::vector<NodeId> random_faults(const Topology& network, int count, RandomStream& random);

/// Faults that leave few inputs and outputs: from random ones, moves of one fault at a time that leave no
/// more, `moves` of them tried.
std::vector<NodeId> bad_faults(const Topology& network, int count, const FaultRule& rule, int moves,
                               RandomStream& random);

}  // namespace switchyard
