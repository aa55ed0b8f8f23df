#pragma once

#include "hw/router/queues/queue_block.h"

namespace switchyard {

/// A QueueSwitch behind the interface: the model's side of a lockstep pair.
class ModelQueues final : public QueueBlock {
 public:
  explicit ModelQueues(const QueueSite& site) : queues_(site) { queues_.reset(); }

  void reset() override { queues_.reset(); }
  const QueueDepartures& step(const QueueArrivals& arrivals) override {
    queues_.make_eligible();
    departures_.sent = 0;
    for (std::vector<std::uint8_t>& sources : departures_.sources) sources.clear();
    Node node{*this, arrivals};
    queues_.fill(arrivals.entering, queues_.serve(arrivals.free, node), node);
    return departures_;
  }
  const QueueSwitch& queues() const { return queues_; }

 private:
  struct Node {
    ModelQueues& model;
    const QueueArrivals& arrivals;

    QueueSwitch::VcSet closed(VcId) const { return 0; }
    int room(int) const { return 1; }
    void send(VcId, int vc, const Flit& flit) const {
      const PortId port = model.queues_.port_of(vc);
      Flit& sent = model.departures_.flits[port];
      sent = flit;
      sent.vc = static_cast<std::uint8_t>(model.queues_.class_of(vc));
      model.departures_.sent.set(port);
    }
    const Flit& front(int vc) const { return arrivals.fronts[vc]; }
    void enter(VcId queue, int vc) const { came(queue, model.queues_.port_of(vc)); }
    void move(VcId from, VcId to, const Flit&) const { came(to, model.queues_.ports() + from); }

   private:
    void came(VcId queue, int source) const {
      model.departures_.sources[queue].push_back(static_cast<std::uint8_t>(source));
    }
  };

  QueueSwitch queues_;
  QueueDepartures departures_;
};

}  // namespace switchyard
