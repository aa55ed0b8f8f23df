#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/alloc/half_duplex_links.h"
#include "hw/router/chaos/chaos_config.h"
#include "hw/router/chaos/visit_follower.h"
#include "hw/router/packet/packet_buffers.h"
#include "hw/router/packet/recirculation.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Packet-switched, non-minimal router: rather than wait for each other, packets are sent the wrong way.
///
/// A cycle: accept, eject (ejection buffer to terminal), visit channels in cyclic order, drive the links
/// from the output frames. A visit needs the channel's output frame to be empty and is atomic: Match (the
/// first packet of the queue that the channel brings nearer) or, if there is none, the queue is full and the
/// channel's input frame has a packet that must enter it, Deroute (a victim of the queue, by `variant`);
/// Send puts that packet into the output frame; Read takes the packet out of the input frame, to the queue
/// or to the ejection buffer, and then one out of the injection buffer if the queue has an empty slot and no
/// visit of this cycle has done so: the terminal is given one credit per cycle.
///
/// Packets of several flits go by virtual cut-through: what a visit does is done with the head flit, and the
/// flits behind it follow, one per cycle, as they come. They are never stopped, as each frame and slot has
/// room for a whole packet, and a head flit waits until the far input frame has given all its flits away.
///
/// Ports:     in[p], out[p] are links in topology port order; the last is the terminal port. A frame is VC
///            0 of its link.
/// Config:    see ChaosConfig.
/// Timing:    zero-load latency 1 cycle from a head flit's arrival to its output register, with empty visits
///            free; up to 2 cycles per channel more otherwise; link_latency more before a half-duplex link,
///            as it is asked for when the head flit is in the output frame. A link carries a packet of L
///            flits per L - 1 + 2 link_latency cycles at most, as a frame holds one packet and the credit of
///            a flit leaves in the cycle in which it is read: half of a link with 1-cycle links and packets
///            of one flit. It is per twice as many if both ends send and not in step, as each may then wait
///            with its visit for the other's. Neither costs anything as long as channels are visited no more
///            often: links / visits_per_cycle >= 2 (L - 1 + 2 link_latency).
/// Deadlock:  free, if every packet that the terminal is offered is taken in time: the four frames of a link
///            never all hold head flits that wait. For that an output frame stays full until its head flit is
///            in the far input frame, link_latency cycles after it left, and a channel is not visited while
///            the packet in its input frame has no place to go. Flits behind a head flit wait for nothing but
///            those before them. Null packets at home leave a choice of two packets and more in a full queue.
/// Livelock:  free with probability 1 (chaos): each time it may be another's turn. Free (priority): packets
///            are in one total order, by when they were created and then by number, so only finitely many
///            are older than any packet; the oldest of all is never derouted, as a full queue has two
///            and more. Not proved free (natural; priority with tokens, which never die).
/// Starves:   a node injects only into an empty slot of its queue, so one with busy neighbours can starve;
///            not with injection control, private buffers or tokens (the latter two if no packet lives for
///            ever).
/// Errors:    std::logic_error on a broken link protocol (overflow, excess credit, a packet longer than a
///            frame).
/// Differs:   from the paper: visits are of channels, which are dimensions on a hypercube; a packet for this
///            very node deroutes nobody, unless it leaves a null packet; a packet is matched or derouted one
///            cycle after it was read, or later; visits that find nothing to do are passed over, as the paper
///            does with full output frames, unless empty_visits is `counted`. The paper does not say what age
///            is, nor how a packet longer than a flit moves: here it stays in the buffer into which it came,
///            and frames and slots are roles of these buffers, of which there are three per link, one for the
///            packet that is leaving, and one per slot. A link fails between packets: one that is in its
///            output frame goes on.
/// Limits:    of the two channels of a dimension the turn comes to the + one first from wherever else it
///            stands, so in light traffic packets that may go either way around a ring mostly take that.
/// Faults:    a faulty link looks busy for ever: it gets no packet, and what came over it is still read. A
///            packet with no other way stays in the queue until it is derouted, in light traffic for ever.
/// Source:    Konstantinidou, Snyder, "The Chaos Router", 1990, as Felperin, Gravano, Pifarre, Sanz, Proc.
///            IEEE 1991, have it in section IX.
class ChaosRouter final : public RouterCore {
 public:
  /// `routing` must outlive the router. `link_latency`: by port, 0 where it is open. `make_visits`: makes
  /// what decides in the place of its visits.
  ChaosRouter(const ChaosConfig& config, NodeId node, const std::vector<int>& link_latency,
              std::uint64_t seed, const RoutingFunction& routing, HalfDuplexLinks duplex = {},
              const VisitFactory& make_visits = nullptr);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void set_faulty_ports(PortMask ports) override {
    faulty_ = ports;
    visits_.set_faulty_channels(ports);
  }
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef& ref) const override;

 private:
  struct VisitNode;

  void accept_flit(PortId p, const Flit& flit);
  void accept_head(PortId p, const Flit& head);
  void accept_credit(PortId p);
  void read_on(PortOutputs& outputs);
  void read(PortId channel, PortOutputs& outputs);
  void recirculate(int packet, PortOutputs& outputs);
  void inject(PortOutputs& outputs);
  void inject_over_null(PortOutputs& outputs);
  void enqueue(int packet);
  void drive_links(PortOutputs& outputs);
  void start_to_leave(PortId p);
  void send_flit(PortId p, PortOutputs& outputs);
  bool must_step() const;

  ChannelStates channels() const;
  bool full() const { return visits_.full(recirculation_.at_home()); }
  bool can_inject() const;
  PortMask free_output_frames() const { return links_ & ~(full_outputs_ | crossing_); }
  PortMask ready_to_send() const;
  /// Channels that bring a packet for another node nearer.
  PortMask ways_of(const Flit& head) const {
    return PortMask(routing_.queue_candidates(node_, head.destination, 0, terminal_.port() + 1).preferred);
  }

  const ChaosConfig config_;
  const RoutingFunction& routing_;
  const NodeId node_;
  const PortMask links_;
  PacketBuffers packets_;
  PacketTerminal terminal_;
  Recirculation recirculation_;
  HalfDuplexLinks duplex_;
  std::vector<std::uint8_t> link_latency_;

  PortMask full_inputs_ = 0;   ///< Input frames whose packet has not been read.
  PortMask to_eject_ = 0;      ///< Those of them whose packet goes to the ejection buffer.
  PortMask to_queue_ = 0;      ///< Those whose packet takes a place of the queue, or leaves one taken.
  PortMask receiving_ = 0;     ///< Input frames whose packet has not come with all its flits.
  PortMask reading_ = 0;       ///< Input frames whose packet was read, but for flits at its end.
  PortMask full_outputs_ = 0;  ///< Output frames whose packet has not begun to leave.
  PortMask crossing_ = 0;      ///< Output frames whose head flit is on the link and not yet in the far frame.
  PortMask leaving_ = 0;       ///< Links that carry a packet whose tail has not left.
  PortMask credit_ = 0;        ///< The far input frame is empty.
  PortMask granted_ = 0;       ///< Links that this node may use in this cycle.
  PortMask faulty_ = 0;        ///< Channels whose link is faulty: their visits only read.
  std::size_t clock_ = 0;      ///< Cycle modulo the longest link latency.
  std::vector<PortMask> landed_;  ///< [clock]: output frames whose head flit is over the link then.
  bool holds_first_token_ = false;

  PortArray<std::uint16_t> credits_{};  ///< [port]: flits of room in the far input frame.
  PortArray<std::uint16_t> unread_{};   ///< [port]: flits in the input frame.
  std::vector<int> input_frames_;       ///< [port]: packet
  std::vector<int> output_frames_;      ///< [port]: packet
  std::vector<int> on_link_;            ///< [port]: packet, if the link is leaving_.
  VisitSequencer visits_;
  std::unique_ptr<VisitFollower> follower_;  ///< If something decides in their place.
};

}  // namespace switchyard
