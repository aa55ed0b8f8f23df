#pragma once

#include <memory>
#include <utility>

#include "hw/router/merge_block.h"
#include "testbench/cosim/block_fault.h"

namespace switchyard {

/// Passes on what a merge switch does, the messages at one output spoilt from a cycle on: to show that a
/// comparison sees it.
class FaultyMerge final : public MergeBlock {
 public:
  FaultyMerge(std::unique_ptr<MergeBlock> block, TimedFault fault)
      : block_(std::move(block)), fault_(std::move(fault)) {}

  void reset() override { block_->reset(); }
  MergeDepartures merge(const MergeArrivals& arrivals) override {
    MergeDepartures departures = block_->merge(arrivals);
    fault_.spoil(BlockFault::Block::MergeSwitch, departures.flits);
    return departures;
  }
  std::array<Flit, 2> ghosts(OutputMask idle) override { return block_->ghosts(idle); }

 private:
  std::unique_ptr<MergeBlock> block_;
  TimedFault fault_;
};

}  // namespace switchyard
