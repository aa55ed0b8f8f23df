#pragma once

#include <string>

#include "hw/design/design.h"
#include "testbench/cosim/queues/queue_limits.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/router/router_rtl.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// The straps of rtl/queues/queue_router.sv.

/// What the RTL's parameters say; of a design, what they must say at least.
struct QueueRouterShape {
  int ports = 0;
  int queues = 0;
  int slots = 0;           ///< Of the largest queue.
  int depth = 0;           ///< Of an input buffer.
  int ejection_slots = 0;  ///< Of the ejection buffer.
  int radix = 0;           ///< Nodes per dimension of a mesh, hypercube: 2; of a design 0: routes by table.
  int table_nodes = 0;     ///< Destinations in the routing table, which none needs where there is a radix.
  QueueLimits limits = {};

  constexpr int vcs() const { return ports * queues; }
  bool can_be(const QueueRouterShape& wanted) const;
};
std::string describe(const QueueRouterShape& shape);

/// Errors: std::invalid_argument, with what it can carry, if the RTL is another router than the design's.
QueueRouterShape queue_router_shape(const Design& design);

/// Those of queue_router.
RouterPlaces queue_router_places(int ports, int queues);

/// They are for RTL of this shape, which is one that the design can_be().
struct QueueRouterStraps {
  StrapPins site;  ///< queue_site_t of rtl/include/net_types.svh.
  StrapPins capacity;
  StrapPins table;  ///< Empty if it routes without one.
  StrapPins start;
};
QueueRouterStraps queue_router_straps(const Design& design, NodeId node, const QueueRouterShape& built);

/// Errors: those of queue_router_shape().
RouterRtl queue_router_rtl(const Design& design, NodeId node);

/// Throws what queue_router_shape() throws.
[[noreturn]] void refuse_queue_router(const std::string& why);

}  // namespace switchyard
