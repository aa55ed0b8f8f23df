#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "hw/base/bit_set.h"

namespace switchyard {

/// What holds the bits of a mask: a BitSet, or an integer as it is.
template <class Mask>
struct WordOfMask : std::make_unsigned<Mask> {};
template <class Word>
struct WordOfMask<BitSet<Word>> {
  using type = Word;
};
template <class Mask>
using WordOf = typename WordOfMask<Mask>::type;

/// Index of the lowest set bit. Precondition: `mask != 0`.
template <class Mask>
constexpr int lowest_bit(Mask mask) {
  return std::countr_zero(static_cast<WordOf<Mask>>(mask));
}

/// The mask with only bit `index` set.
template <class Mask>
constexpr Mask bit(std::size_t index) {
  return static_cast<WordOf<Mask>>(WordOf<Mask>{1} << index);
}

/// The mask of the `count` lowest bits.
template <class Mask>
constexpr Mask low_bits(std::size_t count) {
  constexpr WordOf<Mask> kNone = 0;
  constexpr std::size_t kBits = std::numeric_limits<WordOf<Mask>>::digits;
  return static_cast<WordOf<Mask>>(count >= kBits ? ~kNone : ~(~std::uint64_t{0} << count));
}

/// Index of the highest set bit. Precondition: `mask != 0`.
template <class Mask>
constexpr int highest_bit(Mask mask) {
  return std::numeric_limits<WordOf<Mask>>::digits - 1 - std::countl_zero(static_cast<WordOf<Mask>>(mask));
}

/// Number of set bits. Not std::popcount(), which is a call where the instruction set has no instruction.
constexpr int count_bits(std::uint32_t mask) {
  mask -= mask >> 1 & 0x55555555U;
  mask = (mask & 0x33333333U) + (mask >> 2 & 0x33333333U);
  return static_cast<int>(((mask + (mask >> 4)) & 0x0f0f0f0fU) * 0x01010101U >> 24);
}

/// Index of set bit number `n`, counted from 0 and from the lowest. Precondition: `n < count_bits(mask)`.
inline int nth_bit(std::uint32_t mask, int n) {
  static constexpr auto kNth = [] {  // By byte: a loop over random bits ends where nothing can predict it.
    std::array<std::array<std::uint8_t, 8>, 256> nth{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      std::size_t count = 0;
      for (std::uint8_t b = 0; b < 8; ++b) {
        if ((byte >> b & 1) != 0) nth[byte][count++] = b;
      }
    }
    return nth;
  }();
  int below = 0;
  for (int count = count_bits(mask & 0xff); n >= count; count = count_bits(mask & 0xff)) {
    n -= count;
    mask >>= 8;
    below += 8;
  }
  return below + kNth[mask & 0xff][n];
}

/// Calls `visit(index)` for every set bit, lowest first. Not by the Iterator of BitSet, which costs a
/// register in long loops.
template <class Mask, class Visit>
constexpr void for_each_bit(Mask mask, Visit&& visit) {
  using Word = WordOf<Mask>;
  for (Word word = mask; word != 0; word = static_cast<Word>(word & (word - 1))) visit(lowest_bit(word));
}

/// Calls `visit(index)` for every set bit, from `start` upwards and then round from bit 0.
template <class Mask, class Visit>
constexpr void for_each_bit_from(Mask mask, int start, Visit&& visit) {
  using Set = BitSet<WordOf<Mask>>;
  for_each_bit(Set(mask).rotated(start), [&](int index) { visit((index + start) % Set::kCapacity); });
}

}  // namespace switchyard
