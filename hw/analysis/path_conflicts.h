#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// What is to go from one terminal to another.
struct TerminalPath {
  TerminalId source;
  TerminalId destination;
  friend bool operator==(const TerminalPath&, const TerminalPath&) = default;
};

/// The channels that a packet takes, in order.
///
/// Errors: std::invalid_argument if the routing function leaves a choice on the way, or leads nowhere.
std::vector<int> channels_of(const Topology& topology, const RoutingFunction& routing,
                             const TerminalPath& path);

/// What is in the way of paths that are to be taken in the same cycles.
///
/// Two paths are in conflict if they share a channel and have different sources and different destinations.
/// Those of one source or one destination share the link of that terminal; they are counted apart.
struct PathConflicts {
  std::uint64_t conflicts = 0;         ///< Pairs of paths.
  int busiest = 0;                     ///< Paths over the channel that most are over.
  TerminalId shared_sources = 0;       ///< Terminals where several paths begin,
  TerminalId shared_destinations = 0;  ///< and where several end.
  struct First {
    TerminalPath a;
    TerminalPath b;
    int channel;
  };
  std::optional<First> first = {};  ///< The conflict whose second path comes first in the set.

  bool can_go_at_once() const { return conflicts == 0 && shared_sources == 0 && shared_destinations == 0; }
};

/// Follows each path once and looks into the lists of those that are over a channel: no pair that shares none
/// costs anything. Paths from a terminal to itself count, and begin and end there.
///
/// Errors: those of channels_of().
PathConflicts find_conflicts(const Topology& topology, const RoutingFunction& routing,
                             const std::vector<TerminalPath>& paths);

}  // namespace switchyard
