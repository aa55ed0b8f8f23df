#pragma once

#include <memory>

#include "testbench/cosim/lockstep.h"
#include "testbench/cosim/queues/model_queues.h"
#include "testbench/cosim/queues/rtl_queues.h"

namespace switchyard {

/// Central queues, as model and as RTL.
class LockstepQueues final : public Lockstep<QueueBlock, ModelQueues, RtlQueues> {
 public:
  LockstepQueues(NodeId node, const QueueSite& site, std::unique_ptr<RtlQueues> rtl, DivergenceLog& log)
      : Lockstep(node, std::make_unique<ModelQueues>(site), std::move(rtl), log),
        places_(this->rtl().shape()) {}

  const QueueDepartures& step(const QueueArrivals& arrivals) override;

 private:
  QueuePlaces places_;
};

}  // namespace switchyard
