#pragma once

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"
#include "hw/routing/wrong_bits.h"

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

/// A hop over every one of these links.
inline std::uint64_t hops(PortMask links, VcId queue_there, int ports) {
  return std::uint64_t{links} << (queue_there * ports);
}
/// A move into the queue, if `really`.
inline std::uint64_t move_if(bool really, VcId queue, int ports) {
  return std::uint64_t{really} << (queue * ports + ports - 1);
}

/// What the masks stand for. `preference`: of those that are no escapes.
inline void add_candidates(RouteSet& routes, const QueueCandidates& candidates, int ports,
                           Preference preference) {
  const auto add = [&](std::uint64_t vcs, Preference with) {
    for_each_bit(vcs, [&](int link_vc) {
      const PortId port = link_vc % ports;
      routes.add(port == ports - 1 ? kCentralQueues : port, bit<VcMask>(link_vc / ports), with);
    });
  };
  add(candidates.preferred, preference);
  add(candidates.escape, Preference::Escape);
}

}  // namespace switchyard
