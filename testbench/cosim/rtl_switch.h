#pragma once

#include <memory>

#include "hw/router/switch_blocks.h"

namespace switchyard {

/// The Verilated rr_arbiter, sep_if_allocator and mux_crossbar of rtl/ as one router's blocks.
///
/// Models are built for a few sizes; a smaller router leaves the upper requests at 0, which changes no grant.
///
/// Errors: std::invalid_argument if the program was built without Verilator.
std::unique_ptr<SwitchBlocks> make_rtl_switch(const SwitchShape& shape);

}  // namespace switchyard
