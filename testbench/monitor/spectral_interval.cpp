#include "testbench/monitor/spectral_interval.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "testbench/monitor/student_t.h"

namespace switchyard {
namespace {

constexpr std::uint64_t kLeastSamples = 100;
constexpr std::size_t kLeastSlices = 200;
constexpr std::size_t kOrdinatesPerBand = 4;
constexpr double kWidestShare = 2.0 / 3;  ///< Of the mean: the half width is then twice the mean.

constexpr std::size_t kBands = 25;
constexpr std::size_t kLowestBands = 10;
/// Up to the first descent, of the logarithm of the spectrum in the first 5 bands, all bands are fitted; from
/// the second on, the lowest; between them the width goes over from the one to the other.
constexpr double kFlat = 0.2;
constexpr double kSteep = 0.6;

std::vector<double> residuals_of(std::span<const Slice> slices, double mean) {
  std::vector<double> residuals;
  residuals.reserve(slices.size());
  for (const Slice& slice : slices)
    residuals.push_back(static_cast<double>(slice.sum) - mean * static_cast<double>(slice.count));
  return residuals;
}

/// The square of the sum over i of sqrt(2) x_i cos(pi j (i + 1/2) / n): for a white x, the variance of the
/// sum of x.
double ordinate(const std::vector<double>& x, std::size_t j) {
  const double step = std::numbers::pi * static_cast<double>(j) / static_cast<double>(x.size());
  const double turn_cosine = std::cos(step);
  const double turn_sine = std::sin(step);
  double cosine = std::cos(step / 2);
  double sine = std::sin(step / 2);
  double sum = 0;
  for (const double value : x) {
    sum += value * cosine;
    const double next = cosine * turn_cosine - sine * turn_sine;
    sine = sine * turn_cosine + cosine * turn_sine;
    cosine = next;
  }
  return 2 * sum * sum;
}

/// Unbiased logarithms of the spectrum in `bands` bands.
std::vector<double> log_spectrum(const std::vector<double>& residuals, std::size_t bands) {
  constexpr double kBias = 0.270362845;  // log 2 - psi(2): of the logarithm of a chi square of 4 degrees.
  double squares = 0;
  for (const double x : residuals) squares += x * x;
  const double rounding = 1e-12 * squares;
  std::vector<double> logs(bands);
  for (std::size_t band = 0; band < bands; ++band) {
    double sum = 0;
    for (std::size_t i = 1; i <= kOrdinatesPerBand; ++i)
      sum += ordinate(residuals, band * kOrdinatesPerBand + i);
    logs[band] = std::log(std::max(sum / kOrdinatesPerBand, rounding)) + kBias;
  }
  return logs;
}

/// Least squares by polynomials that are orthogonal over the bands' centres.
class Parabola {
 public:
  explicit Parabola(std::span<const double> logs) : bands_(static_cast<double>(logs.size())) {
    double linear = 0;
    double curved = 0;
    for (std::size_t band = 0; band < logs.size(); ++band) mean_square_ += square(u(band)) / bands_;
    for (std::size_t band = 0; band < logs.size(); ++band) {
      const double curve = square(u(band)) - mean_square_;
      level_ += logs[band] / bands_;
      linear += u(band) * logs[band];
      curved += curve * logs[band];
      curves_ += curve * curve;
    }
    slope_ = linear / (mean_square_ * bands_);
    curvature_ = curved / curves_;
  }

  /// `x` is 0 at frequency zero, 1 at the end of the last band.
  double at(double x) const {
    const double u = (x - kCentre) * bands_ + kShift;
    return level_ + slope_ * u + curvature_ * (square(u) - mean_square_);
  }

  /// Of at(0).
  double variance() const {
    constexpr double kOfLogarithm = std::numbers::pi * std::numbers::pi / 6 - 1;  // Chi square of 4 degrees.
    const double u0 = -kCentre * bands_ + kShift;
    return kOfLogarithm *
           (1 / bands_ + square(u0) / (mean_square_ * bands_) + square(square(u0) - mean_square_) / curves_);
  }

 private:
  static constexpr double kCentre = 0.5;
  static constexpr double kShift = -0.125;  ///< Band b has its centre at ordinate 4 b + 2.5.

  static double square(double x) { return x * x; }
  double u(std::size_t band) const { return static_cast<double>(band) - (bands_ - 1) / 2; }

  double bands_;
  double mean_square_ = 0;
  double curves_ = 0;
  double level_ = 0;
  double slope_ = 0;
  double curvature_ = 0;
};

/// Without the bias of an exponential of a logarithm.
double variance_at_zero(const Parabola& fit) { return std::exp(fit.at(0) - fit.variance() / 2); }

double quantile_of(const Parabola& fit) {
  return student_t_975(static_cast<int>(2 / (std::exp(fit.variance()) - 1)));
}

/// The geometric mean of `a` and `b` with the weights 1 - `part` and `part`.
double between(double a, double b, double part) { return std::pow(a, 1 - part) * std::pow(b, part); }

}  // namespace

ConfidenceInterval spectral_interval(std::span<const Slice> slices, double variance) {
  ConfidenceInterval interval;
  Slice all;
  for (const Slice& slice : slices) {
    all.count += slice.count;
    all.sum += slice.sum;
  }
  if (all.count == 0) {
    interval.withdraw("there is no sample");
    return interval;
  }
  const auto count = static_cast<double>(all.count);
  interval.mean = static_cast<double>(all.sum) / count;
  if (all.count < kLeastSamples) {
    interval.withdraw("there are fewer than 100 samples");
    return interval;
  }
  if (slices.size() < kLeastSlices) {
    interval.withdraw("the window is shorter than 200 cycles");
    return interval;
  }
  interval.half_width = 0;
  interval.effective_samples = count;
  if (variance <= 0) return interval;

  const std::vector<double> logs = log_spectrum(residuals_of(slices, interval.mean), kBands);
  const Parabola wide(logs);
  const Parabola narrow(std::span<const double>(logs).first(kLowestBands));
  const double steepness = std::clamp((wide.at(0) - wide.at(0.2) - kFlat) / (kSteep - kFlat), 0.0, 1.0);
  const double variance_of_mean =
      between(variance_at_zero(wide), variance_at_zero(narrow), steepness) / (count * count);
  const double quantile = between(quantile_of(wide), quantile_of(narrow), steepness);
  const double share = quantile * std::sqrt(variance_of_mean) / interval.mean;
  if (share < kWidestShare) {
    interval.half_width = interval.mean * share / (1 - share);
    interval.effective_samples = std::min(count, variance / variance_of_mean);
  } else {
    interval.withdraw("the window is too short: the samples are correlated over much of it");
  }
  return interval;
}

}  // namespace switchyard
