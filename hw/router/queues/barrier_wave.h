#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/base/bits.h"
#include "hw/routing/wave_site.h"

namespace switchyard {

/// A node's part in the barrier waves of a network with central queues, or with queues of links.
///
/// A marker goes once over every channel for each barrier. A channel may bring packets into several queues. A
/// queue is flushed when all that brings packets into it has brought its marker, or is a queue of the node
/// that is flushed itself, and when no packet is in it that was sent before its sender arrived at the
/// barrier. Then the channels that it feeds are owed a marker, which goes before any packet. The processor is
/// released when the last channel of those that deliver here has brought its marker, that of its own arrival
/// included.
///
/// Packets and markers carry the parity of their epoch: the barriers that their sender has arrived at. One
/// bit is enough, as nobody sends a packet of epoch e + 2 before all have been released from e.
///
/// Hold: what is behind a marker waits until nothing of the epoch before can be behind it on its way, so no
///       processor gets a packet of an epoch that it has not been released into. EpochBit: packets are never
///       held; a receiver may get one early.
/// Source: the conditions are ours; Felperin et al., Proc. IEEE 1991, sections V.C.2 and VI.C.2, name waves.
class BarrierWave {
 public:
  using Channels = BitSet<std::uint64_t>;  ///< As in WaveSite.
  enum class Discipline : std::uint8_t { None, Hold, EpochBit };
  static inline const std::array<std::string, 3> kDisciplines{"none", "hold", "epoch_bit"};

  BarrierWave(const WaveSite& site, Discipline discipline)
      : site_(site), hold_(discipline == Discipline::Hold), states_(site.queues.size()) {}

  void reset() {
    states_.assign(site_.queues.size(), {});
    delivered_ = 0;
  }

  /// Whether the marker at the front of this channel is the next: that before it has been used.
  bool may_take(int channel) const { return !(entered() | delivered_).test(channel); }
  void take(int channel) {
    for (VcId q = 0; q < queue_count(); ++q)
      states_[q].entered |= Channels{1} << channel & Channels(site_.queues[q].from_channels);
    delivered_ |= Channels{1} << channel & Channels(site_.delivering | site_.injection);
  }

  void packet_enters(VcId queue, bool odd_epoch) { ++states_[queue].packets[odd_epoch]; }
  void packet_leaves(VcId queue, bool odd_epoch) { --states_[queue].packets[odd_epoch]; }

  /// Flushes what can be.
  void flush() {
    for (bool again = true; again;) {
      again = false;
      for (VcId q = 0; q < queue_count(); ++q) again |= flush(q);
    }
  }

  /// Channels that are to get a marker before any packet.
  Channels owed() const {
    Channels some = 0;
    Channels missing = 0;
    for (VcId q = 0; q < queue_count(); ++q) {
      some |= states_[q].owed;
      missing |= Channels(site_.queues[q].to_channels) & ~states_[q].owed;
    }
    return some & ~missing;
  }
  void pay(int channel) {
    for (State& state : states_) state.owed.clear(channel);
  }
  /// Channels that packets of this queue may not take now.
  Channels closed(VcId queue) const { return owed() | (hold_ ? states_[queue].owed : Channels{0}); }
  /// Queues that packets of this queue may not move to now.
  VcMask closed_moves(VcId queue) const {
    VcMask closed = 0;
    for (VcId to = 0; hold_ && to < queue_count(); ++to)
      closed.set(to, states_[to].flushed_before.test(queue));
    return closed;
  }
  /// Channels of which nothing is read now.
  Channels held() const { return hold_ ? entered() | delivered_ : Channels{0}; }

  bool releases() const { return delivered_ == (site_.delivering | site_.injection); }
  void release() { delivered_ = 0; }

  /// Whether markers have come that are not used yet, or are owed.
  bool waits() const { return (entered() | delivered_) != 0 || owed() != 0; }

 private:
  struct State {
    std::array<std::uint32_t, 2> packets{};  ///< [odd epoch]
    VcMask flushed_before = 0;               ///< Of WaveSite::Queue::from_queues, since the last flush.
    Channels entered = 0;                    ///< That have brought a marker since it was flushed last.
    Channels owed = 0;                       ///< Channels of which it waits for the marker to go.
    bool odd_epoch = false;                  ///< Of what must be gone before the next flush.
  };

  VcId queue_count() const { return static_cast<VcId>(states_.size()); }
  /// That have brought a marker, and feed a queue that has not been flushed since.
  Channels entered() const {
    Channels channels = 0;
    for (const State& state : states_) channels |= state.entered;
    return channels;
  }
  bool is_used(const WaveSite::Queue& queue) const {
    return queue.from_channels != 0 || queue.from_queues != 0;
  }
  /// Whether all queues that this one moves packets to have been flushed since it was.
  bool was_heard(VcId queue) const {
    for (const State& state : states_) {
      if (state.flushed_before.test(queue)) return false;
    }
    return true;
  }

  bool flush(VcId q) {
    const WaveSite::Queue& queue = site_.queues[q];
    State& state = states_[q];
    if (!is_used(queue) || state.entered != Channels(queue.from_channels) ||
        state.flushed_before != queue.from_queues)
      return false;
    if (state.packets[state.odd_epoch] != 0 || state.owed != 0 || !was_heard(q)) return false;
    state.entered = 0;
    state.flushed_before = 0;
    state.odd_epoch = !state.odd_epoch;
    state.owed = queue.to_channels;
    for (VcId to = 0; to < queue_count(); ++to) {
      if (site_.queues[to].from_queues.test(q)) states_[to].flushed_before.set(q);
    }
    return true;
  }

  WaveSite site_;
  bool hold_;
  std::vector<State> states_;  ///< [queue]
  Channels delivered_ = 0;     ///< Of those that deliver here, that have brought a marker since the release.
};

}  // namespace switchyard
