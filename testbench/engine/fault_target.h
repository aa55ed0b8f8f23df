#pragma once

#include "hw/design/design.h"
#include "testbench/cosim/block_fault.h"

namespace switchyard {

/// `whole_routers`: a router is one block, else the parts that RTL stands in for are.
///
/// Errors: std::invalid_argument that names the blocks of the router, if the one of the fault is not there.
void require_block(const BlockFault& fault, const Design& design, bool whole_routers = false);

}  // namespace switchyard
