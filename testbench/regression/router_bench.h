#pragma once

#include <string>

#include "hw/design/design.h"

namespace switchyard {

/// The module `router_tb`: the router of a node, as rtl/ has it, with its straps, and what plays the vectors
/// of its model against it: testbench/cosim/rtl/router_vectors.sv.
///
/// Errors: std::invalid_argument, with what it can carry, if the RTL cannot carry the design.
std::string router_bench(const Design& design, NodeId node);

}  // namespace switchyard
