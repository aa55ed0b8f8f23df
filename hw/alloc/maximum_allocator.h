#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// Maximum-size allocator: a matching of inputs to outputs than which there is no larger one. The yardstick
/// of the others: no hardware does that in a cycle, and a lasting request can starve.
///
/// Inputs are matched one after another from the first one on, along augmenting paths; an input that is
/// matched stays so. The first input moves on by one whenever something was granted.
///
/// Shapes:  requests[i]: mask of the outputs that input i requests; grants[i]: the one it gets, or 0.
template <class Mask>
class BasicMaximumAllocator {
 public:
  /// `ports` is 1 .. bits of Mask.
  explicit BasicMaximumAllocator(int ports) : owners_(ports, kNone) {}

  /// `start`: the input that is matched first, 0 .. ports - 1.
  void reset(int start = 0) { first_ = start; }
  void allocate(std::span<const Mask> requests, std::span<Mask> grants);

 private:
  static constexpr int kNone = -1;
  bool match(std::span<const Mask> requests, int input, Mask& tried);

  std::vector<int> owners_;  ///< [output]: the input that has it.
  int first_ = 0;
};

extern template class BasicMaximumAllocator<PortMask>;
extern template class BasicMaximumAllocator<std::uint64_t>;

}  // namespace switchyard
