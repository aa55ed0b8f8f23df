#include "testbench/monitor/batch_means.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

constexpr Cycle kTrueMean = 1000;

/// A stationary first-order autoregressive process around kTrueMean, rounded to cycles.
std::vector<Cycle> autoregressive(double correlation, std::size_t length, unsigned seed) {
  std::mt19937_64 random(seed);
  const auto noise = [&] { return static_cast<double>(random() >> 11) * 0x1p-53 - 0.5; };
  double deviation = 0;
  for (int i = 0; i < 200; ++i) deviation = correlation * deviation + 100 * noise();
  std::vector<Cycle> values(length);
  for (Cycle& value : values) {
    deviation = correlation * deviation + 100 * noise();
    value = static_cast<Cycle>(std::lround(static_cast<double>(kTrueMean) + deviation));
  }
  return values;
}

/// One value per cycle from cycle `begin` on, in 30 batches.
ConfidenceInterval batched(const std::vector<Cycle>& values, Cycle begin = 0) {
  BatchMeans means(begin, begin + values.size());
  for (const Cycle value : values) means.add(begin++, value);
  return means.interval();
}

/// The interval that takes the values for independent.
ConfidenceInterval unbatched(const std::vector<Cycle>& values) {
  double sum = 0;
  double squares = 0;
  for (const Cycle value : values) sum += static_cast<double>(value);
  const auto count = static_cast<double>(values.size());
  for (const Cycle value : values) squares += std::pow(static_cast<double>(value) - sum / count, 2);
  return {sum / count, 1.96 * std::sqrt(squares / (count - 1) / count), 1};
}

/// How many of 300 sequences have an interval that holds the true mean.
template <class Estimate>
int covered(double correlation, Estimate&& estimate) {
  int hits = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const ConfidenceInterval interval = estimate(autoregressive(correlation, 9000, seed));
    if (std::abs(interval.mean - static_cast<double>(kTrueMean)) <= interval.half_width) ++hits;
  }
  return hits;
}

TEST(BatchMeans, TheIntervalCoversTheMeanOfACorrelatedProcess) {
  const auto by_batches = [](const std::vector<Cycle>& values) { return batched(values); };
  for (const double correlation : {0.0, 0.5, 0.9}) {
    const int hits = covered(correlation, by_batches);
    EXPECT_GE(hits, 264) << correlation;  // 88 %
    EXPECT_LE(hits, 297) << correlation;  // An interval that always covers says nothing.
  }
}

TEST(BatchMeans, AnIntervalThatIgnoresCorrelationDoesNotCover) { EXPECT_LT(covered(0.9, unbatched), 200); }

TEST(BatchMeans, EqualBatchesGiveTheTextbookInterval) {
  // Batches i = 0 .. 9 of 10 values i each: mean 4.5, variance 55/6, t of 9 degrees of freedom 2.262.
  BatchMeans means(500, 600, 10);
  for (Cycle when = 500; when < 600; ++when) means.add(when, (when - 500) / 10);
  const ConfidenceInterval interval = means.interval();
  EXPECT_DOUBLE_EQ(interval.mean, 4.5);
  EXPECT_NEAR(interval.half_width, 2.262 * std::sqrt(55.0 / 6 / 10), 0.001);
  EXPECT_EQ(interval.batches, 10);
}

TEST(BatchMeans, TheMeanIsThatOfAllSamplesHoweverUnequalTheBatches) {
  BatchMeans means(0, 100, 10);
  for (int i = 0; i < 300; ++i) means.add(5, 10);
  for (Cycle when = 10; when < 100; ++when) means.add(when, 50);
  EXPECT_DOUBLE_EQ(means.interval().mean, (300 * 10 + 90 * 50) / 390.0);
}

TEST(BatchMeans, TheOrderOfTheSamplesDoesNotMatter) {
  const std::vector<Cycle> values = autoregressive(0.5, 3000, 1);
  BatchMeans backwards(0, values.size());
  for (std::size_t i = values.size(); i-- > 0;) backwards.add(i, values[i]);
  EXPECT_EQ(backwards.interval().mean, batched(values).mean);
  EXPECT_EQ(backwards.interval().half_width, batched(values).half_width);
}

TEST(BatchMeans, TheStartOfTheWindowDoesNotMatter) {
  const std::vector<Cycle> values = autoregressive(0.5, 3000, 1);
  EXPECT_EQ(batched(values, 0).half_width, batched(values, 12345).half_width);
}

TEST(BatchMeans, ValuesCreatedOutsideTheWindowDoNotCount) {
  BatchMeans means(100, 200, 10);
  for (Cycle when = 100; when < 200; ++when) means.add(when, 7);
  means.add(99, 1000000);
  means.add(200, 1000000);
  EXPECT_EQ(means.interval().mean, 7);
  EXPECT_EQ(means.interval().half_width, 0);
}

TEST(BatchMeans, NoHalfWidthFromFewerThanTenFilledBatches) {
  const auto filled = [](Cycle batches) {
    BatchMeans means(0, 3000, 30);
    for (Cycle when = 0; when < 100 * batches; ++when) means.add(when, when % 7);
    return means.interval();
  };
  EXPECT_EQ(filled(9).batches, 9);
  EXPECT_TRUE(std::isnan(filled(9).half_width));
  EXPECT_FALSE(std::isnan(filled(9).mean));
  EXPECT_EQ(filled(10).batches, 10);
  EXPECT_GT(filled(10).half_width, 0);
}

TEST(BatchMeans, NoHalfWidthFromFewerThanAHundredSamples) {
  EXPECT_TRUE(std::isnan(batched(autoregressive(0, 99, 1)).half_width));
  EXPECT_GT(batched(autoregressive(0, 100, 1)).half_width, 0);
}

TEST(BatchMeans, NoSamplesHaveNoMean) {
  const ConfidenceInterval interval = BatchMeans(0, 1000).interval();
  EXPECT_TRUE(std::isnan(interval.mean));
  EXPECT_TRUE(std::isnan(interval.half_width));
  EXPECT_EQ(interval.batches, 0);
}

TEST(BatchMeans, RejectsAnEmptyWindowAndNoBatches) {
  EXPECT_THROW(BatchMeans(10, 10), std::invalid_argument);
  EXPECT_THROW(BatchMeans(11, 10), std::invalid_argument);
  EXPECT_THROW(BatchMeans(0, 10, 0), std::invalid_argument);
}

}  // namespace
}  // namespace switchyard
