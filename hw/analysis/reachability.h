#pragma once

#include <optional>
#include <string>

#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// A pair of nodes that a routing function does not serve, and why.
struct UndeliveredPair {
  NodeId source;
  NodeId destination;
  NodeId at;     ///< Where it goes wrong.
  bool circles;  ///< True: some choice leads back to a place the packet has been; false: no choice at all.
};

/// Walks every choice for every pair of nodes. Nothing is returned if all packets must arrive,
/// whichever choices are taken. Takes N^2 times the ports of a node.
std::optional<UndeliveredPair> find_undelivered_pair(const Topology& topology,
                                                     const RoutingFunction& routing);

}  // namespace switchyard
