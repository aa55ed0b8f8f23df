#pragma once

#include <memory>

#include "hw/router/combining/merge_block.h"
#include "testbench/cosim/rtl_model.h"
#include "testbench/cosim/rtl_options.h"

namespace switchyard {

/// For layout() see MergePlaces.
class RtlMerge : public MergeBlock, public RtlModel {};

/// The Verilated rtl/merge/merge_switch.sv of node `node`.
///
/// Models are built for the queues in testbench/cosim/CMakeLists.txt; the site must have one of them.
///
/// Errors: std::invalid_argument if none has its queue, with those that there are; also if the program was
///         built without Verilator.
std::unique_ptr<RtlMerge> make_rtl_merge(NodeId node, const MergeSite& site, const RtlOptions& options = {});

}  // namespace switchyard
