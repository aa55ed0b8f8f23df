#pragma once

#include <cstdint>

#include "hw/design/design.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// Routing tables of rtl/router/vc_router.sv: what any routing function allows at one node, for the head
/// flits of each input VC.

/// The most destinations that a table is made for.
constexpr int kMaxTableNodes = 64;

/// Errors: std::invalid_argument, with the reason, if the RTL cannot choose as the model does among what
///         routing allows somewhere. Precondition: no more than kMaxTableNodes terminals.
void demand_route_tables(const Design& design);

/// table_i of vc_router, for so many destinations. Precondition: demand_route_tables() takes the design.
StrapPins vc_route_table(const Design& design, NodeId node, int table_nodes);

}  // namespace switchyard
