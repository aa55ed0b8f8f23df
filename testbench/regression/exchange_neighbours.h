#pragma once

#include <cstdint>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/design/design.h"
#include "hw/router/exchange/exchange_switch.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// Everything around one exchange router: neighbours that keep the rules of exchanges and do otherwise what
/// chance says, and a terminal that keeps to its credits and now and then takes nothing for a while.
class ExchangeNeighbours {
 public:
  ExchangeNeighbours(const Design& design, NodeId node, double load, std::uint64_t seed)
      : terminal_(static_cast<PortId>(design.topology->port_count()) - 1),
        nodes_(design.topology->terminal_count()),
        load_(load),
        random_(seed, node, Purpose::Process),
        room_(design.router.terminal.input_depth[0]) {
    for (PortId p = 0; p < terminal_; ++p) {
      if (design.topology->far_end({node, p}).node != kNoNode) links_.set(p);
    }
  }

  /// What arrives in the next cycle; valid until the next call.
  PortInputs next() {
    inputs_ = {};
    inputs_.flits = flits_.data();
    inputs_.credits = credits_.data();
    if (random_.below(50) == 0) answer_rate_ = 1 - random_.unit();
    if (random_.below(50) == 0) sink_rate_ = random_.unit();
    for_each_bit(PortMask{links_}, [&](PortId p) { speak(p); });
    if (ejected_ > 0 && random_.unit() < sink_rate_) {
      --ejected_;
      credit(terminal_, 0);
    }
    if (room_ > 0 && random_.unit() < load_) {
      --room_;
      send(terminal_, 0);
    }
    return inputs_;
  }

  /// What the router drove.
  void take(const PortOutputs& outputs) {
    for_each_bit(PortMask{outputs.flit_ports}, [&](PortId p) {
      if (p == terminal_)
        ++ejected_;
      else if (outputs.flits[p].vc == ExchangeSwitch::kRequest)
        asked_.set(p);
      else
        replied_.set(p);
    });
    for_each_bit(PortMask{outputs.credit_ports}, [&](PortId p) {
      if (p == terminal_)
        ++room_;
      else if (outputs.credits[p].test(ExchangeSwitch::kRequest))
        asks_.clear(p);
    });
  }

 private:
  static constexpr PacketId kPacketStep = 0x9E3779B9;  ///< So that all bits of the numbers change.

  /// The far end of a link takes a reply in the cycle in which it comes, and answers a request when it likes,
  /// unless the packets cross. It has one request out at most.
  void speak(PortId p) {
    if (replied_.test(p)) {
      replied_.clear(p);
      credit(p, ExchangeSwitch::kReply);
    }
    bool replies = false;
    if (asked_.test(p) && random_.unit() < answer_rate_) {
      credit(p, ExchangeSwitch::kRequest);
      replies = !crossed_.test(p) && random_.below(2) == 0;
      if (replies) send(p, ExchangeSwitch::kReply);
      asked_.clear(p);
      crossed_.clear(p);
    }
    if (replies || asks_.test(p) || random_.unit() >= load_) return;
    send(p, ExchangeSwitch::kRequest);
    asks_.set(p);
    if (asked_.test(p)) crossed_.set(p);
  }

  void send(PortId p, VcId vc) {
    next_packet_ += kPacketStep;
    flits_[p] = {.packet = next_packet_,
                 .destination = random_.below(nodes_),
                 .payload = payload_of(next_packet_, 1),
                 .remaining = 1,
                 .vc = static_cast<std::uint8_t>(vc),
                 .head = true};
    inputs_.flit_ports.set(p);
  }
  void credit(PortId p, VcId vc) {
    if (!inputs_.credit_ports.test(p)) credits_[p] = 0;
    credits_[p].set(vc);
    inputs_.credit_ports.set(p);
  }

  PortId terminal_;
  TerminalId nodes_;
  double load_;
  RandomStream random_;
  PortMask links_ = 0;
  PortMask asked_ = 0;    ///< Links over which the router has a request out,
  PortMask crossed_ = 0;  ///< which one of the far end has met.
  PortMask replied_ = 0;  ///< Links over which a reply of the router has come.
  PortMask asks_ = 0;     ///< Links over which the far end has a request out.
  int room_;              ///< Of the injection buffer.
  int ejected_ = 0;       ///< Packets at the terminal.
  double answer_rate_ = 1;
  double sink_rate_ = 1;
  PacketId next_packet_ = 0;
  PortArray<Flit> flits_{};
  PortArray<VcMask> credits_{};
  PortInputs inputs_;
};

}  // namespace switchyard
