#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>

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
    VcRouter
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

/// A fault and the time, which say together what is spoilt. It counts what it spoils.
class TimedFault {
 public:
  TimedFault(const BlockFault& fault, std::function<Cycle()> now) : fault_(fault), now_(std::move(now)) {}

  /// `answer`, or `spoilt` if it is to be spoilt.
  template <class Answer>
  Answer spoil(BlockFault::Block block, std::size_t index, const Answer& answer, const Answer& spoilt) const {
    if (fault_.block != block || fault_.index != index || now_() < fault_.from) return answer;
    ++fault_.use->answers;
    if (spoilt != answer) ++fault_.use->spoilt;
    return spoilt;
  }
  /// Flips the lowest bit of the payload of what leaves a block through the output that is hit.
  template <std::size_t kOutputs>
  void spoil(BlockFault::Block block, std::array<Flit, kOutputs>& flits) const {
    for (std::size_t output = 0; output < kOutputs; ++output) {
      if (flits[output].valid()) flits[output] = spoil(block, output, flits[output]);
    }
  }
  Flit spoil(BlockFault::Block block, std::size_t output, const Flit& flit) const {
    Flit spoilt = flit;
    spoilt.payload ^= 1;
    return spoil(block, output, flit, spoilt);
  }

 private:
  BlockFault fault_;
  std::function<Cycle()> now_;
};

}  // namespace switchyard
