#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "hw/alloc/flit_fifo.h"
#include "hw/design/design.h"
#include "hw/terminal/injection_vcs.h"
#include "hw/terminal/terminal.h"
#include "testbench/monitor/scoreboard.h"
#include "testbench/traffic/admission.h"
#include "testbench/traffic/listening_source.h"
#include "testbench/traffic/traffic_class.h"

namespace switchyard {

/// A terminal whose packets are of several classes: source queues of their own, injection VCs of their
/// virtual network, and a sink that takes a request only if it has room for the reply.
///
///   source queues, one per class      injection VCs        link
///     request  [ | | | ] ----------->  VC of network 0  ---.
///     reply    [ | ] --------------->  VC of network 1  ---+--> router
///                 ^ room for `buffer` replies
///     sink  <---- is there room?  <--  ejection buffers, one per VC  <-- router
///
/// An idle injection VC takes the oldest packet of its network, of equally old ones that of the class named
/// first; the VCs share the link fairly, but for those of networks with a higher priority, which go first.
///
/// What came waits in the buffer of its VC, whose credit comes back when the sink has taken the flit: one
/// flit per cycle, the VCs in turn. The sink takes a head flit of a request whose class has a reply buffer
/// only if fewer than `buffer` requests are being answered; from then on until the tail of its reply has
/// left, it is one of them.
///
/// A packet that the admission refuses is counted and forgotten. While its node is faulty, an interface
/// starts no packet.
///
/// Timing:  that of NetworkInterface: a flit can be taken in the cycle of its arrival, and a head flit may
///          leave in the cycle in which its packet is created.
/// Errors:  std::logic_error if more flits come than have been given credit for.
class ClassInterface final : public Terminal {
 public:
  /// `classes`, `source`, `scoreboard` and `admission` must outlive this object. Without `admission` all is
  /// let in.
  ClassInterface(NodeId node, const TerminalPort& port, const TrafficClasses& classes,
                 ListeningSource& source, Scoreboard& scoreboard, const Admission* admission = nullptr);

  void reset() override {}
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override;

  /// Where what waits in the ejection buffer of `vc` does so for replies to leave by a VC of the router:
  /// those VCs, none where no reply is ready yet. Nothing if it does not wait for that.
  std::optional<VcMask> waits_to_reply(VcId vc) const;

 private:
  /// A class with a reply: how many of its requests are being answered, and how many replies have been
  /// created.
  struct Answering {
    int taken = 0;
    int created = 0;
  };

  bool may_take(const Flit& flit) const;
  bool can_take_any() const;
  void accept(const PortInputs& inputs);
  void take_one(Cycle now, PortOutputs& outputs);
  void create_packets(Cycle now);
  void create(const PacketRequest& packet);
  void reply_is_gone(std::uint8_t label);
  bool may_start(Cycle now) const { return admission_ == nullptr || !admission_->is_faulty(node_, now); }
  std::deque<PacketId>* oldest_of(int network);
  bool can_start();
  void fill_vcs();
  void send(Cycle now, PortOutputs& outputs);

  NodeId node_;
  TerminalPort port_;
  const TrafficClasses& classes_;
  ListeningSource& source_;
  Scoreboard& scoreboard_;
  const Admission* admission_;

  PacketRequest upcoming_;
  std::vector<std::deque<PacketId>> queues_;  ///< [label]
  std::vector<Answering> answering_;          ///< [label of the request]
  InjectionVcs injection_vcs_;
  std::vector<FlitFifo<Flit>> ejection_;  ///< [VC]
  VcMask arrived_ = 0;                    ///< VCs with flits in their ejection buffer.
  RoundRobinArbiter sink_;                ///< Picks the VC of which the sink takes a flit.
};

}  // namespace switchyard
