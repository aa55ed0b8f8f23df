#include "testbench/monitor/time_slices.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

struct Sample {
  Cycle when;
  Cycle value;
};

std::vector<Sample> random_samples(std::size_t count, Cycle begin, Cycle end, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Sample> samples(count);
  for (Sample& sample : samples) sample = {begin + random() % (end - begin), random() % 1000};
  return samples;
}

std::vector<Slice> sliced(const std::vector<Sample>& samples, Cycle begin, Cycle end) {
  TimeSlices slices(begin);
  for (const Sample& sample : samples) slices.add(sample.when, sample.value);
  return slices.until(end);
}

bool operator==(const Slice& a, const Slice& b) { return a.count == b.count && a.sum == b.sum; }

TEST(TimeSlices, HoldWhatAFreshCountOfEachSliceGives) {
  std::mt19937_64 random(1);
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Cycle begin = random() % 100000;
    const Cycle window = 1 + random() % (Cycle{1} << (1 + seed % 24));
    const std::vector<Sample> samples = random_samples(random() % 3000, begin, begin + window, seed);
    const std::vector<Slice> slices = sliced(samples, begin, begin + window);
    Cycle length = 1;
    while (length * TimeSlices::kMax < window) length *= 2;
    std::vector<Slice> expected((window + length - 1) / length);
    for (const Sample& sample : samples) {
      ++expected[(sample.when - begin) / length].count;
      expected[(sample.when - begin) / length].sum += sample.value;
    }
    ASSERT_EQ(slices.size(), expected.size()) << window;
    for (std::size_t i = 0; i < slices.size(); ++i)
      ASSERT_TRUE(slices[i] == expected[i]) << window << ' ' << i;
  }
}

TEST(TimeSlices, DoNotDependOnTheOrderOfTheSamples) {
  std::vector<Sample> samples = random_samples(5000, 0, 1'000'000, 7);
  const std::vector<Slice> forward = sliced(samples, 0, 1'000'000);
  std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.when > b.when; });
  const std::vector<Slice> backward = sliced(samples, 0, 1'000'000);
  ASSERT_EQ(forward.size(), backward.size());
  for (std::size_t i = 0; i < forward.size(); ++i) EXPECT_TRUE(forward[i] == backward[i]) << i;
}

TEST(TimeSlices, AreAtMost1024AndAtLeastHalfAsManyOfAWindowThatHasAsManyCycles) {
  for (const Cycle window : {1, 200, 1023, 1024, 1025, 2048, 2049, 10'000, 999'999}) {
    const std::size_t slices = sliced({}, 0, window).size();
    EXPECT_LE(slices, 1024U) << window;
    EXPECT_GE(slices, std::min<Cycle>(window, 512)) << window;
  }
  EXPECT_EQ(sliced({}, 0, 1024).size(), 1024U);
  EXPECT_EQ(sliced({}, 0, 2048).size(), 1024U);
  EXPECT_TRUE(sliced({}, 5, 5).empty());
}

TEST(TimeSlices, GoOnAfterTheyWereLookedAt) {
  TimeSlices slices(100);
  slices.add(100, 3);
  EXPECT_EQ(slices.until(200'100).front().sum, 3U);
  slices.add(101, 4);
  EXPECT_EQ(slices.until(102).size(), 2U) << "looking at a longer window merges nothing";
}

}  // namespace
}  // namespace switchyard
