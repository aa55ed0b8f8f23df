#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "hw/base/bits.h"

namespace switchyard {

/// Round-robin arbiter over a mask of requests: rotating priority, one grant per call.
///
/// pick() chooses the lowest requester at or above the priority pointer, else the lowest of all;
/// accept() moves the pointer past the winner; reset() puts it on the start. One byte of state, so that
/// arrays of it stay small, and no branches, as requests are not predictable. Up to 64 requesters.
///
/// RTL:     rtl/arbiter/rr_arbiter.sv, of rr_pick.sv and rr_pointer.sv
class RoundRobinArbiter {
 public:
  /// `start` is the first requester that has priority.
  void reset(int start = 0) { next_ = static_cast<std::uint8_t>(start); }

  /// Precondition: `requests != 0`.
  template <class Mask>
  int pick(Mask requests) const {
    using Word = WordOf<Mask>;
    constexpr int kBits = std::numeric_limits<Word>::digits;
    const Word word = requests;
    if constexpr (kBits <= 32) {
      const std::uint64_t twice = std::uint64_t{word} << kBits | word;
      return (lowest_bit(twice >> next_) + next_) % kBits;
    } else {
      return (lowest_bit(std::rotr(word, next_)) + next_) % kBits;
    }
  }
  void accept(int winner) { next_ = static_cast<std::uint8_t>(winner + 1); }
  /// pick() and accept(): for a grant that is used in any case.
  template <class Mask>
  int grant(Mask requests) {
    const int winner = pick(requests);
    accept(winner);
    return winner;
  }

 private:
  std::uint8_t next_ = 0;
};

}  // namespace switchyard
