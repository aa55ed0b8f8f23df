#pragma once

#include <array>

#include "hw/alloc/credit_bank.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/bits.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// The sending side of a terminal: a packet per injection VC, and the VCs share the terminal link fairly,
/// one flit per cycle.
class InjectionVcs {
 public:
  /// `vcs`: those that the source may use. `depths`: flits that the router has room for in each. `first`: VC
  /// that sends first after reset.
  InjectionVcs(VcMask vcs, const VcDepths& depths, int first) : all_(vcs), depths_(depths), first_(first) {
    reset();
  }

  void reset() {
    senders_.fill({});
    busy_ = 0;
    credits_.reset_each(all_, depths_);
    arbiter_.reset(first_);
  }

  /// Bit v: VC v at the router freed a slot.
  void take_credits(VcMask credits) {
    for_each_bit(credits, [&](VcId vc) { credits_.give(vc); });
  }

  bool full() const { return busy_ == all_; }
  VcMask idle() const { return all_ & ~busy_; }
  VcMask sendable() const { return busy_ & credits_.open(); }
  bool can_send() const { return sendable() != 0; }

  /// Whether a marker can go: nothing is before it.
  bool can_send_marker() const { return busy_ == 0 && credits_.open().test(0); }
  /// By VC 0. Precondition: can_send_marker().
  void send_marker(PortOutputs& outputs) {
    outputs.send(0, marker_flit(/*destination=*/0, /*vc=*/0));
    credits_.spend(0);
  }

  /// The first idle VC takes the packet. Precondition: not full().
  void start(PacketId packet, NodeId destination, std::uint16_t flits, Cycle created) {
    start(lowest_bit(idle()), packet, destination, flits, created);
  }
  /// Precondition: `vc` is idle.
  void start(VcId vc, PacketId packet, NodeId destination, std::uint16_t flits, Cycle created) {
    Sender& sender = senders_[vc];
    sender.packet = packet;
    sender.destination = destination;
    sender.payload = header_payload(created);
    sender.remaining = flits;
    sender.head = true;
    busy_.set(vc);
  }

  /// Sends a flit at port 0 and returns it. Precondition: can_send().
  const Flit& send(PortOutputs& outputs) { return send(outputs, sendable()); }
  /// The same by one of `vcs`. Precondition: they are sendable(), and not none.
  const Flit& send(PortOutputs& outputs, VcMask vcs) {
    const VcId vc = arbiter_.grant(vcs);
    Sender& sender = senders_[vc];
    outputs.send(0, {sender.packet, sender.destination, sender.payload, sender.remaining,
                     static_cast<std::uint8_t>(vc), sender.head});
    sender.head = false;
    sender.payload = payload_of(sender.packet, --sender.remaining);
    if (sender.remaining == 0) busy_.clear(vc);
    credits_.spend(vc);
    return outputs.flits[0];
  }

 private:
  /// A packet on its way through an injection VC.
  struct Sender {
    PacketId packet = 0;
    NodeId destination = 0;
    std::uint32_t payload = 0;    ///< Of its next flit.
    std::uint16_t remaining = 0;  ///< Flits still to send; 0: idle.
    bool head = false;
  };

  // What a step always needs, in one cache line with the first sender.
  VcMask all_;
  VcMask busy_ = 0;                            ///< VCs with a packet.
  CreditBank<VcMask, std::uint16_t> credits_;  ///< [VC]
  RoundRobinArbiter arbiter_;
  std::array<Sender, kMaxVcs> senders_{};
  VcDepths depths_;
  int first_;
};

}  // namespace switchyard
