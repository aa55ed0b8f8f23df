#pragma once

#include <cstdint>

namespace switchyard {

/// phi of Lin et al.: the bits of the equal digits of `a` and `b`, from the lowest digit up to the first that
/// differs. A digit has `digit_bits` bits, a number `dimension`: a multiple of them.
constexpr int digit_match(std::uint32_t a, std::uint32_t b, int dimension, int digit_bits) {
  int bits = 0;
  while (bits < dimension && ((a ^ b) >> bits & ((1U << digit_bits) - 1)) == 0) bits += digit_bits;
  return bits;
}

}  // namespace switchyard
