#include "testbench/monitor/spectral_interval.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

/// `per_slice` uniform values of 0 .. 999 in each slice.
std::vector<Slice> white(std::size_t slices, int per_slice, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Slice> series(slices);
  for (Slice& slice : series) {
    for (int i = 0; i < per_slice; ++i) slice.sum += random() % 1000;
    slice.count = static_cast<std::uint64_t>(per_slice);
  }
  return series;
}
constexpr double kUniformVariance = (1000.0 * 1000 - 1) / 12;

TEST(SpectralInterval, OfIndependentSamplesIsAsWideAsTheTextbooks) {
  // Of 5000 independent samples: t of 7 degrees, 2.365, times the standard error.
  std::vector<double> widths;
  for (unsigned seed = 0; seed < 301; ++seed)
    widths.push_back(spectral_interval(white(1000, 5, seed), kUniformVariance).half_width);
  std::nth_element(widths.begin(), widths.begin() + 150, widths.end());
  EXPECT_NEAR(widths[150] / (2.365 * std::sqrt(kUniformVariance / 5000)), 1.0, 0.1);
}

TEST(SpectralInterval, OfUnequallyFullSlicesIsAsWideAsTheTextbooks) {
  std::vector<double> widths;
  for (unsigned seed = 0; seed < 301; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<Slice> series(1000);
    for (int i = 0; i < 5000; ++i) {
      Slice& slice = series[random() % 1000];
      ++slice.count;
      slice.sum += 9000 + random() % 1000;
    }
    widths.push_back(spectral_interval(series, kUniformVariance).half_width);
  }
  std::nth_element(widths.begin(), widths.begin() + 150, widths.end());
  EXPECT_NEAR(widths[150] / (2.365 * std::sqrt(kUniformVariance / 5000)), 1.0, 0.1);
}

TEST(SpectralInterval, CountsIndependentSamplesAsNearlyAllEffective) {
  double logs = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const ConfidenceInterval interval = spectral_interval(white(1000, 5, seed), kUniformVariance);
    ASSERT_LE(interval.effective_samples, 5000);
    logs += std::log(interval.effective_samples / 5000) / 100;
  }
  EXPECT_GT(std::exp(logs), 0.6);
}

TEST(SpectralInterval, CountsRepeatedSamplesOnce) {
  // Every value stands 20 times in a row: 5000 samples tell as much as 250.
  double logs = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<Slice> series(1000);
    Cycle value = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
      if (i % 4 == 0) value = random() % 1000;
      series[i] = {5, 5 * value};
    }
    const ConfidenceInterval interval = spectral_interval(series, kUniformVariance);
    ASSERT_TRUE(interval.unknown_because.empty());
    logs += std::log(interval.effective_samples / 250) / 100;
  }
  EXPECT_NEAR(std::exp(logs), 1.0, 0.35);  // A logarithm's mean is not the mean's logarithm.
}

TEST(SpectralInterval, TheMeanIsThatOfAllSamplesHoweverUnequalTheSlices) {
  std::vector<Slice> slices(300, {1, 50});
  slices[7] = {300, 3000};
  EXPECT_DOUBLE_EQ(spectral_interval(slices, 100).mean, (299 * 50 + 3000) / 599.0);
}

TEST(SpectralInterval, GrowsWithTheUnitOfTheSamples) {
  std::vector<Slice> slices = white(700, 3, 4);
  const ConfidenceInterval one = spectral_interval(slices, kUniformVariance);
  for (Slice& slice : slices) slice.sum *= 10;
  const ConfidenceInterval ten = spectral_interval(slices, 100 * kUniformVariance);
  EXPECT_NEAR(ten.half_width, 10 * one.half_width, 1e-9 * ten.half_width);
  EXPECT_NEAR(ten.effective_samples, one.effective_samples, 1e-9 * one.effective_samples);
}

TEST(SpectralInterval, HasNoWidthIfAllSamplesAreEqual) {
  const std::vector<Slice> slices(1000, {2, 14});
  const ConfidenceInterval interval = spectral_interval(slices, 0);
  EXPECT_EQ(interval.mean, 7);
  EXPECT_EQ(interval.half_width, 0);
  EXPECT_EQ(interval.effective_samples, 2000);
}

TEST(SpectralInterval, IsFiniteForAPeriodicSeries) {
  std::vector<Slice> slices(1024);
  for (std::size_t i = 0; i < slices.size(); ++i) slices[i] = {1, i % 2 == 0 ? 10U : 20U};
  const ConfidenceInterval interval = spectral_interval(slices, 25);
  EXPECT_GE(interval.half_width, 0);
  EXPECT_LT(interval.half_width, 0.1);
}

TEST(SpectralInterval, SaysWhyThereIsNone) {
  const auto reason = [](const std::vector<Slice>& slices) {
    const ConfidenceInterval interval = spectral_interval(slices, 100);
    EXPECT_TRUE(std::isnan(interval.half_width));
    EXPECT_TRUE(std::isnan(interval.effective_samples));
    return interval.unknown_because;
  };
  EXPECT_EQ(reason({}), "there is no sample");
  EXPECT_EQ(reason(std::vector<Slice>(500)), "there is no sample");
  EXPECT_EQ(reason(white(99, 1, 1)), "there are fewer than 100 samples");
  EXPECT_EQ(reason(white(199, 1, 1)), "the window is shorter than 200 cycles");
  std::vector<Slice> rising(1000);
  for (std::size_t i = 0; i < rising.size(); ++i) rising[i] = {1, 10 * i};
  EXPECT_EQ(reason(rising), "the window is too short: the samples are correlated over much of it");
}

TEST(SpectralInterval, IsThereFrom200SlicesAnd100Samples) {
  EXPECT_GT(spectral_interval(white(200, 1, 1), kUniformVariance).half_width, 0);
  std::vector<Slice> sparse(1000);
  for (std::size_t i = 0; i < 1000; i += 10) sparse[i] = {1, i % 97};
  EXPECT_GT(spectral_interval(sparse, 800).half_width, 0);
}

}  // namespace
}  // namespace switchyard
