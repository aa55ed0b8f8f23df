#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "testbench/monitor/spectral_interval.h"
#include "testbench/monitor/student_t.h"

namespace switchyard {
namespace {

/// A series whose true mean is known, one value per cycle.
struct Series {
  std::vector<Cycle> values;
  double mean = 0;
};
using Draw = std::function<Series(std::mt19937_64&)>;
using Estimate = std::function<ConfidenceInterval(const std::vector<Slice>&, double variance)>;

double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
}

double log_uniform(std::mt19937_64& random, double low, double high) {
  return std::exp(uniform(random, std::log(low), std::log(high)));
}

double exponential(std::mt19937_64& random) { return -std::log(1 - uniform(random, 0, 1)); }

double normal(std::mt19937_64& random) {
  return std::sqrt(2 * exponential(random)) * std::cos(2 * 3.14159265358979 * uniform(random, 0, 1));
}

/// White noise on a first-order autoregressive process; the window has 5 to 200 correlation times.
Series autoregressive(std::mt19937_64& random) {
  Series series{std::vector<Cycle>(static_cast<std::size_t>(log_uniform(random, 500, 30'000))), 1e6};
  const double correlation =
      std::exp(-log_uniform(random, 5, 200) / static_cast<double>(series.values.size()));
  const double noise = uniform(random, 0, 1);
  double deviation = normal(random);
  for (Cycle& value : series.values) {
    deviation = correlation * deviation + std::sqrt(1 - correlation * correlation) * normal(random);
    value = static_cast<Cycle>(std::lround(1e6 + 1e4 * (deviation + noise * normal(random))));
  }
  return series;
}

/// Waits, in thousandths of a mean service time, in a queue with Poisson arrivals of rate `load`. The window
/// has 10 to 300 relaxation times.
template <class Service>
Series queue(std::mt19937_64& random, double second_moment, Service&& service) {
  constexpr double kUnit = 1000;
  const double load = uniform(random, 0.3, 0.9);
  const double relaxation = 2 * (1 + load) / ((1 - load) * (1 - load)) * second_moment / 2;
  const auto length = static_cast<std::size_t>(relaxation * log_uniform(random, 10, 300)) + 500;
  Series series{std::vector<Cycle>(length),
                kUnit * load * second_moment / (2 * (1 - load))};  // Pollaczek-Khinchine.
  double wait = 0;
  const auto next = [&] { wait = std::max(0.0, wait + service(random) - exponential(random) / load); };
  for (int i = 0; i < 20 * relaxation; ++i) next();
  for (Cycle& value : series.values) {
    value = static_cast<Cycle>(std::lround(kUnit * wait));
    next();
  }
  return series;
}
Series exponential_service(std::mt19937_64& random) { return queue(random, 2, exponential); }
Series constant_service(std::mt19937_64& random) {
  return queue(random, 1, [](std::mt19937_64&) { return 1.0; });
}

struct Coverage {
  double given = 0;    ///< Share of the series.
  double covered = 0;  ///< Share of those.
};

Coverage coverage(const Draw& draw, const Estimate& estimate, unsigned first_seed) {
  constexpr int kSeries = 600;
  int given = 0;
  int covered = 0;
  for (unsigned i = 0; i < kSeries; ++i) {
    std::mt19937_64 random(first_seed + i);
    const Series series = draw(random);
    TimeSlices slices(0);
    double sum = 0;
    double squares = 0;
    for (std::size_t when = 0; when < series.values.size(); ++when) {
      slices.add(when, series.values[when]);
      sum += static_cast<double>(series.values[when]);
    }
    const auto count = static_cast<double>(series.values.size());
    for (const Cycle value : series.values) squares += std::pow(static_cast<double>(value) - sum / count, 2);
    const ConfidenceInterval interval = estimate(slices.until(series.values.size()), squares / count);
    if (std::isnan(interval.half_width)) continue;
    ++given;
    if (std::abs(interval.mean - series.mean) <= interval.half_width) ++covered;
  }
  return {given / double{kSeries}, covered / static_cast<double>(given)};
}

/// What the intervals once were: 30 batches, however long the correlation.
ConfidenceInterval thirty_batches(const std::vector<Slice>& slices, double) {
  constexpr std::size_t kBatches = 30;
  double count = 0;
  double sum = 0;
  for (const Slice& slice : slices) {
    count += static_cast<double>(slice.count);
    sum += static_cast<double>(slice.sum);
  }
  ConfidenceInterval interval;
  interval.mean = sum / count;
  std::vector<double> excess(kBatches);
  for (std::size_t i = 0; i < slices.size(); ++i)
    excess[i * kBatches / slices.size()] +=
        static_cast<double>(slices[i].sum) - interval.mean * static_cast<double>(slices[i].count);
  double squares = 0;
  for (const double x : excess) squares += x * x;
  interval.half_width =
      student_t_975(kBatches - 1) * std::sqrt(squares * kBatches / (kBatches - 1.0)) / count;
  return interval;
}

class IntervalCoverage : public testing::TestWithParam<Draw> {};

TEST_P(IntervalCoverage, IsAtLeast93PercentAndMostAreGiven) {
  const Coverage found = coverage(GetParam(), spectral_interval, 1);
  RecordProperty("covered", std::to_string(found.covered));
  EXPECT_GE(found.covered, 0.93);
  EXPECT_LE(found.covered, 0.995) << "an interval that always covers says nothing";
  EXPECT_GE(found.given, 0.80);
}

TEST_P(IntervalCoverage, OfThirtyBatchesIsLess) {
  EXPECT_LT(coverage(GetParam(), thirty_batches, 1).covered, 0.90);
}

INSTANTIATE_TEST_SUITE_P(OfAutoregression, IntervalCoverage, testing::Values(autoregressive));
INSTANTIATE_TEST_SUITE_P(OfExponentialService, IntervalCoverage, testing::Values(exponential_service));
INSTANTIATE_TEST_SUITE_P(OfConstantService, IntervalCoverage, testing::Values(constant_service));

}  // namespace
}  // namespace switchyard
