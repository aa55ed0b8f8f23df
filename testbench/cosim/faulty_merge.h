#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "hw/router/merge_block.h"
#include "testbench/cosim/faulty_switch.h"

namespace switchyard {

/// Passes on what a merge switch does, with the lowest bit of the word of every message at one output flipped
/// from a cycle on: to show that a comparison sees it.
class FaultyMerge final : public MergeBlock {
 public:
  FaultyMerge(std::unique_ptr<MergeBlock> block, const BlockFault& fault, std::function<Cycle()> now)
      : block_(std::move(block)), fault_(fault), now_(std::move(now)) {}

  void reset() override { block_->reset(); }
  MergeDepartures merge(const MergeArrivals& arrivals) override {
    MergeDepartures departures = block_->merge(arrivals);
    if (fault_.block == BlockFault::Block::MergeSwitch && fault_.index < departures.flits.size() &&
        departures.flits[fault_.index].valid() && now_() >= fault_.from)
      departures.flits[fault_.index].payload ^= 1;
    return departures;
  }
  std::array<Flit, 2> ghosts(OutputMask idle) override { return block_->ghosts(idle); }

 private:
  std::unique_ptr<MergeBlock> block_;
  BlockFault fault_;
  std::function<Cycle()> now_;
};

}  // namespace switchyard
