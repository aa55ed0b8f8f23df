#pragma once

#include <cassert>
#include <cstdint>

namespace switchyard {

/// The room of a bounded queue, in flits. What is longer than the whole queue has room in it when it is
/// empty.
class FlitBudget {
 public:
  explicit FlitBudget(std::uint64_t capacity) : capacity_(capacity) {}

  bool fits(std::uint64_t flits) const { return used_ == 0 || used_ + flits <= capacity_; }
  void take(std::uint64_t flits) { used_ += flits; }
  /// Precondition: so many have been taken since the last reset.
  void give_back(std::uint64_t flits) {
    assert(flits <= used_);
    used_ -= flits;
  }
  void reset() { used_ = 0; }

 private:
  std::uint64_t capacity_;
  std::uint64_t used_ = 0;
};

}  // namespace switchyard
