#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace switchyard {

/// Pearson's statistic of `observed` counts against the counts that are expected.
inline double chi_square(const std::vector<double>& observed, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    sum += (observed[i] - expected[i]) * (observed[i] - expected[i]) / expected[i];
  }
  return sum;
}

/// What the statistic exceeds by chance once in a million (Wilson and Hilferty's approximation).
inline double chi_square_limit(std::size_t degrees_of_freedom) {
  constexpr double kMillionth = 4.7534;  // Of the normal distribution.
  const auto n = static_cast<double>(degrees_of_freedom);
  return n * std::pow(1 - 2 / (9 * n) + kMillionth * std::sqrt(2 / (9 * n)), 3);
}

}  // namespace switchyard
