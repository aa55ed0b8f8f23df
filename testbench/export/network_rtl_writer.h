#pragma once

#include <string>

#include "hw/design/design.h"
#include "testbench/cosim/router/router_rtl.h"

namespace switchyard {

/// The module `network`: the routers of a design with their straps, and the links between them.
///
/// Its pins are those of a router, [terminal] instead of [port]. Precondition: require_exportable().
std::string network_rtl(const Design& design);

/// Errors: std::invalid_argument, with what is needed, if there is no RTL for the network.
void require_exportable(const Design& design);

/// Whether some link has a link_repeater.
bool has_repeaters(const Design& design);

/// Of the router of node 0: all have the same module, and parameters.
RouterRtl router_of(const Design& design);

}  // namespace switchyard
