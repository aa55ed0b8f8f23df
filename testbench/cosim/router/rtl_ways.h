#pragma once

#include <memory>

#include "hw/design/design.h"

namespace switchyard {

/// What packets in central queues may take, as rtl/queues/queue_ways.sv says it: for proofs about it.
class RtlWays {
 public:
  virtual ~RtlWays() = default;

  /// Precondition: `here != destination`.
  virtual QueueCandidates candidates(NodeId here, NodeId destination, VcId queue) = 0;
};

/// Models are built for the shapes in testbench/cosim/CMakeLists.txt.
///
/// Errors: std::invalid_argument if the RTL cannot carry the design, or no model is built for it; also if the
///         program was built without Verilator.
std::unique_ptr<RtlWays> make_rtl_ways(const Design& design);

}  // namespace switchyard
