#pragma once

#include <cstdint>
#include <vector>

#include "hw/alloc/lfsr.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/bits.h"
#include "hw/base/port_array.h"
#include "hw/router/chaos/chaos_config.h"
#include "hw/router/queues/central_queue.h"

namespace switchyard {

/// What the visits of a chaos router are, and where they begin.
struct VisitSite {
  ChaosConfig config;
  NodeId node = 0;
  PortId channels = 1;       ///< Channels are 0 .. channels - 1, open ones among them.
  PortId first_channel = 0;  ///< Of the first turn.
  Lfsr random = Lfsr(1);
};

/// What a visit finds around the queue.
struct ChannelStates {
  PortMask free = 0;         ///< Channels whose output frame is free.
  PortMask full = 0;         ///< Channels with a packet in their input frame.
  PortMask entering = 0;     ///< Those of them whose packet takes a place of the queue, or leaves one taken.
  PortMask stuck = 0;        ///< Those whose packet finds no place in the ejection buffer.
  int kept = 0;              ///< Places of the queue that only packets of this node take.
  bool can_inject = false;   ///< There is a packet to be injected, and a place for it.
  bool has_waiting = false;  ///< There is something in the injection buffer.
};

/// The central queue of a chaos router and the visits of a cycle, in cyclic order of the channels.
///
/// A cycle: admit() what was read in the last one; then, visits_per_cycle times, visit() the next_channel(),
/// if there is one. Around it is a `Node`:
///
///     ChannelStates channels()                 as they are now
///     void send(PortId channel, int packet)    the packet leaves the queue for the channel's output frame
///     void read(PortId channel)                the channel's input frame is read; the node may enter() it
///     void inject()
///
/// RTL:     rtl/chaos/visit_sequencer.sv
class VisitSequencer {
 public:
  explicit VisitSequencer(const VisitSite& site);
  VisitSequencer(const VisitSequencer&) = delete;  // Its queue points into it.

  void reset();
  /// Their packets are not sent over these channels, whose visits only read.
  void set_faulty_channels(PortMask channels);

  const VisitSite& site() const { return site_; }
  const CentralQueue& queue() const { return queue_; }
  /// What a packet in the queue may take.
  static PortMask channels_of(const CentralQueue::Packet& packet) { return PortMask(packet.preferred); }
  PortMask faulty() const { return faulty_; }
  /// Channels, but faulty ones, that bring some packet of the queue nearer.
  PortMask wanted() const { return wanted_; }
  bool has_new() const { return !just_read_.empty(); }
  bool full(int kept) const { return queue_.size() + kept == site_.config.queue_size; }
  bool can_deroute(int kept) const { return full(kept) && eligible() >= ChaosConfig::kLeastQueue; }

  /// What the visits of the last cycle have read takes part in those of this one.
  void admit() {
    for (const PortMask channels : just_read_) {
      for_each_bit(channels, [&](PortId p) { ++wanting_[p]; });
      wanted_ |= channels & ~faulty_;
    }
    queue_.make_all_eligible();
    just_read_.clear();
  }
  /// A packet comes into the queue. `packet`: what send() calls it. Precondition: there is a place for it.
  void enter(const Flit& head, PortMask channels, int packet) {
    queued_[queue_.push(head, channels, 0)] = packet;
    just_read_.push_back(channels);
  }
  /// Whose turn it is; -1 if no channel may be visited.
  PortId next_channel(const ChannelStates& now) {
    const PortMask channels = visitable(now);
    return channels == 0 ? -1 : turn_.grant(channels);
  }
  template <class Node>
  void visit(PortId channel, Node&& node) {
    const ChannelStates before = node.channels();
    if (wanted_.test(channel)) {
      node.send(channel, take(match(channel)));
    } else if (full(before.kept) && before.entering.test(channel)) {
      node.send(channel, take(pick_victim()));
    }
    if (before.full.test(channel)) node.read(channel);
    if (node.channels().can_inject) node.inject();
  }
  /// Channels that may be visited and, unless empty visits count, where there is something to do.
  PortMask visitable(const ChannelStates& now) const {
    const PortMask channels = now.free & ~without_place(now);
    if (site_.config.empty_visits == ChaosConfig::EmptyVisits::Counted) {
      return now.full != 0 || queue_.size() != 0 || now.has_waiting ? channels : PortMask{0};
    }
    return now.can_inject ? channels : channels & (now.full | wanted_);
  }
  /// Takes a packet out that may leave. Returns what send() would call it.
  /// Errors: std::logic_error if it is not there.
  int take(PacketId packet);

 private:
  /// Input frames whose packet could not be read now, whatever a visit sends.
  PortMask without_place(const ChannelStates& now) const {
    if (!full(now.kept)) return now.stuck;
    return now.stuck | (now.entering & ~wanted_ & (can_deroute(now.kept) ? faulty_ : ~PortMask{0}));
  }
  /// Match. Precondition: the channel is wanted.
  CentralQueue::Cursor match(PortId channel) const {
    CentralQueue::Cursor cursor = queue_.oldest();
    while (!channels_of(queue_.at(cursor)).test(channel)) queue_.next(cursor);
    return cursor;
  }
  /// Deroute. Precondition: can_deroute().
  CentralQueue::Cursor pick_victim();
  int take(CentralQueue::Cursor cursor) {
    for_each_bit(channels_of(queue_.at(cursor)), [&](PortId p) {
      if (--wanting_[p] == 0) wanted_.clear(p);
    });
    const int packet = queued_[cursor.at];
    queue_.remove(cursor);
    return packet;
  }
  /// Packets of the queue that may be matched or derouted.
  int eligible() const { return queue_.size() - static_cast<int>(just_read_.size()); }
  std::uint64_t age_at(CentralQueue::Cursor cursor) const { return age_of(queue_.at(cursor).flit); }

  const VisitSite site_;
  RoundRobinArbiter turn_;
  Lfsr lfsr_;
  PortMask faulty_ = 0;
  PortMask wanted_ = 0;
  PortArray<std::uint16_t> wanting_{};     ///< [channel]: packets of the queue that it brings nearer.
  std::vector<CentralQueue::Slot> slots_;  ///< Of the queue.
  std::vector<int> queued_;                ///< [slot]: packet
  CentralQueue queue_;
  std::vector<PortMask> just_read_;  ///< Channels of the packets that came in this cycle.
};

}  // namespace switchyard
