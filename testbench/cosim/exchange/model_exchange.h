#pragma once

#include "hw/router/exchange/exchange_block.h"

namespace switchyard {

/// An ExchangeSwitch behind the interface: the model's side of a lockstep pair.
class ModelExchange final : public ExchangeBlock {
 public:
  explicit ModelExchange(const ExchangeSite& site) : switch_(site) {}

  void reset() override { switch_.reset(); }
  const ExchangeDecisions& step(const ExchangeArrivals& arrivals) override;

 private:
  struct Node {
    ExchangeDecisions& decisions;
    int room;

    bool can_eject() const { return room != 0; }
    bool eject(const Flit& flit) {
      if (room == 0) return false;
      --room;
      decisions.ejected.push_back(flit);
      return true;
    }
    bool arrive(int, const Flit& flit) { return eject(flit); }
    void send(PortId link, VcId vc, const Flit& flit) const {
      (vc == ExchangeSwitch::kRequest ? decisions.asked : decisions.answered).set(link);
      decisions.sent[link] = flit;
    }
    void entered() const {}
  };

  void inject(const Flit& flit, Node& node);

  ExchangeSwitch switch_;
  ExchangeDecisions decisions_;
};

}  // namespace switchyard
