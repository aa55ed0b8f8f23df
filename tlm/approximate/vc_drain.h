#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "hw/base/types.h"

namespace switchyard {

/// How an output VC and its far end become empty: the packets that share them leave one after the other.
struct VcDrain {
  Cycle allocated = 0;           ///< When the last packet got the VC.
  Cycle sent = 0;                ///< The last cycle in which its tail takes the link,
  Cycle sent_before = 0;         ///< and that of the packet before it.
  Cycle begun = 0;               ///< When the far end began to drain,
  Cycle drained = 0;             ///< and when the credit of the last tail is back:
  std::uint32_t flits = 0;       ///< so many in that time.
  std::uint32_t sent_flits = 0;  ///< Of the last packet.

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
  /// A packet goes over the link; its tail takes it in the cycle `tail`.
  void send(Cycle tail, std::uint32_t packet_flits) {
    if (tail <= sent) return;
    sent_before = std::exchange(sent, tail);
    sent_flits = packet_flits;
  }
  /// When no more than so many flits have still to take the link, if they do so evenly.
  Cycle unsent_only(Cycle most) const {
    const Cycle ago = sent_flits == 0 ? 0 : most * (sent - sent_before) / sent_flits;
    return ago >= sent ? 0 : sent - ago;
  }
  /// When no more than so many flits are left, if they leave evenly; 0: there are no more.
  Cycle left_only(Cycle most) const { return most >= flits ? 0 : drained - most * (drained - begun) / flits; }
  /// Flits that are left.
  Cycle left(Cycle at) const {
    return drained <= at ? 0 : std::min<Cycle>(flits, (drained - at) * flits / (drained - begun));
  }
};

}  // namespace switchyard
