#pragma once

#include "hw/base/bits.h"

namespace switchyard {

/// Fixed-priority arbiter over a mask of requests: the lowest requester wins, and the others can starve.
///
/// RTL:     rtl/arbiter/arbiter.sv
class FixedArbiter {
 public:
  void reset(int /*start*/ = 0) {}

  /// Precondition: `requests != 0`.
  template <class Mask>
  int pick(Mask requests) const {
    return lowest_bit(requests);
  }
  void accept(int /*winner*/) {}
};

}  // namespace switchyard
