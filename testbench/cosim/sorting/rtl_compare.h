#pragma once

#include <memory>

#include "hw/router/sorting/compare_block.h"
#include "testbench/cosim/rtl_model.h"
#include "testbench/cosim/rtl_options.h"

namespace switchyard {

/// For layout() see ComparePlaces.
class RtlCompare : public CompareBlock, public RtlModel {
 public:
  /// Has the cycles before the present one that it has not had: see RtlModel.
  virtual void have_missed_cycles() = 0;
};

/// The Verilated rtl/sorting/compare_exchange.sv of node `node`.
///
/// Errors: std::invalid_argument if none is built for keys of so many bits, or the program was built without
///         Verilator.
std::unique_ptr<RtlCompare> make_rtl_compare(NodeId node, const CompareSite& site,
                                             const RtlOptions& options = {});

}  // namespace switchyard
