#pragma once

#include <memory>

#include "testbench/cosim/lockstep.h"
#include "testbench/cosim/merge/merge_pins.h"
#include "testbench/cosim/merge/model_merge.h"
#include "testbench/cosim/merge/rtl_merge.h"

namespace switchyard {

/// A merge switch, as model and as RTL.
class LockstepMerge final : public Lockstep<MergeBlock, ModelMerge, RtlMerge> {
 public:
  LockstepMerge(NodeId node, const MergeSite& site, std::unique_ptr<RtlMerge> rtl, DivergenceLog& log)
      : Lockstep(node, std::make_unique<ModelMerge>(site), std::move(rtl), log) {}

  MergeDepartures merge(const MergeArrivals& arrivals) override;
  std::array<Flit, 2> ghosts(OutputMask idle) override;

 private:
  /// Returns a bit for each output that something leaves through.
  std::uint32_t expect(const std::array<Flit, 2>& flits);

  MergePlaces places_;
};

}  // namespace switchyard
