#pragma once

#include <systemc>

#include "tlm/socket/second_delta.h"

namespace switchyard {

/// The exclusion rule at one side of a socket: BEGIN_REQ (or BEGIN_RESP) waits until the time of END_REQ
/// (END_RESP) of the transaction before has come.
///
/// A method process that is sensitive to freed() begins what has waited meanwhile.
class PhaseSlot {
 public:
  bool taken() const { return taken_; }
  void take() { taken_ = true; }
  /// The end has come, with this delay.
  void end(const sc_core::sc_time& delay) {
    taken_ = delay != sc_core::SC_ZERO_TIME;
    if (taken_) freed_.notify(delay);
  }
  /// It is free, but not to be used from within the present call.
  void free_after_call() {
    taken_ = true;
    freed_.notify(sc_core::SC_ZERO_TIME);
  }

  const sc_core::sc_event& freed() const { return freed_; }
  /// First in the process: `if (!slot.reached()) return;`. Then it is free.
  bool reached() {
    if (!delta_.reached()) return false;
    taken_ = false;
    return true;
  }

 private:
  bool taken_ = false;
  sc_core::sc_event freed_;
  SecondDelta delta_;
};

}  // namespace switchyard
