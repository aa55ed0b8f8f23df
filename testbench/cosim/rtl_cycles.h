#pragma once

#include <utility>

#include "testbench/cosim/rtl_model.h"

namespace switchyard {

/// Counts the cycles that a module has had, so that it has those too in which nobody used it.
///
/// A synchronous circuit that one cycle with constant inputs leaves as it was stays so: it rests, and the
/// cycles until its next use are only counted.
class RtlCycles {
 public:
  explicit RtlCycles(RtlModel::Now now) : now_(std::move(now)) { restart(); }

  /// The next cycle is the first one after a reset.
  void restart() {
    next_ = now_ ? now_() + 1 : 0;
    resting_ = false;
  }
  /// Has the cycles before the present one. `idle(cycle)` has a cycle with idle pins, and returns whether it
  /// left everything as it was.
  template <class Idle>
  void catch_up(Idle&& idle) {
    if (now_) have_those_before(now_(), idle);
  }
  /// And the present one, unless it was used.
  template <class Idle>
  void finish(Idle&& idle) {
    if (now_) have_those_before(now_() + 1, idle);
  }
  /// The present cycle is used; it is numbered so.
  Cycle use() {
    resting_ = false;
    return static_cast<Cycle>(next_++);
  }

 private:
  template <class Idle>
  void have_those_before(std::int64_t end, Idle&& idle) {
    while (next_ < end && !resting_) resting_ = idle(static_cast<Cycle>(next_++));
    if (next_ < end) next_ = end;
  }

  RtlModel::Now now_;
  std::int64_t next_ = 0;
  bool resting_ = false;
};

}  // namespace switchyard
