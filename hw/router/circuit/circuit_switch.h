#pragma once

#include <utility>

#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/bits.h"
#include "hw/base/huge_pages.h"
#include "hw/router/circuit/circuit_block.h"

namespace switchyard {

/// The crosspoints of a circuit switch: who holds which output, and who gets one.
///
/// An output is held from the cycle in which a header takes it until the tail has left and the header is
/// answered, or until the header is refused further on. It may be taken again in the cycle after that. Of
/// several headers that want an output in one cycle its round-robin arbiter picks one; headers for different
/// free outputs all win.
///
/// Timing:  a flit leaves in the cycle in which it is offered. An answer or a refusal goes back in the cycle
///          in which it comes, and flits leave from that cycle on.
class CircuitSwitch final : public CircuitBlock, public InHugePages {
 public:
  explicit CircuitSwitch(CircuitSite site) : site_(std::move(site)) { CircuitSwitch::reset(); }

  void reset() override {
    held_ = open_ = ended_ = 0;
    for (std::size_t o = 0; o < kMaxPorts; ++o) {
      arbiters_[o].reset(o < site_.starts.size() ? site_.starts[o] : 0);
    }
  }

  CircuitDepartures step(const CircuitArrivals& arrivals) override {
    CircuitDepartures departures;
    const PortMask free = ~held_;
    hear(arrivals, departures);
    pass_on(arrivals, departures);
    set_up(arrivals, free, departures);
    if (site_.drops) departures.refused |= arrivals.headers & ~departures.taken;
    return departures;
  }

 private:
  /// The headers that went on through these outputs are answered or refused.
  void hear(const CircuitArrivals& arrivals, CircuitDepartures& departures) {
    for_each_bit(arrivals.answered, [&](PortId output) {
      departures.answered.set(holder_[output]);
      open_.set(output);
      held_.clear(output, ended_.test(output));
    });
    for_each_bit(arrivals.refused, [&](PortId output) {
      departures.refused.set(holder_[output]);
      held_.clear(output);
    });
  }

  void pass_on(const CircuitArrivals& arrivals, CircuitDepartures& departures) {
    const PortMask followers = arrivals.offered & ~arrivals.headers;
    for_each_bit(held_ & open_ & arrivals.room, [&](PortId output) {
      const PortId input = holder_[output];
      if (!followers.test(input)) return;
      cross(input, output, arrivals, departures);
      held_.clear(output, departures.flits[output].tail());
    });
  }

  void set_up(const CircuitArrivals& arrivals, PortMask free, CircuitDepartures& departures) {
    PortMask wanted = 0;
    PortArray<PortMask> by;
    for_each_bit(arrivals.headers, [&](PortId input) {
      const PortId output = arrivals.wanted[input];
      if (!wanted.test(output)) by[output] = 0;
      wanted.set(output);
      by[output].set(input);
    });
    for_each_bit(wanted & free & arrivals.room & ~arrivals.faulty, [&](PortId output) {
      const PortId input = arbiters_[output].grant(by[output]);
      cross(input, output, arrivals, departures);
      const bool tail = departures.flits[output].tail();
      holder_[output] = static_cast<std::uint8_t>(input);
      held_.set(output, site_.answers || !tail);
      open_.clear(output);
      open_.set(output, !site_.answers);
      ended_.clear(output);
      ended_.set(output, tail);
    });
  }

  static void cross(PortId input, PortId output, const CircuitArrivals& arrivals,
                    CircuitDepartures& departures) {
    departures.flits[output] = *arrivals.flits[input];
    departures.sent.set(output);
    departures.taken.set(input);
  }

  PortMask held_ = 0;   ///< Outputs that belong to circuits.
  PortMask open_ = 0;   ///< Of these, the ones through which flits may follow the header.
  PortMask ended_ = 0;  ///< Of these, the ones through which the tail has left: it was the header.
  PortArray<std::uint8_t> holder_{};         ///< [output]: the input, where it is held.
  PortArray<RoundRobinArbiter> arbiters_{};  ///< [output]
  CircuitSite site_;
};

}  // namespace switchyard
