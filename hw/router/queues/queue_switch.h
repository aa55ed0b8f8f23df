#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/alloc/lfsr.h"
#include "hw/alloc/recency_order.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/alloc/selection.h"
#include "hw/base/bits.h"
#include "hw/base/ring_index.h"
#include "hw/base/terminals.h"
#include "hw/router/queues/central_queue.h"
#include "hw/router/queues/konstantinidou_config.h"
#include "hw/router/queues/queue_starts.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// What the central queues of a node are, and where they begin.
struct QueueSite {
  KonstantinidouConfig config;
  NodeId node = 0;
  int ports = 1;  ///< The last one has no link.
  Exits exits = Exits(-1);
  const RoutingFunction* routing = nullptr;  ///< Must outlive the queues.
  QueueStarts starts = {};
  Lfsr random = Lfsr(1);
};

/// The central queues of a node: which packets leave them over which links, which go to another queue, and
/// which enter.
///
/// A cycle: make_eligible() what came a routing cycle ago, serve() packets with the links that are free,
/// fill() the queues. Around it is a `Node`:
///
///     VcSet closed(VcId queue)                     what packets of this queue may not take now
///     int room(int vc)                             free slots behind the VC
///     void send(VcId queue, int vc, const Flit&)   a packet leaves the queue through this VC
///     const Flit& front(int vc)                    of the input buffer of this VC
///     void enter(VcId queue, int vc)               that packet enters the queue
///     void move(VcId from, VcId to, const Flit&)
///
/// Precondition: a packet may move to one queue at most.
/// RTL:     rtl/queues/queue_switch.sv
class QueueSwitch {
 public:
  static constexpr int kMaxQueues = 4;
  /// Bit class x ports + port: a VC of a link. In what a packet may take, those of the last port stand for
  /// moves into the queues. See QueueCandidates.
  using VcSet = BitSet<std::uint64_t>;
  /// The moves that packets ask for, from serve() to fill().
  struct Moves {
    VcSet asked = 0;
    std::array<VcMask, kMaxQueues> asking{};  ///< [queue]: queues with packets that ask to move there.
  };

  /// Errors: std::invalid_argument if there are more than kMaxQueues queues, or ports x queues exceed 63.
  explicit QueueSwitch(QueueSite site);
  QueueSwitch(const QueueSwitch&) = delete;  // Its queues point into it.

  void reset();

  const QueueSite& site() const { return site_; }
  bool empty() const { return queued_ == 0; }
  int queue_count() const { return queue_count_; }
  int ports() const { return ports_; }
  const CentralQueue& queue(VcId q) const { return queues_[q]; }

  int vc_index(PortId port, VcId vc) const { return vc * ports_ + port; }
  /// Exact for all VCs: the product is off by less than 64 x ports of 2^kReciprocalBits.
  VcId class_of(int link_vc) const { return link_vc * per_port_ >> kReciprocalBits; }
  PortId port_of(int link_vc) const { return link_vc - class_of(link_vc) * ports_; }
  VcSet vcs_of(PortId port) const { return each_class_ << port; }
  PortId last_port() const { return ports_ - 1; }

  /// To be called in every cycle until a routing cycle after the last packet came.
  void make_eligible() {
    if (pushed_.empty()) {
      for (CentralQueue& queue : queues_) queue.make_all_eligible();
      return;
    }
    clock_ = next_in_ring(clock_, pushed_.size());
    for (VcId q = 0; q < queue_count_; ++q) queues_[q].make_eligible(pushed_[clock_][q]);
    pushed_[clock_] = {};
  }

  /// Sends what may leave, the oldest of a queue first; the queues take turns in going first. Once as many
  /// have left as may in a cycle, no link is free.
  template <class Node>
  Moves serve(const VcSet all_free, Node&& node) {
    Moves moves;
    VcSet free = all_free;
    int departures = departures_per_cycle_;
    const std::uint32_t twice = queued_ << queue_count_ | queued_;
    for_each_bit((twice >> first_queue_) & low_bits<std::uint32_t>(queue_count_), [&](VcId turn) {
      const VcId q = first_queue_ + turn;
      free = serve(q < queue_count_ ? q : q - queue_count_, free, departures, moves, node);
    });
    if (free != all_free) first_queue_ = next_in_ring(first_queue_, queue_count_);
    return moves;
  }

  /// While a queue has room and is below its limit, packets of the sources in turn, the last queue first;
  /// what leaves for good makes room for another. `buffers`: whose front wants to enter its class's queue.
  template <class Node>
  void fill(VcSet buffers, Moves moves, Node&& node) {
    std::array<int, kMaxQueues> admissions;
    admissions.fill(admissions_per_cycle_);
    while ((buffers | moves.asked) != 0) {  // One loop for all queues: where it ends, nothing can predict.
      const VcId q = class_of(highest_bit(buffers | moves.asked));
      VcMask& asking = moves.asking[q];
      if (queues_[q].full() || admissions[q]-- == 0) {
        asking = 0;
        moves.asked &= low_bits<VcSet>(q * ports_);
        buffers &= low_bits<VcSet>(q * ports_);
        continue;
      }
      // Who competes: bit p is the buffer of port p, bit ports + q queue q.
      const int source = turn_[q].grant(buffers >> (q * ports_) | std::uint64_t{asking} << ports_);
      if (source >= ports_) {
        if (move(source - ports_, q, node)) continue;
        asking.clear(source - ports_);
        if (asking == 0) moves.asked.clear(vc_index(last_port(), q));
      } else {
        const int link_vc = vc_index(source, q);
        buffers.clear(link_vc);
        enter(q, link_vc, node);
      }
    }
  }

  /// The front of this buffer enters a queue. Precondition: there is room.
  template <class Node>
  void enter(VcId q, int link_vc, Node&& node) {
    push(q, node.front(link_vc));
    node.enter(q, link_vc);
  }
  /// Moves a packet from queue to queue. Returns whether another one may follow in this cycle.
  /// Precondition: there is one, and room.
  template <class Node>
  bool move(VcId from, VcId to, Node&& node) {
    CentralQueue& queue = queues_[from];
    CentralQueue::Cursor cursor = find_mover(from, to);
    const Flit& flit = queue.at(cursor).flit;
    push(to, flit);
    node.move(from, to, flit);
    queue.remove(cursor);
    note_size(from);
    return !head_only_ && !queue.at_end(find_mover(from, to));
  }
  /// Takes out a packet that may leave. Returns the queue that it was in.
  /// Errors: std::logic_error if it is in none.
  VcId remove(PacketId packet);

 private:
  /// Serves one queue, of which so many may leave; returns the links that are left.
  template <class Node>
  VcSet serve(VcId q, VcSet free, int& departures, Moves& moves, Node&& node) {
    CentralQueue& queue = queues_[q];
    const VcSet closed = node.closed(q);
    for (CentralQueue::Cursor cursor = queue.oldest(); !queue.at_end(cursor);) {
      const CentralQueue::Packet& packet = queue.at(cursor);
      const VcSet candidates = packet.preferred & free & ~closed;
      const VcSet escape = packet.escape & free & ~closed;
      const VcSet vcs = candidates | (escape & -std::uint64_t{candidates == 0});  // Without a branch.
      if (vcs != 0) {
        const PortId port = select(vcs, node);
        free &= ~vcs_of(port);
        if (--departures == 0) free = 0;
        node.send(q, lowest_bit(vcs & vcs_of(port)), packet.flit);
        queue.remove(cursor);
      } else {
        const VcSet asked = (packet.preferred | packet.escape) & vcs_of(last_port()) & ~closed;
        moves.asked |= asked;
        for_each_bit(asked, [&](int b) { moves.asking[class_of(b)].set(q); });
        queue.next(cursor);
      }
      if (head_only_) break;
    }
    note_size(q);
    return free;
  }

  /// The port of the VC that the selection function chooses, and that is used now. Precondition: `vcs != 0`.
  template <class Node>
  PortId select(VcSet vcs, Node&& node) {
    VcSet links = vcs;  // A packet may take one VC of each.
    for (VcId q = 1; q < queue_count_; ++q) links |= vcs >> (q * ports_);
    const auto ports = static_cast<std::uint32_t>(links & low_bits<VcSet>(last_port()));
    return select_port(selection_, ports, lfsr_, order_,
                       [&](PortId port) { return node.room(lowest_bit(vcs & vcs_of(port))); });
  }

  /// The oldest packet of a queue that may move to another one; at its end if there is none.
  CentralQueue::Cursor find_mover(VcId from, VcId to) const {
    const CentralQueue& queue = queues_[from];
    CentralQueue::Cursor cursor = queue.oldest();
    while (!queue.at_end(cursor)) {
      const CentralQueue::Packet& packet = queue.at(cursor);
      if (VcSet(packet.preferred | packet.escape).test(vc_index(last_port(), to))) break;
      queue.next(cursor);
    }
    return cursor;
  }

  void push(VcId q, const Flit& flit) {
    const QueueCandidates candidates =
        routing_.queue_candidates(node_, exits_.of(flit.destination).node, q, ports_);
    queues_[q].push(flit, candidates.preferred, candidates.escape);
    queued_.set(q);
    if (!pushed_.empty()) ++pushed_[clock_][q];
  }
  void note_size(VcId q) {
    if (queues_[q].size() == 0) queued_.clear(q);
  }

  std::array<CentralQueue, kMaxQueues> queues_;
  const VcSet each_class_;  ///< The VCs of port 0.
  const NodeId node_;
  const std::uint16_t per_port_;  ///< 2^kReciprocalBits / ports, rounded up.
  const std::uint8_t ports_;
  const std::uint8_t queue_count_;
  VcMask queued_ = 0;             ///< Queues with packets.
  std::uint8_t first_queue_ = 0;  ///< That serve() begins with.
  const bool head_only_;
  const int departures_per_cycle_;
  const int admissions_per_cycle_;
  const Selection selection_;
  Lfsr lfsr_{1};
  std::array<RoundRobinArbiter, kMaxQueues> turn_;  ///< [queue]: among the sources that enter it.
  const RoutingFunction& routing_;
  const Exits exits_;
  RecencyOrder<kMaxPorts> order_;  ///< Output ports, as least_loaded chose them.
  std::vector<CentralQueue::Slot> slots_;
  const QueueSite site_;
  std::size_t clock_ = 0;
  /// [cycle]: packets that came into each queue then, over the last routing cycle; empty if that is a cycle.
  std::vector<std::array<std::uint8_t, kMaxQueues>> pushed_;

  static constexpr int kReciprocalBits = 12;
};

}  // namespace switchyard
