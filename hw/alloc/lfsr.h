#pragma once

#include <cstdint>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"

namespace switchyard {

/// A router's source of randomness as hardware has it: a linear feedback shift register of 24 bits.
///
/// Galois form of x^24 + x^23 + x^22 + x^17 + 1, which is primitive: it runs through all 2^24 - 1 states but
/// zero. draw() shifts 16 new bits out at once, a tree of exclusive-ors in hardware; as 16 has no divisor in
/// common with 2^24 - 1, draws have the same period.
///
/// Precondition: `seed` is not a multiple of 2^24.
class Lfsr {
 public:
  static constexpr std::uint32_t kPeriod = (1U << 24) - 1;

  explicit Lfsr(std::uint32_t seed) : state_(seed & kPeriod) {}

  /// The register of a node's router.
  static Lfsr of_node(std::uint64_t seed, NodeId node) {
    return Lfsr(1 + RandomStream(seed, node, Purpose::Selection).below(kPeriod));
  }

  std::uint32_t state() const { return state_; }
  std::uint32_t shift() {
    const std::uint32_t out = state_ & 1;
    state_ = (state_ >> 1) ^ (out != 0 ? kTaps : 0);
    return out;
  }
  /// As 16 shifts: what they shift out are the low bits, as no tap comes down to bit 0 in so few. The first
  /// is the highest of what is drawn.
  std::uint32_t draw() {
    const std::uint32_t low = state_ & low_bits<std::uint32_t>(kDrawn);
    state_ = after_draw();
    return reversed(low);
  }
  /// 0 .. bound - 1; the bias is below bound / 2^16. Precondition: 1 <= bound <= 2^16.
  std::uint32_t below(std::uint32_t bound) { return draw() * bound >> kDrawn; }
  /// below(), but does not draw if there is no choice. Precondition: 1 <= bound <= 2^16.
  std::uint32_t choose(std::uint32_t bound) {
    const std::uint32_t chosen = reversed(state_ & low_bits<std::uint32_t>(kDrawn)) * bound >> kDrawn;
    state_ ^= (state_ ^ after_draw()) & -std::uint32_t{bound > 1};  // Without a branch.
    return chosen;
  }

 private:
  static constexpr int kDrawn = 16;
  static constexpr std::uint32_t kTaps = 0xe10000;  ///< Bits 23, 22, 21 and 16.

  std::uint32_t after_draw() const {
    const std::uint32_t low = state_ & low_bits<std::uint32_t>(kDrawn);
    return state_ >> kDrawn ^ low << 8 ^ low << 7 ^ low << 6 ^ low << 1;
  }
  static std::uint32_t reversed(std::uint32_t bits) {
    bits = (bits & 0x5555) << 1 | (bits >> 1 & 0x5555);
    bits = (bits & 0x3333) << 2 | (bits >> 2 & 0x3333);
    bits = (bits & 0x0f0f) << 4 | (bits >> 4 & 0x0f0f);
    return (bits & 0x00ff) << 8 | bits >> 8;
  }

  std::uint32_t state_;
};

}  // namespace switchyard
