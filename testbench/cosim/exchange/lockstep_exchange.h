#pragma once

#include <memory>

#include "testbench/cosim/exchange/model_exchange.h"
#include "testbench/cosim/exchange/rtl_exchange.h"
#include "testbench/cosim/lockstep.h"

namespace switchyard {

/// The buffers of an exchange router, as model and as RTL.
class LockstepExchange final : public Lockstep<ExchangeBlock, ModelExchange, RtlExchange> {
 public:
  LockstepExchange(NodeId node, const ExchangeSite& site, std::unique_ptr<RtlExchange> rtl,
                   DivergenceLog& log)
      : Lockstep(node, std::make_unique<ModelExchange>(site), std::move(rtl), log),
        places_(this->rtl().shape()) {}

  const ExchangeDecisions& step(const ExchangeArrivals& arrivals) override;

 private:
  ExchangePlaces places_;
};

}  // namespace switchyard
