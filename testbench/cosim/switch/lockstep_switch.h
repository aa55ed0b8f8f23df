#pragma once

#include <memory>

#include "hw/router/vc/switch_blocks.h"
#include "testbench/cosim/lockstep.h"
#include "testbench/cosim/switch/model_switch.h"
#include "testbench/cosim/switch/rtl_switch.h"

namespace switchyard {

/// The blocks of a router, as model and as RTL.
class LockstepSwitch final : public Lockstep<SwitchBlocks, ModelSwitch, RtlSwitch> {
 public:
  LockstepSwitch(NodeId node, const SwitchShape& shape, std::unique_ptr<RtlSwitch> rtl, DivergenceLog& log);

  VcMask pick_output_vc(PortId port, VcMask requests) override;
  VcMask pick_input_vc(PortId port, VcMask requests) override;
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override;
  void allocate_vcs(std::span<VcRequest> requests) override;
  void match_vcs(std::span<const std::uint64_t> requests, std::span<std::uint64_t> grants) override;
  Flit cross(std::size_t input, std::size_t output, const Flit& flit) override;
  void end_cycle() override { rtl().end_cycle(); }

 private:
  SwitchPlaces places_;
};

}  // namespace switchyard
