#pragma once

#include <memory>
#include <utility>

#include "testbench/cosim/block_comparison.h"
#include "testbench/cosim/model_buffers.h"

namespace switchyard {

/// The buffers of a mesh node twice, which must agree in every cycle. It is itself a BufferBlock, so the pair
/// can stand inside any node.
///
/// The node goes on with what the model did; the first difference goes to the log, which stops the run.
class LockstepBuffers final : public BufferBlock {
 public:
  /// `log` must outlive this object.
  LockstepBuffers(NodeId node, const BufferSite& site, std::unique_ptr<BufferBlock> rtl, DivergenceLog& log)
      : comparison_(node, log), model_(site), rtl_(std::move(rtl)) {}

  void reset() override;
  BufferDepartures step(const BufferArrivals& arrivals) override;

 private:
  BlockComparison comparison_;
  ModelBuffers model_;
  std::unique_ptr<BufferBlock> rtl_;
};

}  // namespace switchyard
