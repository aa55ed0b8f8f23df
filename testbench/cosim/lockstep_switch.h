#pragma once

#include <memory>

#include "hw/router/switch_blocks.h"
#include "testbench/cosim/block_comparison.h"

namespace switchyard {

/// Two sets of blocks that must agree in every use. It is itself a SwitchBlocks, so the pair can stand inside
/// any router of any network.
///
/// The router goes on with what the model decided; the first difference goes to the log, which stops the run.
class LockstepSwitch final : public SwitchBlocks {
 public:
  /// `log` must outlive this object.
  LockstepSwitch(NodeId node, const SwitchShape& shape, std::unique_ptr<SwitchBlocks> rtl,
                 DivergenceLog& log);

  void reset() override;
  VcMask pick_link_lane(PortId port, VcMask requests) override;
  VcMask pick_input_lane(PortId port, VcMask requests) override;
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override;
  void allocate_lanes(std::span<LaneRequest> requests) override;
  Flit cross(std::size_t input, std::size_t output, const Flit& flit) override;

 private:
  BlockComparison comparison_;
  std::size_t ports_;
  int vcs_;
  std::unique_ptr<SwitchBlocks> model_;
  std::unique_ptr<SwitchBlocks> rtl_;
};

}  // namespace switchyard
