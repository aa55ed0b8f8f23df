#include "testbench/monitor/growth.h"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>

#include "testbench/monitor/student_t.h"

namespace switchyard {
namespace {

using Series = std::vector<double>;

double mean_of(std::span<const double> x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

double product(const Series& x, const Series& y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

Series deviations(std::span<const double> x) {
  Series result(x.begin(), x.end());
  const double mean = mean_of(x);
  for (double& value : result) value -= mean;
  return result;
}

/// Leaves of `y` what no multiple of `x` explains; returns that multiple. Both are deviations from means.
double remove(const Series& x, Series& y) {
  const double squares = product(x, x);
  if (squares == 0) return 0;
  const double slope = product(x, y) / squares;
  for (std::size_t i = 0; i < x.size(); ++i) y[i] -= slope * x[i];
  return slope;
}

/// A line rise = growth + c (created - offered), and what is left of the rises.
struct Fit {
  double growth;
  double mean_excess;  ///< Of created over offered.
  Series excess;       ///< Deviations from it.
  Series rest;
};

Fit fit_line(std::span<const double> rise, std::span<const double> created, double offered) {
  Fit fit{0, mean_of(created) - offered, deviations(created), deviations(rise)};
  fit.growth = mean_of(rise) - remove(fit.excess, fit.rest) * fit.mean_excess;
  return fit;
}

/// Half the width of the 95 % interval of its growth.
double half_width_of(const Fit& fit) {
  const auto count = static_cast<double>(fit.rest.size());
  const double variance = product(fit.rest, fit.rest) / (count - 2);
  const double spread = product(fit.excess, fit.excess);
  const double leverage = spread > 0 ? fit.mean_excess * fit.mean_excess / spread : 0;
  return student_t_975(static_cast<int>(fit.rest.size()) - 2) * std::sqrt(variance * (1 / count + leverage));
}

bool is_pulled_back(const Fit& fit, std::span<const double> backlog) {
  constexpr double kStandardErrors = 3.5;
  Series before = deviations(backlog);
  Series rest = fit.rest;
  remove(fit.excess, before);
  const double pull = remove(before, rest);
  const double squares = product(before, before);
  const double variance = product(rest, rest) / static_cast<double>(rest.size() - 3);
  return squares > 0 && pull < 0 && pull * pull * squares > kStandardErrors * kStandardErrors * variance;
}

/// What the first quarter of the steps and the last show, per step between their middles.
void compare_quarters(std::span<const double> backlog, double offered, Growth& growth) {
  const std::size_t quarter = backlog.size() / 4;
  const std::span<const double> last = backlog.last(quarter);
  const double unit = offered * static_cast<double>(backlog.size() - quarter);
  const Series wobble = deviations(last);
  growth.rise = (mean_of(last) - mean_of(backlog.first(quarter))) / unit;
  growth.wobble = std::sqrt(product(wobble, wobble) / static_cast<double>(quarter)) / unit;
}

}  // namespace

Growth measure_growth(const BacklogSteps& steps) {
  const Fit fit = fit_line(steps.rise, steps.created, steps.offered);
  const std::size_t half = steps.rise.size() / 2;
  const Fit late =
      fit_line(std::span(steps.rise).subspan(half), std::span(steps.created).subspan(half), steps.offered);
  Growth growth;
  growth.share = fit.growth / steps.offered;
  growth.half_width = half_width_of(fit) / steps.offered;
  growth.late = (late.growth - half_width_of(late)) / steps.offered;
  compare_quarters(steps.before, steps.offered, growth);
  growth.pulled_back = is_pulled_back(fit, steps.before);
  return growth;
}

}  // namespace switchyard
