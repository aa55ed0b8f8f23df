#pragma once

#include <memory>
#include <utility>

#include "testbench/cosim/divergence.h"
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
      : node_(node), model_(site), rtl_(std::move(rtl)), log_(log) {}

  void reset() override;
  MergeDepartures merge(const MergeArrivals& arrivals) override;
  std::array<Flit, 2> ghosts(OutputMask idle) override;

 private:
  void compare(const std::array<Flit, 2>& model, const std::array<Flit, 2>& rtl);

  NodeId node_;
  ModelMerge model_;
  std::unique_ptr<MergeBlock> rtl_;
  DivergenceLog& log_;
};

}  // namespace switchyard
