#pragma once

#include <memory>

#include "testbench/cosim/lockstep.h"
#include "testbench/cosim/sorting/compare_pins.h"
#include "testbench/cosim/sorting/rtl_compare.h"

namespace switchyard {

/// The compare-exchange of a node, as model and as RTL.
class LockstepCompare final : public Lockstep<CompareBlock, ModelCompare, RtlCompare> {
 public:
  LockstepCompare(NodeId node, const CompareSite& site, std::unique_ptr<RtlCompare> rtl, DivergenceLog& log);

  Flit step(const Comparison& comparison, const Flit& own, const Flit& other) override;

 private:
  ComparePlaces places_;
};

}  // namespace switchyard
