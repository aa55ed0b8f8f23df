#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hw/router/switch_blocks.h"

namespace switchyard {

/// A fault to put into the answers of one block.
struct BlockFault {
  enum class Block {
    LinkArbiter,
    LaneArbiter,
    Allocator,
    VcAllocator,
    Crossbar,
    MergeSwitch
  } block = Block::LinkArbiter;
  NodeId node = 0;
  std::size_t index = 0;  ///< Arbiters and allocators: (input) port; crossbar and merge switch: output.
  Cycle from = 0;
};

/// Reads "router_5.link_arbiter_2@1000": block 2 of its kind in router 5, from cycle 1000 on.
///
/// Errors: std::invalid_argument that says what it should look like.
BlockFault parse_block_fault(const std::string& text);

/// Passes on what the blocks answer, spoilt from a cycle on: to show that a comparison sees it.
///
/// An arbiter grants a lane other than it should as soon as two ask; an allocator takes the grants of a port
/// back; the crossbar flips the lowest bit of the payload.
class FaultySwitch final : public SwitchBlocks {
 public:
  FaultySwitch(std::unique_ptr<SwitchBlocks> blocks, const BlockFault& fault, std::function<Cycle()> now);

  void reset() override { blocks_->reset(); }
  VcMask pick_link_lane(PortId port, VcMask requests) override;
  VcMask pick_input_lane(PortId port, VcMask requests) override;
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override;
  void allocate_lanes(std::span<LaneRequest> requests) override;
  Flit cross(std::size_t input, std::size_t output, const Flit& flit) override;

 private:
  bool hits(BlockFault::Block block, std::size_t index) const {
    return fault_.block == block && fault_.index == index && now_() >= fault_.from;
  }

  std::unique_ptr<SwitchBlocks> blocks_;
  BlockFault fault_;
  std::function<Cycle()> now_;
};

}  // namespace switchyard
