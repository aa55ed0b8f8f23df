#pragma once

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

// What the relations over central queues have in common. A link has an input buffer per class, and a buffer's
// class is the queue that its packets enter next; the injection buffer is of class 0.

inline void add_move(RouteSet& routes, VcId queue, Preference preference) {
  routes.add(kCentralQueues, bit<VcMask>(queue), preference);
}
inline void add_hop(RouteSet& routes, PortId port, VcId queue_there, Preference preference) {
  routes.add(port, bit<VcMask>(queue_there), preference);
}

/// Whether the packet is in a buffer: then all that it can do is enter the queue of its class.
inline bool enters_queue(const RouteQuery& query, RouteSet& routes) {
  if (query.held_port == kCentralQueues) return false;
  add_move(routes, query.held_vc, Preference::Static);
  return true;
}

/// Address bits that are 0 here and must become 1; on a hypercube also the dimensions that lead up.
inline NodeId wrong_zeros(NodeId here, NodeId destination) { return destination & ~here; }
/// Address bits that are 1 here and must become 0.
inline NodeId wrong_ones(NodeId here, NodeId destination) { return here & ~destination; }

/// A hop in every one of these dimensions of a hypercube.
inline void add_hops(RouteSet& routes, NodeId dimensions, VcId queue_there, Preference preference) {
  for_each_bit(dimensions, [&](PortId d) { add_hop(routes, d, queue_there, preference); });
}

}  // namespace switchyard
