#pragma once

#include <memory>
#include <utility>

#include "hw/router/switch_blocks.h"
#include "testbench/cosim/block_fault.h"

namespace switchyard {

/// Passes on what the blocks answer, spoilt from a cycle on: to show that a comparison sees it.
///
/// An arbiter grants a lane other than it should as soon as two ask; an allocator takes the grants of a port
/// back; the crossbar flips the lowest bit of the payload.
class FaultySwitch final : public SwitchBlocks {
 public:
  FaultySwitch(std::unique_ptr<SwitchBlocks> blocks, TimedFault fault)
      : blocks_(std::move(blocks)), fault_(std::move(fault)) {}

  void reset() override { blocks_->reset(); }
  VcMask pick_link_lane(PortId port, VcMask requests) override;
  VcMask pick_input_lane(PortId port, VcMask requests) override;
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override;
  void allocate_lanes(std::span<LaneRequest> requests) override;
  Flit cross(std::size_t input, std::size_t output, const Flit& flit) override;

 private:
  std::unique_ptr<SwitchBlocks> blocks_;
  TimedFault fault_;
};

}  // namespace switchyard
