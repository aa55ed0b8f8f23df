#pragma once

#include <array>
#include <cstdint>

#include "hw/base/bits.h"

namespace switchyard {

/// Matrix arbiter over a mask of requests: the requester that was granted least recently wins.
///
/// Row i of the matrix holds the requesters that come before i. pick() chooses the one whose row meets
/// no request; accept() puts the winner behind all others. At first the order is start, start + 1, ...,
/// and then those before the start.
///
/// Errors:  none; `requests` of pick() must not be 0 and must not name more than `requesters`.
/// RTL:     rtl/arbiter/matrix_arbiter.sv
/// Source:  Dally, Towles, "Principles and Practices of Interconnection Networks", 2004, section 18.5.
class MatrixArbiter {
 public:
  /// `requesters` is 1..64.
  explicit MatrixArbiter(int requesters) : requesters_(requesters) { reset(); }

  /// `start`: 0 .. requesters - 1.
  void reset(int start = 0) {
    const auto wrapped = low_bits<std::uint64_t>(start);
    const std::uint64_t ahead = low_bits<std::uint64_t>(requesters_) & ~wrapped;
    for (int i = 0; i < requesters_; ++i) {
      const auto lower = low_bits<std::uint64_t>(i);
      before(i) = i < start ? ahead | lower : ahead & lower;
    }
  }

  int pick(std::uint64_t requests) const {
    std::uint64_t left = requests;
    while ((requests & before(lowest_bit(left))) != 0) left &= left - 1;
    return lowest_bit(left);
  }
  void accept(int winner) {
    for (int i = 0; i < requesters_; ++i) before(i) &= ~bit<std::uint64_t>(winner);
    before(winner) = low_bits<std::uint64_t>(requesters_) & ~bit<std::uint64_t>(winner);
  }

 private:
  std::uint64_t& before(int requester) { return before_[requester]; }
  std::uint64_t before(int requester) const { return before_[requester]; }

  int requesters_;
  std::array<std::uint64_t, 64> before_{};
};

}  // namespace switchyard
