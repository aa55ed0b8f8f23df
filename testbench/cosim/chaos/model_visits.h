#pragma once

#include "hw/router/chaos/visit_block.h"

namespace switchyard {

/// A VisitSequencer behind the interface: the model's side of a lockstep pair.
class ModelVisits final : public VisitBlock {
 public:
  explicit ModelVisits(const VisitSite& site) : visits_(site) {}

  void reset() override { visits_.reset(); }
  const VisitDecisions& step(const VisitArrivals& arrivals) override {
    visits_.set_faulty_channels(arrivals.faulty);
    visits_.admit();
    decisions_.visits.clear();
    Node node(*this, arrivals);
    for (int k = 0; k < visits_.site().config.visits_per_cycle; ++k) {
      const PortId channel = visits_.next_channel(node.channels());
      if (channel < 0) break;
      decisions_.visits.push_back({.channel = channel});
      visits_.visit(channel, node);
    }
    return decisions_;
  }

 private:
  class Node {
   public:
    Node(ModelVisits& model, const VisitArrivals& arrivals)
        : model_(model),
          arrivals_(arrivals),
          free_(arrivals.free),
          full_(arrivals.full),
          room_(arrivals.room),
          waiting_(arrivals.waiting),
          has_next_(arrivals.has_next) {
      for_each_bit(full_, [&](PortId p) { here_.set(p, arrivals.packets[p].ways == 0); });
    }

    ChannelStates channels() const {
      return {.free = free_,
              .full = full_,
              .entering = full_ & ~here_,
              .stuck = room_ == 0 ? full_ & here_ : PortMask{0},
              .can_inject = has_next_ && (arrivals_.next.ways == 0 ? room_ != 0 : !model_.visits_.full(0)),
              .has_waiting = waiting_ != 0};
    }
    void send(PortId channel, int packet) {
      free_.clear(channel);
      visit().sends = true;
      visit().sent = static_cast<PacketId>(packet);
    }
    void read(PortId channel) {
      full_.clear(channel);
      visit().reads = true;
      take(arrivals_.packets[channel]);
    }
    void inject() {
      has_next_ = false;
      --waiting_;
      visit().injects = true;
      take(arrivals_.next);
    }

   private:
    VisitDecisions::Visit& visit() { return model_.decisions_.visits.back(); }
    void take(const VisitArrivals::Packet& packet) {
      if (packet.ways == 0) {
        --room_;
        return;
      }
      const Flit head{.packet = packet.packet, .payload = packet.created, .remaining = 1, .head = true};
      model_.visits_.enter(head, packet.ways, static_cast<int>(packet.packet));
    }

    ModelVisits& model_;
    const VisitArrivals& arrivals_;
    PortMask free_;
    PortMask full_;
    PortMask here_ = 0;  ///< Channels whose packet is for this node.
    int room_;
    int waiting_;
    bool has_next_;
  };

  VisitSequencer visits_;
  VisitDecisions decisions_;
};

}  // namespace switchyard
