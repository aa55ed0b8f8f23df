#include "testbench/monitor/trend.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

/// Queues that each serve one flit per cycle and get packets in a Poisson stream.
struct Queues {
  double load = 0;  ///< Flits per cycle and queue.
  int count = 1;
  int packet_length = 1;
  int window = 5000;  ///< Cycles, sampled every 10.
};

/// Whether the rule fires for one run of `queues`, watched after a warm-up.
bool fires(const Queues& queues, unsigned seed) {
  const int warmup = queues.load < 1 ? 5000 : 500;
  std::mt19937_64 random(seed);
  const double no_arrival = std::exp(-queues.load / queues.packet_length);
  std::vector<double> backlog_samples(static_cast<std::size_t>(queues.window / 10));
  double offered_flits = 0;
  for (int queue = 0; queue < queues.count; ++queue) {
    int backlog = 0;
    for (int cycle = -warmup; cycle < queues.window; ++cycle) {
      if (cycle >= 0 && cycle % 10 == 0) backlog_samples[static_cast<std::size_t>(cycle / 10)] += backlog;
      for (double product = 1;;) {  // Knuth: multiply uniforms until they fall below exp(-rate).
        product *= static_cast<double>(random() >> 11) * 0x1p-53;
        if (product <= no_arrival) break;
        backlog += queues.packet_length;
        if (cycle >= 0) offered_flits += queues.packet_length;
      }
      if (backlog > 0) --backlog;
    }
  }
  return queues_grow(backlog_samples, offered_flits);
}

int times_fired(const Queues& queues, unsigned runs) {
  int fired = 0;
  for (unsigned seed = 1; seed <= runs; ++seed) fired += fires(queues, seed);
  return fired;
}

/// Samples that rise evenly from 0 to `rise`.
std::vector<double> line(double rise, std::size_t samples = 100) {
  std::vector<double> backlog(samples);
  const double step = rise / static_cast<double>(samples - 1);
  for (std::size_t i = 0; i < samples; ++i) backlog[i] = step * static_cast<double>(i);
  return backlog;
}

TEST(Trend, StableQueuesNearSaturationDoNotGrow) {
  EXPECT_LE(times_fired({.load = 0.90}, 200), 1);
  EXPECT_LE(times_fired({.load = 0.95}, 200), 2);
  EXPECT_EQ(times_fired({.load = 0.95, .count = 16}, 10), 0);
}

TEST(Trend, TheNoiseOfLongPacketsIsNotGrowth) {
  // In every sixth of these windows the backlog happens to rise by more than 1 % of the offered flits.
  EXPECT_LE(times_fired({.load = 0.95, .packet_length = 5}, 200), 2);
}

TEST(Trend, FivePercentOfOverloadGrowsIn5000Cycles) {
  EXPECT_EQ(times_fired({.load = 1.05, .count = 16}, 20), 20);
  EXPECT_EQ(times_fired({.load = 1.05, .count = 16, .packet_length = 5}, 20), 20);
}

TEST(Trend, ALoneOverloadedQueueGrows) {
  EXPECT_GE(times_fired({.load = 1.05}, 100), 80);
  EXPECT_GE(times_fired({.load = 1.05, .window = 20000}, 50), 49);
  EXPECT_EQ(times_fired({.load = 1.10}, 100), 100);
  EXPECT_EQ(times_fired({.load = 1.50}, 100), 100);
}

TEST(Trend, ARiseOfOnePercentOfTheOfferedFlitsIsTheLimit) {
  EXPECT_FALSE(queues_grow(line(99), 10000));
  EXPECT_TRUE(queues_grow(line(101), 10000));
}

TEST(Trend, ShrinkingConstantAndEmptyQueuesDoNotGrow) {
  EXPECT_FALSE(queues_grow(line(-500), 10000));
  EXPECT_FALSE(queues_grow(line(0), 10000));
  EXPECT_FALSE(queues_grow(line(0), 0));
}

TEST(Trend, OneBurstIsNotATrend) {
  std::vector<double> backlog = line(0);
  backlog.back() = 5000;
  EXPECT_FALSE(queues_grow(backlog, 10000));
}

/// A backlog that rises to `level` in the first `rise` of 200 samples, and wobbles from there on.
std::vector<double> filling(double level, std::size_t rise, double wobble) {
  std::vector<double> backlog;
  for (std::size_t i = 0; i < 200; ++i) {
    const double share = i < rise ? static_cast<double>(i) / static_cast<double>(rise) : 1;
    backlog.push_back(share * level + wobble * std::sin(static_cast<double>(i)));
  }
  return backlog;
}

TEST(Trend, ANetworkThatFillsInTheFirstPartOfTheWindowStillFills) {
  for (const std::size_t rise : {1, 20, 60, 100}) {
    EXPECT_TRUE(still_fills(filling(1000, rise, 50), 10000)) << rise;
    EXPECT_FALSE(still_fills(filling(190, rise, 5), 10000)) << rise;     // Of 2 % nobody sees anything.
    EXPECT_FALSE(still_fills(filling(1000, rise, 500), 10000)) << rise;  // It may be chance.
  }
}

TEST(Trend, ASettledNetworkDoesNotFill) {
  EXPECT_FALSE(still_fills(filling(1000, 0, 50), 10000));
  EXPECT_FALSE(still_fills(line(-500), 10000));
  EXPECT_FALSE(still_fills(line(0), 0));
  EXPECT_FALSE(still_fills({}, 10000));
}

TEST(Trend, TooFewSamplesSayNothing) {
  EXPECT_FALSE(queues_grow({}, 10000));
  EXPECT_FALSE(queues_grow(line(5000, 20), 10000));
  EXPECT_TRUE(queues_grow(line(5000, 21), 10000));
}

}  // namespace
}  // namespace switchyard
