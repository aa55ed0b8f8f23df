#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/base/flit.h"

namespace switchyard {

/// Queues of packets in the order of their arrival, from any place of which packets may leave. They share one
/// store, which grows as needed.
class PacketQueues {
 public:
  using Slot = std::uint32_t;
  static constexpr Slot kNone = ~Slot{0};

  struct Packet {
    Flit flit;
    std::uint32_t rank = 0;  ///< Small goes first, where that counts.
    VcId vc = 0;             ///< Of the link that it will take.
  };

  explicit PacketQueues(int count) : queues_(count) {}

  void reset() {
    for (Queue& queue : queues_) queue = {};
    slots_.clear();
    free_ = kNone;
  }

  int size(int queue) const { return queues_[queue].size; }
  /// The largest size since reset().
  int most(int queue) const { return queues_[queue].most; }
  bool empty(int queue) const { return size(queue) == 0; }
  /// kNone if it is empty; of all packets of a queue these came first and last.
  Slot first(int queue) const { return queues_[queue].first; }
  Slot last(int queue) const { return queues_[queue].last; }
  Slot after(Slot slot) const { return slots_[slot].after; }
  const Packet& at(Slot slot) const { return slots_[slot].packet; }

  void push(int queue, const Packet& packet) {
    Queue& to = queues_[queue];
    const Slot slot = take_slot();
    slots_[slot] = {packet, to.last, kNone};
    (to.last == kNone ? to.first : slots_[to.last].after) = slot;
    to.last = slot;
    to.most = std::max(to.most, ++to.size);
  }
  void remove(int queue, Slot slot) {
    Queue& from = queues_[queue];
    const Element& gone = slots_[slot];
    (gone.before == kNone ? from.first : slots_[gone.before].after) = gone.after;
    (gone.after == kNone ? from.last : slots_[gone.after].before) = gone.before;
    --from.size;
    slots_[slot].after = free_;
    free_ = slot;
  }

  template <class Visit>
  void for_each(int queue, const Visit& visit) const {
    for (Slot slot = first(queue); slot != kNone; slot = after(slot)) visit(at(slot));
  }

 private:
  struct Element {
    Packet packet;
    Slot before = kNone;
    Slot after = kNone;
  };
  struct Queue {
    Slot first = kNone;
    Slot last = kNone;
    int size = 0;
    int most = 0;
  };

  Slot take_slot() {
    if (free_ == kNone) {
      slots_.emplace_back();
      return static_cast<Slot>(slots_.size() - 1);
    }
    const Slot slot = free_;
    free_ = slots_[slot].after;
    return slot;
  }

  std::vector<Queue> queues_;
  std::vector<Element> slots_;
  Slot free_ = kNone;  ///< List of the slots that no queue uses.
};

}  // namespace switchyard
