#include "testbench/monitor/histogram.h"

#include <algorithm>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

constexpr Cycle kFirstCoarse = Cycle{1} << 20;

LatencyHistogram histogram_of(const std::vector<Cycle>& samples) {
  LatencyHistogram histogram;
  for (const Cycle sample : samples) histogram.add(sample);
  return histogram;
}

/// Latencies with a long tail, below `limit`.
std::vector<Cycle> skewed_samples(std::size_t count, Cycle limit, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Cycle> samples(count);
  for (Cycle& sample : samples) sample = random() % (1 + random() % limit);
  return samples;
}

/// The per mille percentile by sorting, in integers.
Cycle nearest_rank(std::vector<Cycle> samples, std::size_t per_mille) {
  std::sort(samples.begin(), samples.end());
  const std::size_t rank = (samples.size() * per_mille + 999) / 1000;
  return samples[std::max<std::size_t>(rank, 1) - 1];
}

Cycle percentile(const LatencyHistogram& histogram, std::size_t per_mille) {
  return histogram.percentile(static_cast<double>(per_mille) / 1000);
}

TEST(Histogram, PercentilesAreTheNearestRanksOfTheSortedSamples) {
  for (const std::size_t count : {1, 2, 3, 7, 10, 99, 100, 101, 400, 1000}) {
    const std::vector<Cycle> samples = skewed_samples(count, 3000, static_cast<unsigned>(count));
    const LatencyHistogram histogram = histogram_of(samples);
    for (std::size_t per_mille = 0; per_mille <= 1000; ++per_mille) {
      ASSERT_EQ(percentile(histogram, per_mille), nearest_rank(samples, per_mille))
          << count << " samples, " << per_mille << " per mille";
    }
  }
}

TEST(Histogram, ThePercentileOfAnExactRankIsNotPushedUpByRounding) {
  LatencyHistogram histogram;
  for (Cycle value = 1; value <= 100; ++value) histogram.add(value);
  for (Cycle value = 1; value <= 100; ++value) EXPECT_EQ(percentile(histogram, 10 * value), value);
}

TEST(Histogram, MeanMinimumAndMaximumAreExactAtEverySize) {
  const LatencyHistogram histogram = histogram_of({3, kFirstCoarse * 1000 + 1, kFirstCoarse * 5 + 7, 3});
  EXPECT_EQ(histogram.count(), 4U);
  EXPECT_EQ(histogram.mean(), static_cast<double>(kFirstCoarse * 1005 + 14) / 4);
  EXPECT_EQ(histogram.min(), 3U);
  EXPECT_EQ(histogram.max(), kFirstCoarse * 1000 + 1);
}

TEST(Histogram, TheVarianceIsThatOfItsSamples) {
  EXPECT_EQ(histogram_of({7, 7, 7}).variance(), 0);
  EXPECT_DOUBLE_EQ(histogram_of({1, 2, 3, 10}).variance(), (9 + 4 + 1 + 36) / 4.0);
  EXPECT_DOUBLE_EQ(histogram_of({999'000, 1'001'000}).variance(), 1e6);
}

TEST(Histogram, TheOrderOfTheSamplesDoesNotMatter) {
  std::vector<Cycle> samples = skewed_samples(2000, Cycle{1} << 30, 5);
  const LatencyHistogram forward = histogram_of(samples);
  std::sort(samples.begin(), samples.end());
  const LatencyHistogram sorted = histogram_of(samples);
  EXPECT_EQ(forward.mean(), sorted.mean());
  for (std::size_t per_mille = 0; per_mille <= 1000; per_mille += 50) {
    EXPECT_EQ(percentile(forward, per_mille), percentile(sorted, per_mille)) << per_mille;
  }
  EXPECT_EQ(forward.bins(50), sorted.bins(50));
}

TEST(Histogram, EveryValueBelowTheLimitHasItsOwnBin) {
  for (const Cycle value : {Cycle{0}, Cycle{1}, kFirstCoarse - 2, kFirstCoarse - 1}) {
    EXPECT_EQ(histogram_of({value, kFirstCoarse * 2}).percentile(0.5), value);
  }
}

TEST(Histogram, PercentilesAboveTheLimitAreHighByLessThanOnePartIn128) {
  for (const Cycle limit : {kFirstCoarse * 4, Cycle{1} << 40, Cycle{1} << 52}) {
    const std::vector<Cycle> samples = skewed_samples(500, limit, 9);
    const LatencyHistogram histogram = histogram_of(samples);
    for (std::size_t per_mille = 0; per_mille <= 1000; per_mille += 25) {
      const Cycle exact = nearest_rank(samples, per_mille);
      const Cycle actual = percentile(histogram, per_mille);
      EXPECT_GE(actual, exact) << per_mille << " per mille below " << limit;
      EXPECT_LE(actual - exact, exact / 128) << per_mille << " per mille below " << limit;
    }
  }
}

TEST(Histogram, NoPercentileExceedsTheMaximum) {
  for (int shift = 20; shift < 64; ++shift) {
    const Cycle value = (Cycle{1} << shift) + 1;
    EXPECT_EQ(histogram_of({value}).percentile(1), value);
  }
  constexpr Cycle kLargest = std::numeric_limits<Cycle>::max();
  EXPECT_EQ(histogram_of({kLargest}).percentile(1), kLargest);
}

TEST(Histogram, BinsCoverAllSamplesWithEqualWidths) {
  const std::vector<Cycle> samples = skewed_samples(800, 1000, 3);
  const LatencyHistogram histogram = histogram_of(samples);
  for (const std::size_t most : {1, 2, 7, 50, 999, 5000}) {
    const std::vector<HistogramBin> bins = histogram.bins(most);
    ASSERT_LE(bins.size(), most);
    EXPECT_LE(bins.back().from, histogram.max());
    EXPECT_GE(bins.back().to, histogram.max());
    Cycle next = histogram.min();
    for (const HistogramBin& bin : bins) {
      EXPECT_EQ(bin.from, next);
      EXPECT_EQ(bin.to - bin.from, bins[0].to - bins[0].from);
      const auto inside = [&](Cycle value) { return value >= bin.from && value <= bin.to; };
      EXPECT_EQ(bin.count, static_cast<std::uint64_t>(std::count_if(samples.begin(), samples.end(), inside)));
      next = bin.to + 1;
    }
  }
}

TEST(Histogram, BinsKeepTheCountAboveTheLimit) {
  const LatencyHistogram histogram = histogram_of(skewed_samples(500, Cycle{1} << 40, 2));
  std::uint64_t total = 0;
  for (const HistogramBin& bin : histogram.bins(20)) total += bin.count;
  EXPECT_EQ(total, 500U);
}

TEST(Histogram, OneValueIsOneBin) {
  EXPECT_EQ(histogram_of({5, 5, 5}).bins(10), (std::vector<HistogramBin>{{5, 5, 3}}));
}

TEST(Histogram, AnEmptyHistogramHasNoFigures) {
  const LatencyHistogram empty;
  EXPECT_EQ(empty.count(), 0U);
  EXPECT_TRUE(empty.bins(10).empty());
  EXPECT_THROW(empty.mean(), std::logic_error);
  EXPECT_THROW(empty.variance(), std::logic_error);
  EXPECT_THROW(empty.min(), std::logic_error);
  EXPECT_THROW(empty.max(), std::logic_error);
  EXPECT_THROW(empty.percentile(0.5), std::logic_error);
}

TEST(Histogram, RejectsAPercentileOutsideZeroToOneAndNoBins) {
  const LatencyHistogram histogram = histogram_of({1});
  for (const double p : {-0.01, 1.01, 99.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(histogram.percentile(p), std::invalid_argument) << p;
  }
  EXPECT_THROW(histogram.bins(0), std::invalid_argument);
}

}  // namespace
}  // namespace switchyard
