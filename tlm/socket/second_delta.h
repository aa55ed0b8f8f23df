#pragma once

#include <systemc>

namespace switchyard {

/// Lets a method process act in the delta cycle after the one in which it is triggered, so after whatever
/// else was due at that time: the order of timed events of one time is nobody's business.
class SecondDelta {
 public:
  /// First in the process: `if (!delta_.reached()) return;`
  bool reached() {
    waiting_ = !waiting_;
    if (waiting_) sc_core::next_trigger(sc_core::SC_ZERO_TIME);
    return !waiting_;
  }

 private:
  bool waiting_ = false;
};

}  // namespace switchyard
