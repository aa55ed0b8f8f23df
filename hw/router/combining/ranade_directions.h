#pragma once

#include <vector>

#include "hw/router/combining/ranade_message.h"

namespace switchyard {

/// Which inputs of a switch a message came from, and replies go back to: bit 0 the first, bit 1 the second.
using InputMask = std::uint8_t;
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
  explicit DirectionFifo(int capacity) : slots_(static_cast<std::size_t>(capacity)) {}

  void reset() { head_ = size_ = 0; }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == slots_.size(); }
  const Direction& front() const { return slots_[head_]; }
  void prefetch() const {
    __builtin_prefetch(&slots_[head_]);
    __builtin_prefetch(&slots_[slot(size_)]);
  }
  void push(const Direction& direction) { slots_[slot(size_++)] = direction; }
  /// An empty one begins anew at the first slot: so a large one takes no more of the cache than it needs.
  void pop() { head_ = --size_ == 0 ? 0 : slot(1); }

 private:
  std::uint32_t slot(std::uint32_t place) const {
    const std::uint32_t at = head_ + place;
    return at >= slots_.size() ? at - static_cast<std::uint32_t>(slots_.size()) : at;
  }

  std::vector<Direction> slots_;
  std::uint32_t head_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace switchyard
