#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace switchyard {

/// Members in the order in which they were last taken, the least recent first.
///
/// It is the order of a MatrixArbiter that grants what is taken, kept as a rank for each member, so that
/// choices by several keys can compare it. `kMax` is the most members; a power of two fills a register.
///
/// RTL:     rtl/arbiter/recency_order.sv
template <std::size_t kMax>
class RecencyOrder {
 public:
  /// The order becomes start, start + 1, ..., and then those before the start. `members` is 1 .. kMax.
  void reset(int members, int start) {
    for (std::size_t i = 0; i < kMax; ++i) ranks_[i] = static_cast<std::uint8_t>(i);
    for (int i = 0; i < members; ++i) {
      ranks_[(start + i) % members] = static_cast<std::uint8_t>(i);
    }
  }

  /// 0 .. kMax - 1; small is long ago.
  int rank(int member) const { return ranks_[member]; }

  void take(int member) {
    std::uint8_t& taken = ranks_[member];
    const std::uint8_t rank = taken;
#pragma GCC unroll 1  // All ranks in one instruction, which a loop that is unrolled early does not become.
    for (std::uint8_t& other : ranks_) other = static_cast<std::uint8_t>(other - (other > rank));
    taken = static_cast<std::uint8_t>(kMax - 1);
  }

 private:
  std::array<std::uint8_t, kMax> ranks_;
};

}  // namespace switchyard
