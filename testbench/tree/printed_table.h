#pragma once

#include <array>

namespace switchyard {

/// A row of Table I of Lin et al.: the best number of descendants for pi = 0..5, two messages of each of
/// 2^dimension terminals.
struct PrintedRow {
  int dimension;
  std::array<double, 6> descendants;  ///< [pi], as printed.
};

inline constexpr std::array<PrintedRow, 4> kTableOne{{{4, {2.18, 3.84, 6.13, 9.21, 13.28, 16.00}},
                                                      {6, {2.30, 4.37, 7.53, 12.16, 18.77, 27.97}},
                                                      {8, {2.37, 4.76, 8.66, 14.76, 24.00, 37.61}},
                                                      {10, {2.42, 5.05, 9.60, 17.08, 28.95, 47.25}}}};

}  // namespace switchyard
