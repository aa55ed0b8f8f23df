#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/base/bit_set.h"
#include "hw/base/bits.h"
#include "hw/base/types.h"

namespace switchyard {

/// Events in the order of their cycles; those of one cycle in the order in which they were scheduled.
///
/// A wheel with a slot per cycle, and a bit that says if anything is in it. An event that is more than a turn
/// ahead stays in its slot until its turn has come.
template <class Event>
class Calendar {
 public:
  Calendar() : slots_(kSlots) {}

  Cycle now() const { return now_; }
  bool empty() const { return pending_ == 0; }

  /// `at` may be the current cycle, also while its events are handled.
  void schedule(Cycle at, const Event& event) {
    const std::size_t slot = at % kSlots;
    slots_[slot].push_back({at, event});
    taken_[slot / kWord].set(slot % kWord);
    ++pending_;
  }

  /// Handles all events before `end`, the end itself not included, and moves on to it.
  template <class Handle>
  void run(Cycle end, Handle&& handle) {
    while (pending_ != 0) {
      now_ = next_taken(now_);
      if (now_ >= end) break;
      run_cycle(handle);
      ++now_;
    }
    now_ = end;
  }

  /// The cycle of the first event that is left, found by handling none. Precondition: not empty().
  Cycle next() const {
    for (Cycle cycle = next_taken(now_);; cycle = next_taken(cycle + 1)) {
      for (const Entry& entry : slots_[cycle % kSlots]) {
        if (entry.at == cycle) return cycle;
      }
    }
  }

 private:
  struct Entry {
    Cycle at;
    Event event;
  };

  static constexpr std::size_t kSlots = 256;
  static constexpr std::size_t kWord = 64;

  /// The first cycle from `cycle` on whose slot is not empty. Precondition: some slot is not.
  Cycle next_taken(Cycle cycle) const {
    for (;;) {
      const std::uint64_t rest = taken_[cycle % kSlots / kWord] >> cycle % kWord;
      if (rest != 0) return cycle + lowest_bit(rest);
      cycle += kWord - cycle % kWord;
    }
  }

  template <class Handle>
  void run_cycle(Handle&& handle) {
    std::vector<Entry>& slot = slots_[now_ % kSlots];
    std::size_t later = 0;
    for (std::size_t i = 0; i < slot.size(); ++i) {  // More may be scheduled meanwhile.
      const Entry entry = slot[i];
      if (entry.at == now_) {
        handle(now_, entry.event);
      } else {
        slot[later++] = entry;
      }
    }
    pending_ -= slot.size() - later;
    slot.resize(later);
    if (later == 0) taken_[now_ % kSlots / kWord].clear(now_ % kWord);
  }

  std::vector<std::vector<Entry>> slots_;  ///< [cycle modulo their number]
  std::array<BitSet<std::uint64_t>, kSlots / kWord> taken_{};
  std::size_t pending_ = 0;
  Cycle now_ = 0;
};

}  // namespace switchyard
