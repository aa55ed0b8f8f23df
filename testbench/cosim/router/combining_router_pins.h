#pragma once

#include <string>

#include "hw/design/design.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/router/router_rtl.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// The straps of rtl/combining/combining_router.sv.

/// What the RTL's parameters say; of a design, what they must say at least.
struct CombiningRouterShape {
  int straight_links = 0;
  int queue = 0;       ///< Messages.
  int directions = 0;  ///< Of a direction FIFO.
  int words = 0;       ///< Of a memory module: a power of two.
  int key_bits = 0;
  int rows = 0;

  bool can_be(const CombiningRouterShape& wanted) const;
};
std::string describe(const CombiningRouterShape& shape);

CombiningRouterShape combining_router_shape(const Design& design);

/// Those of combining_router.
RouterPlaces combining_router_places(int straight_links);

/// They are for RTL of this shape, which is one that the design can_be().
struct CombiningRouterStraps {
  StrapPins site;
  StrapPins place;
  StrapPins odd;
  StrapPins multiples;
  StrapPins offset;
  StrapPins prime;
  StrapPins shift;
  StrapPins inverse;
};
CombiningRouterStraps combining_router_straps(const Design& design, NodeId node,
                                              const CombiningRouterShape& built);

RouterRtl combining_router_rtl(const Design& design, NodeId node);

/// Errors: std::invalid_argument, always.
[[noreturn]] void refuse_combining_router(const std::string& why);

}  // namespace switchyard
