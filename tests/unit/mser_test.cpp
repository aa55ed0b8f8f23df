#include "testbench/monitor/mser.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

/// `start` * exp(-i / time_constant) on top of `level` and uniform noise of -1 .. 1.
std::vector<double> transient(double level, double start, double time_constant, std::size_t length,
                              unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<double> series(length);
  for (std::size_t i = 0; i < length; ++i) {
    const double noise = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
    series[i] = level + start * std::exp(-static_cast<double>(i) / time_constant) + noise;
  }
  return series;
}

/// White's definition, written out: two passes for every cut.
Truncation written_out(const std::vector<double>& series) {
  std::vector<double> batches;
  for (std::size_t i = 0; i + 5 <= series.size(); i += 5) {
    batches.push_back((series[i] + series[i + 1] + series[i + 2] + series[i + 3] + series[i + 4]) / 5);
  }
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t d = 0; d <= batches.size() / 2; ++d) {
    const auto kept = static_cast<double>(batches.size() - d);
    double mean = 0;
    double squares = 0;
    for (std::size_t i = d; i < batches.size(); ++i) mean += batches[i] / kept;
    for (std::size_t i = d; i < batches.size(); ++i) squares += (batches[i] - mean) * (batches[i] - mean);
    if (squares / kept / kept < least) {
      least = squares / kept / kept;
      best = d;
    }
  }
  return {5 * best, best < batches.size() / 2};
}

TEST(Mser, AgreesWithTheDefinitionWrittenOut) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    for (const std::size_t length : {5, 10, 14, 15, 49, 50, 333, 600}) {
      const std::vector<double> series = transient(100, 20, 3.0 * seed, length, seed + 1);
      const Truncation expected = written_out(series);
      const Truncation actual = mser5(series);
      EXPECT_EQ(actual.observations, expected.observations) << "seed " << seed << ", length " << length;
      EXPECT_EQ(actual.settled, expected.settled) << "seed " << seed << ", length " << length;
    }
  }
}

TEST(Mser, CutsAnExponentialTransientWhereItSinksIntoTheNoise) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Truncation cut = mser5(transient(100, 20, 100, 4000, seed));
    EXPECT_TRUE(cut.settled) << seed;
    EXPECT_GE(cut.observations, 200U) << seed;   // The transient is still 2.7, above the noise.
    EXPECT_LE(cut.observations, 1000U) << seed;  // It is 0.001.
  }
}

TEST(Mser, CutsAStepExactly) {
  std::vector<double> series(1000, 0.1);
  for (std::size_t i = 0; i < 235; ++i) series[i] = 7;
  EXPECT_EQ(mser5(series).observations, 235U);
  EXPECT_TRUE(mser5(series).settled);
}

TEST(Mser, AConstantSeriesIsKeptWhole) {
  const Truncation cut = mser5(std::vector<double>(1000, 0.1));
  EXPECT_EQ(cut.observations, 0U);
  EXPECT_TRUE(cut.settled);
}

TEST(Mser, ASeriesThatKeepsRisingIsNotSettled) {
  std::vector<double> series(1000);
  for (std::size_t i = 0; i < series.size(); ++i) series[i] = static_cast<double>(i);
  EXPECT_EQ(mser5(series).observations, 500U);
  EXPECT_FALSE(mser5(series).settled);
}

TEST(Mser, ALargeOffsetDoesNotDrownTheSpread) {
  // The same noise on top of 2^30, where sums of squares would lose it.
  const Truncation small = mser5(transient(0, 20, 50, 2000, 3));
  const Truncation large = mser5(transient(0x1p30, 20, 50, 2000, 3));
  EXPECT_EQ(large.observations, small.observations);
}

TEST(Mser, TooShortASeriesIsNotSettled) {
  for (const std::size_t length : {0, 1, 4, 5, 9}) {
    const Truncation cut = mser5(std::vector<double>(length, 1.0));
    EXPECT_EQ(cut.observations, 0U) << length;
    EXPECT_FALSE(cut.settled) << length;
  }
}

}  // namespace
}  // namespace switchyard
