#pragma once

#include <memory>

#include "hw/router/mesh/buffer_block.h"
#include "testbench/cosim/rtl_model.h"
#include "testbench/cosim/rtl_options.h"

namespace switchyard {

/// For layout() see BufferPlaces.
class RtlBuffers : public BufferBlock, public RtlModel {
 public:
  /// Has the cycles before the present one that it has not had: see RtlModel.
  virtual void have_missed_cycles() = 0;
};

/// The Verilated rtl/mesh/node_buffers.sv of node `node`.
///
/// Models are built for the queues and banks in testbench/cosim/CMakeLists.txt; the site must have one of
/// them.
///
/// Errors: std::invalid_argument if none has them, with those that there are; also if the program was built
///         without Verilator.
std::unique_ptr<RtlBuffers> make_rtl_buffers(NodeId node, const BufferSite& site,
                                             const RtlOptions& options = {});

}  // namespace switchyard
