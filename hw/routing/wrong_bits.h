#pragma once

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

// Addresses of a hypercube: dimension d is bit d, and port d leads over it, up from 0 to 1 or down from 1 to
// 0.

/// Address bits that are 0 here and must become 1: the dimensions that lead up.
inline NodeId wrong_zeros(NodeId here, NodeId destination) { return destination & ~here; }
/// Address bits that are 1 here and must become 0: the dimensions that lead down.
inline NodeId wrong_ones(NodeId here, NodeId destination) { return here & ~destination; }
/// Without a branch: packets go everywhere.
inline NodeId wrong_bits(bool ones, NodeId here, NodeId destination) {
  return (here ^ destination) & (here ^ (NodeId{ones} - 1));
}

/// A hop through each of `dimensions`.
inline void add_hops(RouteSet& routes, NodeId dimensions, VcMask vcs, Preference preference) {
  for_each_bit(dimensions, [&](PortId d) { routes.add(d, vcs, preference); });
}
/// A hop through the highest of `dimensions`, if there is any: what e-cube does.
inline void add_highest_hop(RouteSet& routes, NodeId dimensions, VcMask vcs, Preference preference) {
  if (dimensions != 0) routes.add(highest_bit(dimensions), vcs, preference);
}

/// The hop by which a packet came to a node of an n-cube.
struct LastHop {
  bool enters = false;  ///< It made none.
  bool up = false;
  int dimension = 0;
};
inline LastHop last_hop(const RouteQuery& query, int dimensions) {
  if (query.held_port < 0 || query.held_port >= dimensions) return {.enters = true};
  return {.up = (query.here >> query.held_port & 1) != 0, .dimension = query.held_port};
}

}  // namespace switchyard
