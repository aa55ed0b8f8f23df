#include "testbench/monitor/student_t.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace switchyard {
namespace {

/// P(|t| <= sqrt(n) tan(angle)) for n degrees of freedom.
double central_probability(double angle, int n) {
  const double cosine = std::cos(angle);
  const bool odd = n % 2 != 0;
  double term = odd ? cosine : 1;
  double sum = 0;
  for (int power = odd ? 1 : 0; power <= n - 2; power += 2) {
    sum += term;
    term *= cosine * cosine * (power + 1) / (power + 2);
  }
  const double series = std::sin(angle) * sum;
  return odd ? (angle + series) * 2 / std::numbers::pi : series;
}

void require_freedom(int degrees) {
  if (degrees < 1) throw std::invalid_argument("Student's t needs a degree of freedom");
}

}  // namespace

double student_t_975(int degrees_of_freedom) {
  require_freedom(degrees_of_freedom);
  constexpr int kHalvings = 60;  // Down to the last bit of an angle.
  double low = 0;
  double high = std::numbers::pi / 2;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (central_probability(middle, degrees_of_freedom) < 0.95 ? low : high) = middle;
  }
  return std::sqrt(degrees_of_freedom) * std::tan(low);
}

double student_t_outside(double t, int degrees_of_freedom) {
  require_freedom(degrees_of_freedom);
  const double angle = std::atan(t / std::sqrt(degrees_of_freedom));
  return std::max(0.0, 1 - central_probability(angle, degrees_of_freedom));
}

}  // namespace switchyard
