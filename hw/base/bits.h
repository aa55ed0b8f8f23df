#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace switchyard {

/// Index of the lowest set bit. Precondition: `mask != 0`.
template <class Mask>
constexpr int lowest_bit(Mask mask) {
  return std::countr_zero(static_cast<std::make_unsigned_t<Mask>>(mask));
}

/// The mask with only bit `index` set.
template <class Mask>
constexpr Mask bit(int index) {
  return static_cast<Mask>(Mask{1} << index);
}

/// The mask of the `count` lowest bits.
template <class Mask>
constexpr Mask low_bits(int count) {
  return count >= static_cast<int>(sizeof(Mask) * 8) ? static_cast<Mask>(~Mask{0})
                                                     : static_cast<Mask>((Mask{1} << count) - Mask{1});
}

/// Calls `visit(index)` for every set bit, lowest first.
template <class Mask, class Visit>
constexpr void for_each_bit(Mask mask, Visit&& visit) {
  for (; mask != 0; mask = static_cast<Mask>(mask & (mask - 1))) visit(lowest_bit(mask));
}

/// Calls `visit(index)` for every set bit, from `start` upwards and then round from bit 0.
template <class Mask, class Visit>
constexpr void for_each_bit_from(Mask mask, int start, Visit&& visit) {
  constexpr int kBits = std::numeric_limits<Mask>::digits;
  for_each_bit(std::rotr(mask, start), [&](int b) { visit((b + start) % kBits); });
}

}  // namespace switchyard
