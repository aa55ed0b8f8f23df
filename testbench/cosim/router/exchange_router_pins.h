#pragma once

#include <string>

#include "hw/design/design.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/router/router_rtl.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// The straps of rtl/exchange/exchange_router.sv.

/// What the RTL's parameters say; of a design, what they must say at least.
struct ExchangeRouterShape {
  int ports = 0;
  int buffers = 0;  ///< Packets.
  int injection_flits = 0;
  int ejection_slots = 0;  ///< Packets.
  int table_nodes = 0;     ///< Destinations in the routing table.

  constexpr int links() const { return ports - 1; }
  bool can_be(const ExchangeRouterShape& wanted) const;
};
std::string describe(const ExchangeRouterShape& shape);

/// Errors: std::invalid_argument, with what it can carry, if the RTL is another router than the design's.
ExchangeRouterShape exchange_router_shape(const Design& design);

/// Those of exchange_router.
RouterPlaces exchange_router_places(int ports);

/// They are for RTL of this shape, which is one that the design can_be().
struct ExchangeRouterStraps {
  StrapPins site;  ///< exchange_site_t of rtl/include/net_types.svh.
  StrapPins buffers;
  StrapPins links;
  StrapPins table;
  StrapPins start;
};
ExchangeRouterStraps exchange_router_straps(const Design& design, NodeId node,
                                            const ExchangeRouterShape& built);

/// Errors: those of exchange_router_shape().
RouterRtl exchange_router_rtl(const Design& design, NodeId node);

/// Throws what exchange_router_shape() throws.
[[noreturn]] void refuse_exchange_router(const std::string& why);

}  // namespace switchyard
