#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/base/types.h"

namespace switchyard {

/// How an output VC and its far end become empty: the packets that share them leave one after the other.
struct VcDrain {
  Cycle allocated = 0;      ///< When the last packet got the VC.
  Cycle sent = 0;           ///< The last cycle in which its tail takes the link.
  Cycle begun = 0;          ///< When the far end began to drain,
  Cycle drained = 0;        ///< and when the credit of the last tail is back:
  std::uint32_t flits = 0;  ///< so many in that time.

  /// A packet gets the VC. Its flits leave the far end from `begins` on, until the last credit is back.
  /// Precondition: that is after `drained`.
  void add(Cycle allocated_at, Cycle begins, Cycle drained_at, std::uint32_t packet_flits) {
    if (allocated_at >= drained) {
      begun = begins;
      flits = 0;
    }
    allocated = allocated_at;
    drained = drained_at;
    flits += packet_flits;
  }
  /// When no more than so many flits are left, if they leave evenly; 0: there are no more.
  Cycle left_only(Cycle most) const { return most >= flits ? 0 : drained - most * (drained - begun) / flits; }
  /// Flits that are left.
  Cycle left(Cycle at) const {
    return drained <= at ? 0 : std::min<Cycle>(flits, (drained - at) * flits / (drained - begun));
  }
};

}  // namespace switchyard
