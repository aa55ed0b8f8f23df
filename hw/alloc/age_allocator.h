#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include "hw/alloc/port_allocator.h"
#include "hw/base/bits.h"

namespace switchyard {

/// A separable allocator whose arbiters let the oldest packet go first. It keeps nothing.
///
/// Input first, each input proposes the output that its oldest packet asks for, and each output grants the
/// oldest of its proposals. Output first, each output offers itself to the oldest packet that asks for it,
/// and each input takes the offer to its oldest. In both the oldest packet of all gets what it asks for, so
/// that nobody starves. Of equally old ones the lowest number goes first.
///
/// Shapes:  requests[i]: mask of the outputs that input i requests; grants[i]: the one it gets, or 0.
///          age_of(i, o): of the oldest packet of input i that asks for output o, as age_of() of a flit:
///          the oldest is the smallest.
/// Source:  Abts, Weisser, "Age-Based Packet Arbitration in Large-Radix k-ary n-cubes", SC 2007.
template <class Mask, class AgeOf>
void allocate_by_age(AllocatorConfig::Kind kind, std::span<const Mask> requests, AgeOf&& age_of,
                     std::span<Mask> grants) {
  constexpr std::size_t kBits = std::numeric_limits<WordOf<Mask>>::digits;
  using Masks = std::array<Mask, kBits>;
  const auto oldest = [](Mask among, auto&& age) {
    int first = lowest_bit(among);
    for_each_bit(among, [&](int p) { first = age(p) < age(first) ? p : first; });
    return bit<Mask>(first);
  };
  const auto transposed = [](std::span<const Mask> rows) {
    Masks columns{};
    for (std::size_t row = 0; row < rows.size(); ++row)
      for_each_bit(rows[row], [&](int column) { columns[column] |= bit<Mask>(static_cast<int>(row)); });
    return columns;
  };
  /// Of each row the oldest one, where `age(row, column)` is its age.
  const auto oldest_of_rows = [&](std::span<const Mask> rows, auto&& age) {
    Masks chosen{};
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (rows[row] != 0)
        chosen[row] = oldest(rows[row], [&](int column) { return age(static_cast<int>(row), column); });
    }
    return chosen;
  };
  const auto by_output = [&](int output, int input) { return age_of(input, output); };
  Masks granted{};
  if (kind == AllocatorConfig::Kind::SeparableInputFirst) {
    const Masks proposals = oldest_of_rows(requests, age_of);
    granted = transposed(oldest_of_rows(transposed(proposals), by_output));
  } else {
    const Masks offers = oldest_of_rows(transposed(requests), by_output);
    granted = oldest_of_rows(transposed(offers), age_of);
  }
  for (std::size_t i = 0; i < requests.size(); ++i) grants[i] = granted[i];
}

}  // namespace switchyard
