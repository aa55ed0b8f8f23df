#pragma once

#include <string>

#include "hw/design/design.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/router/router_rtl.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// The straps of rtl/mesh/mesh_router.sv.

/// What the RTL's parameters say; of a design, what they must say at least.
struct MeshRouterShape {
  int side = 0;
  int capacity = 0;  ///< Packets per side and buffer type.
  int banks = 0;
  int passes = 0;  ///< Of the sorting algorithm.

  bool can_be(const MeshRouterShape& wanted) const;
};
std::string describe(const MeshRouterShape& shape);

/// Errors: std::invalid_argument, with what it can carry, if the RTL is another router than the design's.
MeshRouterShape mesh_router_shape(const Design& design);

/// Those of mesh_router.
RouterPlaces mesh_router_places();

/// They are for RTL of this shape, which is one that the design can_be().
struct MeshRouterStraps {
  StrapPins node;
  StrapPins schedule;  ///< Of the sort, as the node sees it.
  StrapPins start;
};
MeshRouterStraps mesh_router_straps(const Design& design, NodeId node, const MeshRouterShape& built);

/// Errors: those of mesh_router_shape().
RouterRtl mesh_router_rtl(const Design& design, NodeId node);

/// Throws what mesh_router_shape() throws.
[[noreturn]] void refuse_mesh_router(const std::string& why);

}  // namespace switchyard
