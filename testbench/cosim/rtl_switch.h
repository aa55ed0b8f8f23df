#pragma once

#include <memory>

#include "hw/router/switch_blocks.h"
#include "testbench/cosim/rtl_model.h"

namespace switchyard {

/// One router's blocks in RTL.
class RtlSwitch : public SwitchBlocks, public RtlModel {};

/// The Verilated rr_arbiter, sep_if_allocator, vc_allocator and mux_crossbar of rtl/ of router `node`.
///
/// Models are built for a few sizes; a smaller router leaves the upper requests at 0, which changes no grant.
/// A router of more than 8 ports with more than 4 lanes each has the model of hw/alloc as its VC allocator.
///
/// Errors: std::invalid_argument if the program was built without Verilator.
std::unique_ptr<RtlSwitch> make_rtl_switch(NodeId node, const SwitchShape& shape);

}  // namespace switchyard
