#pragma once

#include <memory>

#include "hw/design/design.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/rtl_model.h"
#include "testbench/cosim/rtl_options.h"

namespace switchyard {

/// A whole router of one node in RTL.
///
/// In a cycle the pins carry its inputs and what the edge before has left on the outputs, which is what the
/// model drove in the cycle before.
class RtlRouter : public RtlModel {
 public:
  virtual const RouterPlaces& places() const = 0;  ///< Of layout().
  virtual void reset() = 0;
  /// Has the cycles before the present one that it has not had: see RtlModel.
  virtual void have_missed_cycles() = 0;
  /// From the next step() on, of a router that carries faults: see RouterCore.
  virtual void set_faulty_ports(PortMask /*ports*/) {}
  /// Has the present cycle, with these inputs.
  virtual void step(const PortInputs& inputs) = 0;
};

/// The Verilated router of rtl/ that is the design's: see WholeRouter. Models are built for the shapes in
/// testbench/cosim/CMakeLists.txt; the design must have one of them.
///
/// Errors: std::invalid_argument if the RTL cannot carry the design, with what it can carry; also if the
///         program was built without Verilator.
std::unique_ptr<RtlRouter> make_rtl_router(const Design& design, NodeId node, const RtlOptions& options = {});

}  // namespace switchyard
