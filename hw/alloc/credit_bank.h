#pragma once

#include <array>
#include <cstddef>

#include "hw/base/bits.h"
#include "hw/base/vc_depths.h"

namespace switchyard {

/// Free slots of many far buffers, as far as this end knows, and the set of those that have some.
///
/// `Set`: a BitSet of buffers. `Count` holds the depth of a buffer.
/// RTL:     a row of rtl/router/credit_counter.sv, whose model is CreditCounter.
template <class Set, class Count>
class CreditBank {
 public:
  /// Each of `buffers` has `depth` free slots, and the others none.
  void reset(Set buffers, int depth) {
    open_ = depth != 0 ? buffers : Set{0};
    for (std::size_t i = 0; i < counts_.size(); ++i)
      counts_[i] = static_cast<Count>(buffers.test(i) ? depth : 0);
  }
  /// Each of `buffers` has so many free slots as its depth, which is not 0, and the others none.
  void reset_each(Set buffers, const VcDepths& depths) {
    reset(buffers, /*depth=*/1);
    for_each_bit(buffers, [&](int buffer) { counts_[buffer] = static_cast<Count>(depths[buffer]); });
  }

  /// Buffers with a free slot.
  Set open() const { return open_; }
  int count(std::size_t buffer) const { return counts_[buffer]; }
  void give(std::size_t buffer) {
    ++counts_[buffer];
    open_.set(buffer);
  }
  /// Precondition: the buffer is open.
  void spend(std::size_t buffer) { open_.clear(buffer, --counts_[buffer] == 0); }

 private:
  Set open_ = 0;
  std::array<Count, Set::kCapacity> counts_{};
};

}  // namespace switchyard
