#pragma once

#include <algorithm>
#include <systemc>
#include <utility>
#include <vector>

#include "tlm/socket/second_delta.h"

namespace switchyard {

/// What happens at the clock edges of a network, to be told half a period later: in the second delta cycle of
/// that time, so after whatever else was due then, and in the order of `Happening` (operator<), whichever
/// process noted it first.
///
/// A method process that is sensitive to due() calls tell().
template <class Happening>
class EdgeLog {
 public:
  const sc_core::sc_event& due() const { return due_; }

  void note(const Happening& happening, const sc_core::sc_time& period) {
    if (noted_.empty()) due_.notify(period * 0.5);
    noted_.push_back(happening);
  }
  /// Calls `tell_one(happening)`, which may cause others, and may clear(). Whether it was time to.
  template <class TellOne>
  bool tell(TellOne&& tell_one) {
    if (!delta_.reached()) return false;
    told_.swap(noted_);
    std::sort(told_.begin(), told_.end());
    for (std::size_t i = 0; i < told_.size(); ++i) tell_one(Happening(told_[i]));
    told_.clear();
    return true;
  }
  /// Forgets what has not been told.
  void clear() {
    noted_.clear();
    told_.clear();
  }

 private:
  std::vector<Happening> noted_;
  std::vector<Happening> told_;  ///< Those of tell().
  sc_core::sc_event due_;
  SecondDelta delta_;
};

}  // namespace switchyard
