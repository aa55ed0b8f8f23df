#pragma once

#include <memory>

#include "testbench/cosim/chaos/model_visits.h"
#include "testbench/cosim/chaos/rtl_visits.h"
#include "testbench/cosim/lockstep.h"

namespace switchyard {

/// The visits of a chaos router, as model and as RTL.
class LockstepVisits final : public Lockstep<VisitBlock, ModelVisits, RtlVisits> {
 public:
  LockstepVisits(NodeId node, const VisitSite& site, std::unique_ptr<RtlVisits> rtl, DivergenceLog& log)
      : Lockstep(node, std::make_unique<ModelVisits>(site), std::move(rtl), log),
        places_(this->rtl().shape()) {}

  const VisitDecisions& step(const VisitArrivals& arrivals) override;

 private:
  void expect_taken(const VisitArrivals::Packet& packet);

  VisitPlaces places_;
};

}  // namespace switchyard
