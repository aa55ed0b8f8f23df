#pragma once

#include <memory>

#include "hw/router/buffer_block.h"
#include "testbench/cosim/rtl_model.h"

namespace switchyard {

class RtlBuffers : public BufferBlock, public RtlModel {};

/// The Verilated rtl/mesh/node_buffers.sv of node `node`.
///
/// Models are built for the queues and banks in testbench/cosim/CMakeLists.txt; the site must have one of
/// those.
///
/// Errors: std::invalid_argument if none fits, with those that there are; also if the program was built
///         without Verilator.
std::unique_ptr<RtlBuffers> make_rtl_buffers(NodeId node, const BufferSite& site);

}  // namespace switchyard
