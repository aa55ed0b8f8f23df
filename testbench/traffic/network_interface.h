#pragma once

#include "hw/design/design.h"
#include "hw/terminal/injection_vcs.h"
#include "hw/terminal/terminal.h"
#include "testbench/monitor/scoreboard.h"
#include "testbench/traffic/admission.h"
#include "testbench/traffic/listening_source.h"

namespace switchyard {

/// A node's source and sink: an infinite queue of packets, injection VCs, and a sink that never refuses.
///
/// A packet joins the queue in the cycle in which it is created; the first idle injection VC takes the
/// oldest one. The VCs share the terminal link fairly, one flit per cycle. The sink takes each flit as it
/// arrives and returns its credit at once.
///
/// A packet that the admission refuses is counted and forgotten. While its node is faulty, an interface
/// starts no packet: those that joined the queue before wait.
///
/// Where its source arrives at a barrier, a marker follows the packets before it; that of a release is the
/// sink's.
///
/// Timing:  a head flit may leave in the cycle in which its packet is created.
class NetworkInterface final : public Terminal {
 public:
  /// `source`, `scoreboard` and `admission` must outlive this object. Without `admission` all is let in.
  NetworkInterface(NodeId node, const TerminalPort& port, PacketSource& source, Scoreboard& scoreboard,
                   const Admission* admission = nullptr);

  void reset() override {}
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override;

  /// The source will create no more packets. Never of one that listens.
  bool exhausted() const { return exhausted_; }

 private:
  void sink(Cycle now, const PortInputs& inputs, PortOutputs& outputs);
  void hear(Cycle now);
  void create_packets(Cycle now);
  void create(const PacketRequest& packet, Cycle now);
  bool may_start(Cycle now) const { return admission_ == nullptr || !admission_->is_faulty(node_, now); }
  void fill_vcs();
  void start(PacketId packet, NodeId destination, std::uint16_t flits, Cycle created);
  void send(Cycle now, PortOutputs& outputs);
  void send_marker(PortOutputs& outputs);

  NodeId node_;
  PacketSource& source_;
  Scoreboard& scoreboard_;
  const Admission* admission_;

  PacketRequest upcoming_;  ///< Created in the future, unless exhausted_.
  bool exhausted_ = false;
  bool arrives_ = false;      ///< A marker is to follow the packets that wait.
  bool odd_epoch_ = false;    ///< Of the packets that are sent.
  bool listens_;              ///< The source does. Here it takes no room: the VCs stay in their cache lines.
  std::uint32_t queued_ = 0;  ///< Packets waiting, the oldest of which is next_packet_.
  PacketId next_packet_;
  InjectionVcs injection_vcs_;
};

}  // namespace switchyard
