#pragma once

#include <span>
#include <string>
#include <vector>

#include "hw/design/design.h"

namespace switchyard {

/// Something that a proof rests on, and whether it is so.
struct Condition {
  std::string name;
  bool holds = true;
  std::string fault;  ///< What is wrong; empty if it holds.
};

/// Each channel has one that leads back, between the same ports.
Condition bidirectional_channels(std::span<const Channel> channels);
/// Every node has a buffer for every link at the least.
Condition buffers_for_links(const Topology& topology, const Derouting& derouting);
/// From wherever a packet may be sent, the relation leads to every destination that is connected, and nearer
/// with each hop.
Condition derouting_is_legal(const Topology& topology, const RoutingFunction& routing);

/// What must hold for a network whose routers send packets the wrong way rather than let them wait: then
/// every packet that wants to enter a node will, whatever others do, and none waits for ever.
///
/// Time grows with the square of the nodes.
/// Source: Felperin et al., "Routing Techniques for Massively Parallel Communication", Proc. IEEE 1991,
///         sections IX and X.
std::vector<Condition> preemptive_conditions(const Topology& topology, const RoutingFunction& routing,
                                             const Derouting& derouting);

}  // namespace switchyard
