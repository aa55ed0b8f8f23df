#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/router/exchange/exchange_block.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// Does what an ExchangeBlock decides in the place of an ExchangeSwitch, whose packets follow for those who
/// look at them: each is in some buffer.
class ExchangeFollower {
 public:
  /// `followed` must outlive it.
  ExchangeFollower(ExchangeSwitch& followed, std::unique_ptr<ExchangeBlock> block)
      : followed_(followed), block_(std::move(block)) {}

  void reset() { block_->reset(); }

  /// A cycle, after what goes from the ejection buffer to the terminal. Beyond a Node of ExchangeSwitch,
  /// `node` has
  ///
  ///     int ejection_room()
  ///     const Flit* next()              the packet to be injected, if there is one
  ///     void inject_into(int buffer)
  ///     void inject_for_here()          it goes to the ejection buffer
  ///
  /// Errors: std::logic_error if a packet leaves that is not there, or one comes that has no place.
  template <class Node>
  void run(const PortInputs& inputs, Node&& node) {
    look_at(inputs, node);
    const ExchangeDecisions& decisions = block_->step(arrivals_);
    const auto is_ejected = [&](const Flit& flit) {
      return std::any_of(decisions.ejected.begin(), decisions.ejected.end(),
                         [&](const Flit& ejected) { return ejected.packet == flit.packet; });
    };
    const auto send = [&](PortMask links, VcId vc) {
      for_each_bit(links, [&](PortId p) { node.send(p, vc, followed_.take(decisions.sent[p].packet)); });
    };
    // What leaves first was here before the cycle, but for packets that go to the ejection buffer at once.
    send(decisions.answered, ExchangeSwitch::kReply);
    send(decisions.asked, ExchangeSwitch::kRequest);
    for (const Flit& flit : decisions.ejected) eject(flit.packet, decisions.injects, node);
    for_each_bit(arrivals_.requests | arrivals_.replies, [&](PortId p) {
      if (is_ejected(arrivals_.packets[p])) return;
      require_room();
      followed_.put(followed_.empty_buffer(), arrivals_.packets[p], node);
    });
    if (decisions.injects && !is_ejected(arrivals_.next)) {
      require_room();
      node.inject_into(followed_.empty_buffer());
    }
  }

 private:
  template <class Node>
  void look_at(const PortInputs& inputs, Node&& node) {
    const PortId links = followed_.site().ports - 1;
    arrivals_.faulty = followed_.faulty();
    arrivals_.requests = arrivals_.replies = arrivals_.credits = 0;
    for_each_bit(inputs.flit_ports & low_bits<PortMask>(links), [&](PortId p) {
      (inputs.flits[p].vc == ExchangeSwitch::kRequest ? arrivals_.requests : arrivals_.replies).set(p);
      arrivals_.packets[p] = inputs.flits[p];
    });
    for_each_bit(inputs.credit_ports & low_bits<PortMask>(links), [&](PortId p) {
      arrivals_.credits.set(p, inputs.credits[p].test(ExchangeSwitch::kRequest));
    });
    arrivals_.room = node.ejection_room();
    const Flit* const next = node.next();
    arrivals_.has_next = next != nullptr;
    if (next != nullptr) arrivals_.next = *next;
  }
  template <class Node>
  void eject(PacketId packet, bool injects, Node&& node) {
    if (!node.can_eject()) fail(packet, "goes to a full ejection buffer");
    if (injects && arrivals_.next.packet == packet) return node.inject_for_here();
    for (const PortId p : arrivals_.requests | arrivals_.replies) {
      if (arrivals_.packets[p].packet == packet) {
        node.eject(arrivals_.packets[p]);
        return;
      }
    }
    node.eject(followed_.take(packet));
  }
  void require_room() const {
    if (!followed_.has_room(/*kept=*/0)) fail(arrivals_.next.packet, "finds no buffer");
  }
  [[noreturn]] void fail(PacketId packet, const char* what) const {
    throw std::logic_error("ExchangeFollower: packet " + std::to_string(packet) + " " + what + " at node " +
                           std::to_string(followed_.site().node));
  }

  ExchangeSwitch& followed_;
  std::unique_ptr<ExchangeBlock> block_;
  ExchangeArrivals arrivals_;
};

}  // namespace switchyard
