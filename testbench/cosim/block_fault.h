#pragma once

#include <memory>
#include <string>

#include "hw/design/design.h"

namespace switchyard {

/// What became of a fault.
struct FaultUse {
  std::uint64_t answers = 0;  ///< Of the block, from the fault's cycle on.
  std::uint64_t spoilt = 0;   ///< Of these.
};

/// A fault to put into the answers of one block.
struct BlockFault {
  enum class Block {
    LinkArbiter,
    InputArbiter,
    Allocator,
    VcAllocator,
    Crossbar,
    MergeSwitch,
    NodeBuffers,
    TagSwitch,
    CompareExchange,
    QueueSwitch,
    VisitSequencer,
    ExchangeSwitch,
    VcRouter,
    QueueRouter,
    ChaosRouter,
    ExchangeRouter,
    MeshRouter,
    CombiningRouter
  } block = Block::LinkArbiter;
  NodeId node = 0;
  std::size_t index = 0;  ///< Arbiters and allocators: (input) port; the others: output.
  Cycle from = 0;
  std::shared_ptr<FaultUse> use = std::make_shared<FaultUse>();  ///< Of all copies.
};

const char* name_of(BlockFault::Block block);

/// Reads "router_5.link_arbiter_2@1000": block 2 of its kind in router 5, from cycle 1000 on.
///
/// Errors: std::invalid_argument that says what it should look like.
BlockFault parse_block_fault(const std::string& text);

/// Why a fault that spoilt nothing did not, in a run that ended after `cycles`.
std::string why_never_put_in(const BlockFault& fault, Cycle cycles);

}  // namespace switchyard
