#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hw/alloc/port_allocator.h"
#include "hw/design/design.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/router/router_rtl.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// The straps of rtl/router/vc_router.sv.

/// Its `VcAllocator` if it does not match head flits with output VCs: net_pkg::OneHeadFlit.
constexpr int kOneHeadFlit = 4;

/// Cycles of the stages that the RTL can have.
struct VcRouterStages {
  int routing = 1;        ///< 0 or 1.
  int vc_allocation = 0;  ///< The same.
  int crossing = 1;       ///< From the grant to the link.
  bool speculative = false;
  bool bypass = false;
  friend bool operator==(const VcRouterStages&, const VcRouterStages&) = default;
};

/// What the RTL's parameters say.
struct VcRouterShape {
  int ports = 0;
  int virtual_channels = 0;
  int depth = 0;
  int radix = 0;  ///< Nodes per dimension; 2 where it routes by table.
  AllocatorConfig allocator{};
  VcRouterStages stages{};
  std::optional<AllocatorConfig> vc_allocator{};  ///< None: one head flit per cycle gets an output VC.
  int table_nodes = 1;                            ///< Destinations of the routing table; 1: there is none.
  int output_depth = 0;                           ///< Flits that an output VC stores.
  int latency = 0;  ///< Of the longest half-duplex link; 0: they are full duplex.

  /// Whether this RTL does for a design that needs `wanted`.
  bool can_be(const VcRouterShape& wanted) const;
  friend bool operator==(const VcRouterShape&, const VcRouterShape&) = default;
};
std::string describe(const VcRouterShape& shape);

/// Errors: std::invalid_argument, with what it can carry, if the RTL is another router than the design's.
VcRouterShape vc_router_shape(const Design& design);

/// Those of vc_router.
RouterPlaces vc_router_places(int ports, int virtual_channels);

/// site_t of rtl/include/net_types.svh. Precondition: vc_router_shape() takes the design.
StrapPins vc_router_site(const Design& design, NodeId node);

/// table_i of vc_router, of so many destinations. Precondition: vc_router_shape() takes the design.
StrapPins vc_router_table(const Design& design, NodeId node, int table_nodes);

/// duplex_i of vc_router, of links of up to so many cycles. Precondition: vc_router_shape() takes the design.
StrapPins vc_router_duplex(const Design& design, NodeId node, int latency);

/// start_i of vc_router. Precondition: vc_router_shape() takes the design.
StrapPins vc_router_starts(const Design& design, NodeId node);

/// Errors: those of vc_router_shape().
RouterRtl vc_router_rtl(const Design& design, NodeId node);

/// Throws what vc_router_shape() throws.
[[noreturn]] void refuse_vc_router(const std::string& why);

}  // namespace switchyard
