#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/alloc/credit_bank.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/bits.h"
#include "hw/base/terminals.h"
#include "hw/router/queues/barrier_wave.h"
#include "hw/router/queues/central_queue.h"
#include "hw/router/queues/konstantinidou_config.h"
#include "hw/router/queues/queue_follower.h"
#include "hw/router/router_core.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Packet-switched router with central queues: an input buffer per link and class, injection and ejection
/// buffers, and no output buffers.
///
/// A routing cycle: pass markers (of barriers, see BarrierWave: what has come is used, and what is owed goes
/// before any packet), eject (ejection buffer to terminal), serve (packets of the queues take links, the
/// oldest of a queue first; the queues take turns in going first), move (packets that got no link and may go
/// to another queue, and the fronts of input and injection buffers, enter the queues in turn while there is
/// room, the last queue first), receive (packets that are at their destination enter the ejection buffer).
/// The routing function says what is legal; `selection` chooses among what is free.
///
/// Ports:     in[p], out[p] are links and terminals in topology port order; the last has no link. VC c of a
///            link is the buffer of class c; VC 0 of a terminal port is an injection buffer. The terminals of
///            a node share its ejection buffer, from which each is sent packets at `ejection_rate`.
/// Config:    see KonstantinidouConfig.
/// Timing:    zero-load latency phits_per_packet cycles from a packet's arrival to its output register, and
///            phits_per_packet more per move from queue to queue; 1 packet per phits_per_packet cycles and
///            link. A credit leaves in the cycle in which its packet starts to leave the input buffer. Full
///            rate needs input_buffer x phits_per_packet >= 2 link_latency: with 1-cycle links two packets
///            where phits_per_packet is 1, and one where it is more.
/// Deadlock:  that of the routing function, with queues of one packet and more.
/// Livelock:  free where routes are minimal, as buffers and queues are served in turn.
/// Errors:    std::logic_error on a broken link protocol (overflow, excess credit, a packet of several
///            flits).
/// Differs:   what the paper leaves open: any number of packets enter and leave a queue in a routing cycle,
///            at most one from each buffer; a packet at its destination goes from the input buffer to the
///            ejection buffer without a queue; congestion stops an ascending packet if all links that it
///            could take are in use or without credit when its turn comes. Links drive registers: of the
///            paper's 3n + 2 buffers there are the input buffers only. A link fails between packets. Not
///            modelled: half-duplex links.
/// Source:    Konstantinidou, "Adaptive, Minimal Routing in Hypercubes", 6th MIT Conference on Advanced
///            Research in VLSI, 1990; Felperin et al., Proc. IEEE 1991, section VI.
class alignas(64) KonstantinidouRouter final : public RouterCore {
 public:
  /// `routing` must outlive the router. `site`: where barrier waves pass it, if config.barriers wants some.
  /// `make_queues`: makes what decides in the place of its queues.
  /// Errors: those of QueueSwitch, and std::invalid_argument if a packet in a buffer does not enter the queue
  /// of the buffer's class.
  KonstantinidouRouter(const KonstantinidouConfig& config, NodeId node, int port_count,
                       const NodeTerminals& terminals, std::uint64_t seed, const RoutingFunction& routing,
                       const WaveSite* site = nullptr, const QueueFactory& make_queues = nullptr);

  void reset() override;
  bool step(const PortInputs& inputs, PortOutputs& outputs) override;
  void set_faulty_ports(PortMask ports) override;
  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override;
  std::vector<WaitFor> waits_for(const BufferRef& ref) const override;

 private:
  using VcSet = QueueSwitch::VcSet;
  struct QueueNode;
  /// What the transfers that start in one cycle set free, or make eligible, one routing cycle later.
  struct Due {
    VcSet links = 0;
    VcSet buffers = 0;
    std::uint8_t received = 0;
  };
  /// What is known in one step only.
  struct Now {
    const Flit* arrivals;
    PortOutputs& outputs;
    VcSet fresh = 0;   ///< Buffers whose only packet has just arrived, and is still among the arrivals.
    VcSet marked = 0;  ///< VCs of the links that take a marker.
  };

  void check_buffers_of(VcId vc, const RoutingFunction& routing) const;
  void accept_flit(PortId p, const Flit& flit, Now& now);
  void accept_credits(PortId p, VcMask vcs);
  void end_transfers();
  void end_long_transfers();
  void pass_markers(Now& now);
  void eject(Now& now);
  void run_queues(Now& now);
  void send(int link_vc, const Flit& flit, Now& now);
  void receive(Now& now);
  void leave_buffer(int link_vc, Now& now);
  void look_at(const Flit& front, int link_vc);
  void keep_arrivals(const Now& now);
  void start_transfer() { transfers_ = static_cast<std::uint8_t>(config_.phits_per_packet); }
  bool must_step() const;
  /// Buffers that are not read, and what packets of a queue may not take, because of a wave.
  VcSet held() const { return wave_ ? wave_->held() : VcSet{0}; }
  VcSet closed(VcId queue) const;

  PortId last_port() const { return ports_ - 1; }
  /// Under which the ejection buffer is shown. Precondition: there are exits.
  PortId ejection_port() const { return lowest_bit(exits_here_); }
  /// How far the next ejection through this port is away, in units of 1 / kCycle.
  std::uint64_t& ejection_wait(PortId port) { return ejection_waits_[last_port() - port]; }
  const std::uint64_t& ejection_wait(PortId port) const { return ejection_waits_[last_port() - port]; }
  const Flit& front(int link_vc) const { return buffered_[link_vc * depth_]; }
  const Flit& front(int link_vc, const Now& now) const {
    return now.fresh.test(link_vc) ? now.arrivals[queues_.port_of(link_vc)] : front(link_vc);
  }
  WaitFor wait_for(WaitFor::Where where, Side side, PortId port, VcId vc) const {
    return {where, {side, port, vc}};
  }
  std::vector<WaitFor> waits_of_buffer(int link_vc) const;
  std::vector<WaitFor> waits_of_queue(VcId queue) const;

  // In the order of use, and what is used together in one cache line: those of a network do not fit the
  // first-level cache.
  QueueSwitch queues_;
  std::unique_ptr<QueueFollower> follower_;  ///< If something decides in their place.
  VcSet entering_ = 0;                       ///< Buffers whose front wants to enter the queue of their class.
  VcSet arrived_ = 0;                        ///< Buffers whose front is for this node.
  VcSet markers_ = 0;                        ///< Buffers whose front is a marker.
  const VcSet network_vcs_;                  ///< The VCs of all ports but the last.
  const NodeId node_;
  std::uint32_t packets_ = 0;
  const std::uint8_t ports_;
  const std::uint8_t queue_count_;
  std::uint8_t transfers_ = 0;  ///< Cycles until the last transfer that has started is over.

  PortMask ejecting_ = 0;  ///< Exits that must wait for their next ejection.
  const PortMask entries_;
  const PortMask exits_here_;
  const Exits exits_;
  std::array<std::uint64_t, kMaxPorts> ejection_waits_{};  ///< From the last port on: see ejection_wait().
  const std::uint64_t ejection_;  ///< Clock cycles between ejections, in units of 1 / kCycle.
  RoundRobinArbiter ejection_turn_;
  const std::uint8_t depth_;                 ///< Of the input buffers.
  CreditBank<VcSet, std::uint8_t> credits_;  ///< [VC]; those of terminal ports lead to the terminals.
  std::array<std::uint8_t, VcSet::kCapacity> buffer_sizes_{};  ///< [VC]: packets in the input buffer.
  std::vector<Flit> buffered_;                                 ///< [VC][place], the oldest first.
  std::vector<CentralQueue::Slot> ejection_slots_;
  CentralQueue ejected_;  ///< The ejection buffer.

  std::optional<BarrierWave> wave_;
  VcSet idle_links_ = 0;  ///< VCs whose link is not in a transfer.
  VcSet faulty_ = 0;      ///< VCs whose link is faulty.
  VcSet idle_buffers_ = 0;
  Due due_;                     ///< What ends next; after that, what has started in this cycle.
  std::size_t clock_ = 0;       ///< Of due_later_.
  std::vector<Due> due_later_;  ///< In turn: what ends in the routing cycles after the next.
  const KonstantinidouConfig config_;

  static constexpr std::uint64_t kCycle = std::uint64_t{1} << 16;
};

}  // namespace switchyard
