#pragma once

#include <vector>

#include "hw/base/ring_index.h"
#include "hw/router/combining/ranade_message.h"

namespace switchyard {

/// Which inputs of a switch a message came from, and replies go back to: bit 0 the first, bit 1 the second.
using InputMask = BitSet<std::uint8_t>;
inline constexpr InputMask kNeither = 0;
inline constexpr InputMask kFirst = 1;
inline constexpr InputMask kSecond = 2;

/// What a switch remembers of a message until its reply has passed.
///
/// Two direction bits and one for the output: the reply comes from there, so that replies need neither labels
/// nor ghosts. And for two requests that became one, what the second's processors have missed.
struct Direction {
  std::uint32_t operand = 0;  ///< Of the first, if both have one operation.
  Operation operation = Operation::None;
  InputMask from = 0;
  std::uint8_t output = 0;
  bool end = false;  ///< The end of a step: from all inputs, to all outputs.
};

/// Bounded queue of directions. A full one holds requests back.
class DirectionFifo {
 public:
  explicit DirectionFifo(int capacity) : slots_(capacity) {}

  void reset() { ring_.reset(); }
  bool empty() const { return ring_.empty(); }
  bool full() const { return ring_.size() == slots_.size(); }
  const Direction& front() const { return slots_[ring_.front()]; }
  void prefetch() const {
    __builtin_prefetch(&slots_[ring_.front()]);
    __builtin_prefetch(&slots_[ring_.slot(ring_.size(), slots_.size())]);
  }
  void push(const Direction& direction) { slots_[ring_.push(slots_.size())] = direction; }
  /// An empty one begins anew at the first slot: so a large one takes no more of the cache than it needs.
  void pop() {
    ring_.pop(slots_.size());
    if (ring_.empty()) ring_.reset();
  }

 private:
  std::vector<Direction> slots_;
  RingIndex<std::uint32_t> ring_;
};

}  // namespace switchyard
