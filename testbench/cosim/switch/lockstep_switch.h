#pragma once

#include <memory>

#include "hw/router/vc/switch_blocks.h"
#include "testbench/cosim/pin_comparison.h"
#include "testbench/cosim/switch/model_switch.h"
#include "testbench/cosim/switch/rtl_switch.h"

namespace switchyard {

/// The blocks of a router, as model and as RTL. It is itself a SwitchBlocks, so the pair can stand inside any
/// router of any network.
///
/// The router goes on with what the model decides. In every cycle, also in those in which the router sleeps,
/// every output of the RTL must be the model's, and zero where the model was not asked. The first difference
/// goes to the log, which stops the run.
class LockstepSwitch final : public SwitchBlocks {
 public:
  /// `log` must outlive this object.
  LockstepSwitch(NodeId node, const SwitchShape& shape, std::unique_ptr<RtlSwitch> rtl, DivergenceLog& log);
  LockstepSwitch(const LockstepSwitch&) = delete;  // The RTL calls it.

  void reset() override;
  VcMask pick_output_vc(PortId port, VcMask requests) override;
  VcMask pick_input_vc(PortId port, VcMask requests) override;
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override;
  void allocate_vcs(std::span<VcRequest> requests) override;
  Flit cross(std::size_t input, std::size_t output, const Flit& flit) override;
  void end_cycle() override { rtl_->end_cycle(); }

  WaveGuest& model_waves() { return comparison_; }

 private:
  ModelSwitch model_;
  std::unique_ptr<RtlSwitch> rtl_;
  SwitchPlaces places_;
  PinComparison comparison_;
};

}  // namespace switchyard
