#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/alloc/lfsr.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/router/central_queue.h"
#include "hw/router/chaos_config.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Packet-switched, non-minimal router: rather than wait for each other, packets are sent the wrong way.
///
/// A cycle: accept, deliver (delivery buffer to terminal), visit channels in cyclic order, drive the links
/// from the output frames. A visit needs the channel's output frame to be empty and is atomic: Match (the
/// first packet of the queue that the channel brings nearer) or, if there is none, the queue is full and the
/// channel's input frame has a packet that must enter it, Deroute (a victim of the queue, by `variant`);
/// Send puts that packet into the output frame; Read takes the packet out of the input frame, to the queue
/// or to the delivery buffer, and then one out of the injection buffer if the queue has an empty slot and no
/// visit of this cycle has done so: the terminal is given one credit per cycle.
///
/// Ports:     in[p], out[p] are links in topology port order; the last is the terminal port. A frame is lane
///            0 of its link.
/// Config:    see ChaosConfig.
/// Timing:    zero-load latency 1 cycle from a packet's arrival to its output register, with empty visits
///            free; up to 2 cycles per channel more otherwise. A link carries a packet per 2 link_latency
///            cycles at most, as a frame holds one packet and its credit leaves in the cycle of the visit
///            that empties it: half of a link with 1-cycle links. It is per 4 link_latency cycles if both
///            ends send and not in step, as each then waits with its visit for the other's. Neither costs
///            anything as long as channels are visited no more often: links / visits_per_cycle >= 4
///            link_latency.
/// Deadlock:  free, if every packet that the terminal is offered is taken in time: the four frames of a link
///            are never all full. For that an output frame stays full until its packet is in the far input
///            frame, link_latency cycles after it left, and a channel is not visited while the packet in its
///            input frame has no place to go.
/// Livelock:  free with probability 1 (chaos): each time it may be another's turn. Free (priority): packets
///            are in one total order, by their number at their source and then by source, so only finitely
///            many are older than any packet; the oldest of all is never derouted, as a full queue has two
///            and more. Not proved free (natural).
/// Starves:   a node injects only into an empty slot of its queue, so one with busy neighbours can starve;
///            not with injection control.
/// Errors:    std::logic_error on a broken link protocol (overflow, excess credit, a packet of several
///            flits).
/// Differs:   from the paper: visits are of channels, which are dimensions on a hypercube; a packet for this
///            very node deroutes nobody; a packet is matched or derouted one cycle after it was read, or
///            later; visits that find nothing to do are passed over, as the paper does with full output
///            frames, unless empty_visits is `counted`. The paper does not say what age is. A link fails
///            between packets: one that is in its output frame goes on.
/// Faults:    a faulty link looks busy for ever: it gets no packet, and what came over it is still read. A
/// packet
///            with no other way stays in the queue until it is derouted, in light traffic for ever.
/// Source:    Konstantinidou, Snyder, "The Chaos Router", 1990, as Felperin, Gravano, Pifarre, Sanz, Proc.
///            IEEE 1991, have it in section IX.
class ChaosRouter final : public RouterCore {
 public:
  /// `routing` must outlive the router. `link_latency`: by port, 0 where it is open.
  ChaosRouter(const ChaosConfig& config, NodeId node, const std::vector<int>& link_latency,
              std::uint64_t seed, const RoutingFunction& routing);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void set_faulty_ports(PortMask ports) override;
  void visit_lanes(const std::function<void(const LaneView&)>& visit) const override;
  std::vector<Want> wants(const LaneRef& ref) const override;

 private:
  void accept_flit(PortId p, const Flit& flit);
  void accept_credit(PortId p);
  void admit_what_was_read();
  void visit(PortId channel, PortOutputs& outputs);
  CentralQueue::Cursor match(PortId channel) const;
  CentralQueue::Cursor pick_victim();
  void send(PortId channel, CentralQueue::Cursor packet);
  void read(PortId channel, PortOutputs& outputs);
  void inject(PortOutputs& outputs);
  void enqueue(const Flit& flit);
  void drive_links(PortOutputs& outputs);
  bool must_step() const;

  /// Packets of the queue that may be matched or derouted.
  int ripe() const { return queue_.size() - static_cast<int>(just_read_.size()); }
  bool can_deroute() const { return queue_.full() && ripe() >= ChaosConfig::kLeastQueue; }
  bool can_inject() const;
  PortMask free_output_frames() const { return links_ & ~(full_outputs_ | crossing_); }
  PortMask without_place() const;
  PortMask visitable() const;
  const Flit& input_frame(PortId p) const { return input_frames_[static_cast<std::size_t>(p)]; }

  const ChaosConfig config_;
  const RoutingFunction& routing_;
  const NodeId node_;
  const std::uint64_t seed_;
  const PortMask links_;
  PacketTerminal terminal_;
  std::vector<std::uint8_t> link_latency_;

  PortMask full_inputs_ = 0;   ///< Input frames with a packet.
  PortMask arrived_ = 0;       ///< Those of them whose packet is for this node.
  PortMask full_outputs_ = 0;  ///< Output frames whose packet has not left.
  PortMask crossing_ = 0;      ///< Output frames whose packet is on the link and not yet in the far frame.
  PortMask credit_ = 0;        ///< The far input frame is empty.
  PortMask faulty_ = 0;        ///< Channels whose link is faulty: their visits only read.
  PortMask wanted_ = 0;        ///< Channels, but those, that bring some packet of the queue nearer.
  RoundRobinArbiter turn_;
  std::size_t clock_ = 0;         ///< Cycle modulo the longest link latency.
  std::vector<PortMask> landed_;  ///< [clock]: output frames whose packet is over the link then.

  std::array<std::uint16_t, kMaxPorts> wanting_{};  ///< [port]: packets of the queue that it brings nearer.
  std::vector<Flit> input_frames_;                  ///< [port]
  std::vector<Flit> output_frames_;                 ///< [port]
  std::vector<CentralQueue::Slot> slots_;           ///< Of the queue.
  CentralQueue queue_;
  std::vector<PortMask> just_read_;  ///< Ports of the packets that were read in this cycle.
  Lfsr lfsr_;
};

}  // namespace switchyard
