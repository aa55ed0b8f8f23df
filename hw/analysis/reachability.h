#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// A pair of nodes that a routing function does not serve, and why.
struct UndeliveredPair {
  enum class Reason {
    DeadEnd,   ///< No choice at all.
    OpenPort,  ///< Some choice is a port without a link.
    Circle     ///< Some choice leads back to a VC that the packet has been in.
  };

  NodeId source;
  NodeId destination;
  NodeId at;  ///< Where it goes wrong.
  Reason reason;
};

/// Whether a packet may set out: what faults have left of a relation has no choice at the source where it
/// cannot arrive. See SurvivingRoutes.
bool is_reachable(const Topology& topology, const RoutingFunction& routing, NodeId source,
                  NodeId destination);

/// The ordered pairs of different nodes that are not reachable.
std::vector<std::pair<NodeId, NodeId>> unreachable_pairs(const Topology& topology,
                                                         const RoutingFunction& routing);

/// Walks every VC of every choice for every pair of nodes. Nothing is returned if all packets must arrive,
/// whichever choices are taken. Takes N^2 times the input VCs of a node.
std::optional<UndeliveredPair> find_undelivered_pair(const Topology& topology,
                                                     const RoutingFunction& routing);

}  // namespace switchyard
