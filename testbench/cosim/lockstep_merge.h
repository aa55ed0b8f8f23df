#pragma once

#include <memory>
#include <utility>

#include "testbench/cosim/block_comparison.h"
#include "testbench/cosim/model_merge.h"

namespace switchyard {

/// Two merge switches that must agree in every cycle. It is itself a MergeBlock, so the pair can stand inside
/// any node.
///
/// The node goes on with what the model did; the first difference goes to the log, which stops the run.
class LockstepMerge final : public MergeBlock {
 public:
  /// `log` must outlive this object.
  LockstepMerge(NodeId node, const MergeSite& site, std::unique_ptr<MergeBlock> rtl, DivergenceLog& log)
      : comparison_(node, log), model_(site), rtl_(std::move(rtl)) {}

  void reset() override;
  MergeDepartures merge(const MergeArrivals& arrivals) override;
  std::array<Flit, 2> ghosts(OutputMask idle) override;

 private:
  BlockComparison comparison_;
  ModelMerge model_;
  std::unique_ptr<MergeBlock> rtl_;
};

}  // namespace switchyard
