#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// Flits that the input VCs of a port hold, by their numbers. A value.
class VcDepths {
 public:
  /// All hold as many. Not explicit: that is what most routers have.
  VcDepths(int depth) : smallest_(depth), largest_(depth) { depths_.fill(depth); }  // NOLINT(*-explicit-*)
  /// [VC]. Precondition: 1 .. kMaxVcs of them.
  explicit VcDepths(const std::vector<int>& depths)
      : smallest_(*std::ranges::min_element(depths)), largest_(*std::ranges::max_element(depths)) {
    depths_.fill(largest_);
    std::ranges::copy(depths, depths_.begin());
  }

  int operator[](std::size_t vc) const { return depths_[vc]; }
  int smallest() const { return smallest_; }
  int largest() const { return largest_; }
  bool alike() const { return smallest_ == largest_; }
  /// Of the first `count` VCs: one number if all VCs are alike.
  std::vector<int> listed(int count) const {
    return {depths_.begin(), depths_.begin() + (alike() ? 1 : count)};
  }

  bool operator==(const VcDepths&) const = default;

 private:
  std::array<int, kMaxVcs> depths_;
  int smallest_;
  int largest_;
};

}  // namespace switchyard
