#pragma once

#include <array>

#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/bits.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// The sending side of a terminal: a packet per injection VC, and the VCs share the terminal link fairly,
/// one flit per cycle.
class InjectionVcs {
 public:
  /// `depth`: flits that the router has room for in each VC. `first`: VC that sends first after reset.
  InjectionVcs(int vcs, int depth, int first) : all_(low_bits<VcMask>(vcs)), depth_(depth), first_(first) {
    reset();
  }

  void reset() {
    for (Sender& sender : senders_) sender = {.credits = static_cast<std::uint16_t>(depth_)};
    busy_ = 0;
    credit_ = all_;
    arbiter_.reset(first_);
  }

  /// Bit v: VC v at the router freed a slot.
  void take_credits(VcMask credits) {
    for_each_bit(credits, [&](VcId vc) { ++senders_[static_cast<std::size_t>(vc)].credits; });
    credit_ = static_cast<VcMask>(credit_ | credits);
  }

  bool full() const { return busy_ == all_; }
  bool can_send() const { return (busy_ & credit_) != 0; }

  /// The first idle VC takes the packet. Precondition: not full().
  void start(PacketId packet, NodeId destination, std::uint16_t flits, Cycle created) {
    const VcId vc = lowest_bit(static_cast<VcMask>(all_ & ~busy_));
    Sender& sender = senders_[static_cast<std::size_t>(vc)];
    sender.packet = packet;
    sender.destination = destination;
    sender.payload = header_payload(created);
    sender.remaining = flits;
    sender.head = true;
    busy_ = static_cast<VcMask>(busy_ | bit<VcMask>(vc));
  }

  /// Sends a flit at port 0 and returns it. Precondition: can_send().
  const Flit& send(PortOutputs& outputs) {
    const VcId vc = arbiter_.grant(static_cast<VcMask>(busy_ & credit_));
    Sender& sender = senders_[static_cast<std::size_t>(vc)];
    outputs.send(0, {sender.packet, sender.destination, sender.payload, sender.remaining,
                     static_cast<std::uint8_t>(vc), sender.head});
    sender.head = false;
    sender.payload = payload_of(sender.packet, --sender.remaining);
    if (sender.remaining == 0) busy_ = static_cast<VcMask>(busy_ & ~bit<VcMask>(vc));
    if (--sender.credits == 0) credit_ = static_cast<VcMask>(credit_ & ~bit<VcMask>(vc));
    return outputs.flits[0];
  }

 private:
  /// A packet on its way through an injection VC.
  struct Sender {
    PacketId packet = 0;
    NodeId destination = 0;
    std::uint32_t payload = 0;    ///< Of its next flit.
    std::uint16_t remaining = 0;  ///< Flits still to send; 0: idle.
    std::uint16_t credits = 0;
    bool head = false;
  };

  VcMask all_;
  int depth_;
  int first_;
  std::array<Sender, kMaxVcs> senders_{};
  VcMask busy_ = 0;    ///< VCs with a packet.
  VcMask credit_ = 0;  ///< VCs with credit.
  RoundRobinArbiter arbiter_;
};

}  // namespace switchyard
