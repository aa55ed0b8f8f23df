#pragma once

#include <array>
#include <functional>
#include <string>
#include <utility>

#include "hw/base/flit.h"

namespace switchyard {

/// A fault to put into the answers of one block.
struct BlockFault {
  enum class Block {
    LinkArbiter,
    LaneArbiter,
    Allocator,
    VcAllocator,
    Crossbar,
    MergeSwitch,
    NodeBuffers
  } block = Block::LinkArbiter;
  NodeId node = 0;
  std::size_t index = 0;  ///< Arbiters and allocators: (input) port; the others: output.
  Cycle from = 0;
};

/// Reads "router_5.link_arbiter_2@1000": block 2 of its kind in router 5, from cycle 1000 on.
///
/// Errors: std::invalid_argument that says what it should look like.
BlockFault parse_block_fault(const std::string& text);

/// A fault and the time, which say together what is spoilt.
class TimedFault {
 public:
  TimedFault(const BlockFault& fault, std::function<Cycle()> now) : fault_(fault), now_(std::move(now)) {}

  bool hits(BlockFault::Block block, std::size_t index) const {
    return fault_.block == block && fault_.index == index && now_() >= fault_.from;
  }
  /// Flips the lowest bit of the payload of what leaves a block through the output that is hit.
  template <std::size_t kOutputs>
  void spoil(BlockFault::Block block, std::array<Flit, kOutputs>& flits) const {
    for (std::size_t output = 0; output < kOutputs; ++output) {
      if (flits[output].valid() && hits(block, output)) flits[output].payload ^= 1;
    }
  }

 private:
  BlockFault fault_;
  std::function<Cycle()> now_;
};

}  // namespace switchyard
