#pragma once

#include <memory>
#include <span>

#include "hw/router/vc/switch_blocks.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/rtl_model.h"
#include "testbench/cosim/rtl_options.h"
#include "testbench/cosim/switch/switch_places.h"

namespace switchyard {

/// One router's blocks in RTL, by their pins. What is put on them lasts until the end of the cycle.
class RtlSwitch : public RtlModel {
 public:
  virtual void reset() = 0;
  virtual void request_output_vc(PortId port, VcMask requests) = 0;
  virtual void request_input_vc(PortId port, VcMask requests) = 0;
  virtual void request_ports(std::span<const PortMask> requests) = 0;
  virtual void request_vcs(std::span<const VcRequest> requests) = 0;
  virtual void request_matching(std::span<const std::uint64_t> requests) = 0;
  virtual void send(std::size_t input, std::size_t output, const Flit& flit) = 0;
  /// What comes out with what is on the pins by now. Outputs that the router has no use for are there too.
  virtual const PinWords& evaluate() = 0;
  /// No more comes in this cycle.
  virtual void end_cycle() = 0;

  virtual const SwitchPlaces& places() const = 0;
};

/// The Verilated rr_arbiter, sep_if_allocator, vc_allocator and mux_crossbar of rtl/ of router `node`.
///
/// Models are built for a few sizes; a smaller router leaves the upper requests at 0, which changes no grant.
///
/// Errors: std::invalid_argument with the sizes that are built, if none is large enough; also if the program
///         was built without Verilator.
std::unique_ptr<RtlSwitch> make_rtl_switch(NodeId node, const SwitchShape& shape,
                                           const RtlOptions& options = {});

}  // namespace switchyard
