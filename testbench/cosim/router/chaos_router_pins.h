#pragma once

#include <string>

#include "hw/design/design.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/router/router_rtl.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// The straps of rtl/chaos/chaos_router.sv.

/// What the RTL's parameters say; of a design, what they must say at least.
struct ChaosRouterShape {
  int ports = 0;
  int slots = 0;  ///< Packets of the queue.
  int flits = 0;  ///< Of a packet.
  int injection_flits = 0;
  int ejection_slots = 0;  ///< Packets.
  int visits = 0;          ///< Per cycle.
  int latency = 0;         ///< Of a link.
  int radix = 0;        ///< Nodes per dimension, hypercube: 2; of a design 0: they differ, or it is no grid.
  int table_nodes = 0;  ///< Destinations in the routing table, which none needs where the radix is the same.

  constexpr int links() const { return ports - 1; }
  bool can_be(const ChaosRouterShape& wanted) const;
  bool routes_by_table(const ChaosRouterShape& wanted) const { return radix != wanted.radix; }
};
std::string describe(const ChaosRouterShape& shape);

/// Errors: std::invalid_argument, with what it can carry, if the RTL is another router than the design's.
ChaosRouterShape chaos_router_shape(const Design& design);

/// Those of chaos_router.
RouterPlaces chaos_router_places(int ports);

/// They are for RTL of this shape, which is one that the design can_be().
struct ChaosRouterStraps {
  StrapPins site;  ///< chaos_site_t of rtl/include/net_types.svh.
  StrapPins latency;
  StrapPins first;
  StrapPins table;  ///< Empty if it routes without one.
  StrapPins start;
};
ChaosRouterStraps chaos_router_straps(const Design& design, NodeId node, const ChaosRouterShape& built);

/// Errors: those of chaos_router_shape().
RouterRtl chaos_router_rtl(const Design& design, NodeId node);

/// Throws what chaos_router_shape() throws.
[[noreturn]] void refuse_chaos_router(const std::string& why);

}  // namespace switchyard
