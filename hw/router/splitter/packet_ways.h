#pragma once

#include "hw/base/terminals.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// By which ports packets of one flit may leave a node, where links have one VC.
class PacketWays {
 public:
  /// `routing` must outlive this object.
  PacketWays(const Topology& topology, NodeId node, const RoutingFunction& routing)
      : node_(node), exits_(topology.terminals_at(node).exits), routing_(routing) {}

  /// Of one that has come by port `from`.
  PortMask of(const Flit& flit, PortId from) const {
    const PortRef exit = exits_.of(flit.destination);
    if (exit.node == node_) return bit<PortMask>(exit.port);
    RouteSet routes;
    routing_.route({node_, exit.node, from, /*held_vc=*/0}, routes);
    PortMask ways = 0;
    for (const RouteChoice& choice : routes) ways.set(choice.port);
    return ways;
  }

 private:
  NodeId node_;
  Exits exits_;
  const RoutingFunction& routing_;
};

}  // namespace switchyard
