#pragma once

#include <memory>
#include <utility>

#include "hw/router/buffer_block.h"
#include "testbench/cosim/block_fault.h"

namespace switchyard {

/// Passes on what the buffers of a mesh node do, the packets at one port spoilt from a cycle on: to show that
/// a comparison sees it.
class FaultyBuffers final : public BufferBlock {
 public:
  FaultyBuffers(std::unique_ptr<BufferBlock> block, TimedFault fault)
      : block_(std::move(block)), fault_(std::move(fault)) {}

  void reset() override { block_->reset(); }
  BufferDepartures step(const BufferArrivals& arrivals) override {
    BufferDepartures departures = block_->step(arrivals);
    fault_.spoil(BlockFault::Block::NodeBuffers, departures.flits);
    return departures;
  }

 private:
  std::unique_ptr<BufferBlock> block_;
  TimedFault fault_;
};

}  // namespace switchyard
