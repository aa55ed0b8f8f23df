#pragma once

#include <cstddef>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// Events in the order of their cycles; those of one cycle in the order in which they were scheduled.
///
/// A wheel with a slot per cycle. An event that is more than a turn ahead stays in its slot until its turn
/// has come.
template <class Event>
class Calendar {
 public:
  explicit Calendar(std::size_t slots = 256) : slots_(slots) {}

  Cycle now() const { return now_; }
  bool empty() const { return pending_ == 0; }

  /// `at` may be the current cycle, also while its events are handled.
  void schedule(Cycle at, const Event& event) {
    slots_[at & (slots_.size() - 1)].push_back({at, event});
    ++pending_;
  }

  /// Handles all events before `end`, the end itself not included, and moves on to it.
  template <class Handle>
  void run(Cycle end, Handle&& handle) {
    for (; now_ < end && pending_ != 0; ++now_) run_cycle(handle);
    now_ = end;
  }

  /// The cycle of the first event that is left, found by handling none. Precondition: not empty().
  Cycle next() const {
    for (Cycle cycle = now_;; ++cycle) {
      for (const Entry& entry : slots_[cycle & (slots_.size() - 1)]) {
        if (entry.at == cycle) return cycle;
      }
    }
  }

 private:
  struct Entry {
    Cycle at;
    Event event;
  };

  template <class Handle>
  void run_cycle(Handle&& handle) {
    std::vector<Entry>& slot = slots_[now_ & (slots_.size() - 1)];
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
  }

  std::vector<std::vector<Entry>> slots_;  ///< [cycle modulo their number, a power of two]
  std::size_t pending_ = 0;
  Cycle now_ = 0;
};

}  // namespace switchyard
