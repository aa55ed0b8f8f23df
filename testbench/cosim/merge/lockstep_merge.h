#pragma once

#include <memory>

#include "testbench/cosim/merge/merge_pins.h"
#include "testbench/cosim/merge/model_merge.h"
#include "testbench/cosim/merge/rtl_merge.h"
#include "testbench/cosim/pin_comparison.h"

namespace switchyard {

/// A merge switch, as model and as RTL. It is itself a MergeBlock, so the pair can stand inside any node.
///
/// The node goes on with what the model did. In every cycle every output of the RTL must be the model's, and
/// zero where nothing leaves. The first difference goes to the log, which stops the run.
class LockstepMerge final : public MergeBlock {
 public:
  /// `log` must outlive this object.
  LockstepMerge(NodeId node, const MergeSite& site, std::unique_ptr<RtlMerge> rtl, DivergenceLog& log);
  LockstepMerge(const LockstepMerge&) = delete;  // The RTL calls it.

  void reset() override;
  MergeDepartures merge(const MergeArrivals& arrivals) override;
  std::array<Flit, 2> ghosts(OutputMask idle) override;

  WaveGuest& model_waves() { return comparison_; }

 private:
  /// Returns a bit for each output that something leaves through.
  std::uint32_t expect(const std::array<Flit, 2>& flits);

  MergePlaces places_;
  ModelMerge model_;
  std::unique_ptr<RtlMerge> rtl_;
  PinComparison comparison_;
};

}  // namespace switchyard
