#pragma once

#include <memory>

#include "hw/router/circuit/circuit_block.h"
#include "hw/topology/topology.h"
#include "testbench/cosim/rtl_model.h"
#include "testbench/cosim/rtl_options.h"

namespace switchyard {

/// For layout() see CircuitPlaces.
class RtlCircuit : public CircuitBlock, public RtlModel {
 public:
  /// Has the cycles before the present one that it has not had: see RtlModel.
  virtual void have_missed_cycles() = 0;
};

/// The Verilated rtl/switch/tag_switch.sv of node `node` of a multistage network, which must outlive it. It
/// looks at the destination's tag, and not at the output that the routing function names.
///
/// Models are built for the switches in testbench/cosim/CMakeLists.txt.
///
/// Errors: std::invalid_argument if the topology is no multistage network, or none is built for its switches
///         and stages, with those that there are; also if the program was built without Verilator.
std::unique_ptr<RtlCircuit> make_rtl_circuit(NodeId node, const CircuitSite& site, const Topology& topology,
                                             const RtlOptions& options = {});

}  // namespace switchyard
