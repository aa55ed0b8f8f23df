#pragma once

#include <cstdint>

#include "hw/base/bits.h"

namespace switchyard {

/// Round-robin arbiter over a mask of requests: rotating priority, one grant per call.
///
/// pick() chooses the lowest requester at or above the priority pointer, else the lowest of all;
/// accept() moves the pointer past the winner. One byte of state, so that arrays of it stay small.
class RoundRobinArbiter {
 public:
  void reset() { next_ = 0; }

  /// Precondition: `requests != 0`.
  template <class Mask>
  int pick(Mask requests) const {
    const auto high = static_cast<Mask>(requests & ~low_bits<Mask>(next_));
    return lowest_bit(high != 0 ? high : requests);
  }
  void accept(int winner) { next_ = static_cast<std::uint8_t>(winner + 1); }

 private:
  std::uint8_t next_ = 0;
};

}  // namespace switchyard
