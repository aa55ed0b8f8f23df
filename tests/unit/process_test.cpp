#include "testbench/traffic/process.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "testbench/traffic/bernoulli.h"
#include "testbench/traffic/bursty.h"
#include "testbench/traffic/geometric.h"
#include "tests/support/chi_square.h"

namespace switchyard {
namespace {

/// Which of the first `cycles` cycles have a packet.
std::vector<bool> cycles_with_packet(const CreationProcess& process, std::uint64_t seed, NodeId node,
                                     Cycle cycles) {
  std::vector<bool> created(cycles, false);
  CreationProcess::State state = process.start(seed, node);
  for (Cycle cycle = process.next(state); cycle < cycles; cycle = process.next(state)) created[cycle] = true;
  return created;
}

double count(const std::vector<bool>& cycles) {
  double sum = 0;
  for (const bool created : cycles) sum += created ? 1 : 0;
  return sum;
}

/// Lengths of the runs of true, without those that the ends cut.
std::vector<double> run_lengths(const std::vector<bool>& cycles) {
  std::vector<double> lengths;
  double length = 0;
  bool began = false;
  for (std::size_t i = 1; i < cycles.size(); ++i) {
    if (cycles[i] && !cycles[i - 1]) began = true;
    if (cycles[i]) ++length;
    if (!cycles[i] && cycles[i - 1] && began) lengths.push_back(length);
    if (!cycles[i]) length = 0;
  }
  return lengths;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Counts of 0, 1, ..., last - 1, and of everything from last on.
std::vector<double> histogram(const std::vector<Cycle>& gaps, std::size_t last) {
  std::vector<double> counts(last + 1, 0);
  for (const Cycle gap : gaps) ++counts[std::min<std::size_t>(gap, last)];
  return counts;
}

constexpr int kGaps = 200'000;

std::vector<Cycle> drawn_gaps(double p) {
  const Geometric geometric(p);
  RandomStream stream(11, 3, Purpose::Arrival);
  std::vector<Cycle> gaps;
  for (int i = 0; i < kGaps; ++i) gaps.push_back(geometric.failures(stream));
  return gaps;
}

/// One draw per cycle.
std::vector<Cycle> naive_gaps(double p) {
  RandomStream stream(12, 3, Purpose::Arrival);
  std::vector<Cycle> gaps;
  for (int i = 0; i < kGaps; ++i) {
    Cycle gap = 0;
    while (stream.unit() >= p) ++gap;
    gaps.push_back(gap);
  }
  return gaps;
}

class GeometricGaps : public testing::TestWithParam<double> {};

TEST_P(GeometricGaps, HaveTheProbabilitiesOfIndependentTrials) {
  const double p = GetParam();
  const auto last = static_cast<std::size_t>(3 / p);
  std::vector<double> expected;
  for (std::size_t gap = 0; gap < last; ++gap) expected.push_back(kGaps * p * std::pow(1 - p, gap));
  expected.push_back(kGaps * std::pow(1 - p, last));
  EXPECT_LT(chi_square(histogram(drawn_gaps(p), last), expected), chi_square_limit(last));
}

TEST_P(GeometricGaps, AgreeWithADrawInEveryCycle) {
  const double p = GetParam();
  double drawn_sum = 0, drawn_squares = 0, naive_sum = 0, naive_squares = 0;
  for (const Cycle gap : drawn_gaps(p)) {
    drawn_sum += static_cast<double>(gap);
    drawn_squares += static_cast<double>(gap * gap);
  }
  for (const Cycle gap : naive_gaps(p)) {
    naive_sum += static_cast<double>(gap);
    naive_squares += static_cast<double>(gap * gap);
  }
  EXPECT_NEAR(drawn_sum / naive_sum, 1, 0.02);
  EXPECT_NEAR(drawn_squares / naive_squares, 1, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Probabilities, GeometricGaps, testing::Values(0.9, 0.5, 0.1, 0.02));

TEST(GeometricGaps, AreZeroIfSuccessIsCertain) {
  const Geometric geometric(1);
  RandomStream stream(1, 0, Purpose::Arrival);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(geometric.failures(stream), 0u);
}

TEST(GeometricGaps, NeverEndIfSuccessIsImpossible) {
  for (const double p : {0.0, 1e-300}) {
    const Geometric geometric(p);
    RandomStream stream(1, 0, Purpose::Arrival);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(geometric.failures(stream), kNever);
  }
}

TEST(Bernoulli, CreatesAPacketInItsFractionOfCycles) {
  constexpr Cycle kCycles = 1'000'000;
  for (const double p : {0.001, 0.04, 0.3, 0.95}) {
    const double five_sigma = 5 * std::sqrt(kCycles * p * (1 - p));
    EXPECT_NEAR(count(cycles_with_packet(Bernoulli(p), 1, 0, kCycles)), kCycles * p, five_sigma);
  }
}

TEST(Bernoulli, CreatesAPacketInCycleZeroAsOftenAsInAnyOther) {
  constexpr NodeId kNodes = 20'000;
  const Bernoulli process(0.2);
  std::vector<double> created(8, 0);
  for (NodeId node = 0; node < kNodes; ++node) {
    const std::vector<bool> cycles = cycles_with_packet(process, 4, node, created.size());
    for (std::size_t cycle = 0; cycle < cycles.size(); ++cycle) created[cycle] += cycles[cycle] ? 1 : 0;
  }
  const double five_sigma = 5 * std::sqrt(kNodes * 0.2 * 0.8);
  for (const double nodes : created) EXPECT_NEAR(nodes, kNodes * 0.2, five_sigma);
}

TEST(Bernoulli, DoesNotRememberThePreviousCycle) {
  const double p = 0.3;
  const std::vector<bool> cycles = cycles_with_packet(Bernoulli(p), 2, 0, 1'000'000);
  std::vector<double> pairs(4, 0);
  for (std::size_t i = 0; i + 1 < cycles.size(); i += 2) {
    ++pairs[(cycles[i] ? 2u : 0u) + (cycles[i + 1] ? 1u : 0u)];
  }
  const double total = 500'000;
  EXPECT_LT(
      chi_square(pairs, {total * (1 - p) * (1 - p), total * (1 - p) * p, total * p * (1 - p), total * p * p}),
      chi_square_limit(3));
}

TEST(Bernoulli, FillsEveryCycleAtFullRateAndNoneAtRateZero) {
  EXPECT_EQ(count(cycles_with_packet(Bernoulli(1), 1, 0, 1000)), 1000);
  EXPECT_EQ(count(cycles_with_packet(Bernoulli(0), 1, 0, 1000)), 0);
}

TEST(Bernoulli, DependsOnSeedAndNode) {
  const Bernoulli process(0.5);
  EXPECT_EQ(cycles_with_packet(process, 1, 1, 100), cycles_with_packet(process, 1, 1, 100));
  EXPECT_NE(cycles_with_packet(process, 1, 1, 100), cycles_with_packet(process, 1, 2, 100));
  EXPECT_NE(cycles_with_packet(process, 1, 1, 100), cycles_with_packet(process, 2, 1, 100));
}

// With a packet in every cycle of a burst, runs of packets are the bursts themselves.
TEST(Bursty, BurstsAndPausesHaveTheirMeanLengths) {
  std::vector<bool> cycles =
      cycles_with_packet(Bursty(1, /*mean_burst=*/20, /*mean_pause=*/60), 1, 0, 4'000'000);
  EXPECT_NEAR(mean(run_lengths(cycles)), 20, 0.6);
  cycles.flip();
  EXPECT_NEAR(mean(run_lengths(cycles)), 60, 1.8);
}

TEST(Bursty, BurstLengthsAreGeometric) {
  const std::vector<bool> cycles =
      cycles_with_packet(Bursty(1, /*mean_burst=*/4, /*mean_pause=*/4), 1, 0, 1'000'000);
  const std::vector<double> lengths = run_lengths(cycles);
  const auto bursts = static_cast<double>(lengths.size());
  std::vector<double> observed(16, 0), expected;
  for (const double length : lengths) ++observed[static_cast<std::size_t>(std::min(length, 16.0)) - 1];
  for (int length = 1; length < 16; ++length) expected.push_back(bursts * 0.25 * std::pow(0.75, length - 1));
  expected.push_back(bursts * std::pow(0.75, 15));
  EXPECT_LT(chi_square(observed, expected), chi_square_limit(15));
}

TEST(Bursty, TheLongRunRateIsThatOfBurstsTimesTheirShare) {
  constexpr Cycle kCycles = 8'000'000;
  const double packets = count(cycles_with_packet(Bursty(0.25, 50, 150), 1, 0, kCycles));
  EXPECT_NEAR(packets / kCycles, 0.25 * 50 / 200, 0.0015);
}

TEST(Bursty, PacketsWithinABurstAreBernoulli) {
  // The chance of a packet right after one: the burst goes on, and the next cycle has a packet.
  const std::vector<bool> cycles =
      cycles_with_packet(Bursty(0.5, /*mean_burst=*/10, /*mean_pause=*/100), 3, 0, 8'000'000);
  double packets = 0, followed = 0;
  for (std::size_t i = 0; i + 1 < cycles.size(); ++i) {
    if (!cycles[i]) continue;
    ++packets;
    if (cycles[i + 1]) ++followed;
  }
  EXPECT_NEAR(followed / packets, 0.9 * 0.5, 0.005);
}

TEST(Bursty, IsStationaryFromTheStart) {
  constexpr NodeId kNodes = 20'000;
  constexpr double kShare = 30.0 / 120;
  const Bursty process(1, /*mean_burst=*/30, /*mean_pause=*/90);
  std::vector<double> created(64, 0);
  for (NodeId node = 0; node < kNodes; ++node) {
    const std::vector<bool> cycles = cycles_with_packet(process, 9, node, created.size());
    for (std::size_t cycle = 0; cycle < cycles.size(); ++cycle) created[cycle] += cycles[cycle] ? 1 : 0;
  }
  const double five_sigma = 5 * std::sqrt(kNodes * kShare * (1 - kShare));
  for (const double nodes : created) EXPECT_NEAR(nodes, kNodes * kShare, five_sigma);
}

TEST(Bursty, IsSilentIfPausesNeverEnd) {
  const Bursty process(0.5, 10, std::numeric_limits<double>::infinity());
  CreationProcess::State state = process.start(1, 0);
  EXPECT_EQ(process.next(state), kNever);
  EXPECT_EQ(process.next(state), kNever);
}

}  // namespace
}  // namespace switchyard
