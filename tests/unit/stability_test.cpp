#include "testbench/monitor/stability.h"

#include <algorithm>
#include <array>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/flow_queues.h"

namespace switchyard {
namespace {

using Source = FlowQueues::Source;

OfferedFlits offered_by(const std::vector<Source>& sources) {
  OfferedFlits offered;
  for (const Source& source : sources) offered.by_source.push_back(source.load);
  return offered;
}

StabilityFigures judge(const std::vector<Source>& sources, unsigned seed, Cycle window = 10000,
                       Cycle warmup = 10000) {
  FlowQueues queues(sources, seed);
  queues.run_to(warmup);
  FlowRecord record(warmup, std::max<Cycle>(1, window / 100));
  queues.run_recorded(warmup + window, record);
  return judge_stability(record, 0, offered_by(sources));
}

/// [verdict]
std::array<unsigned, 3> verdicts(const std::vector<Source>& sources, unsigned runs, Cycle window = 10000,
                                 Cycle warmup = 10000) {
  std::array<unsigned, 3> count{};
  for (unsigned seed = 1; seed <= runs; ++seed)
    ++count[static_cast<std::size_t>(judge(sources, seed, window, warmup).verdict)];
  return count;
}

std::vector<Source> same(std::size_t count, Source source) { return std::vector<Source>(count, source); }

constexpr std::size_t kStable = 0;
constexpr std::size_t kUnstable = 1;
constexpr std::size_t kUndecided = 2;

TEST(Stability, OfQueuesFarFromSaturationIsNeverInDoubt) {
  for (const std::size_t count : {1, 16}) {
    const unsigned runs = 48 / static_cast<unsigned>(count);
    for (const int length : {1, 4, 8}) {
      for (const double load : {0.05, 0.5, 0.8}) {
        EXPECT_EQ(verdicts(same(count, {0.7 * load, 0.7, length}), runs, 10000, 1000)[kStable], runs)
            << count << " queues, packets of " << length << ", load " << load;
      }
      EXPECT_EQ(verdicts(same(count, {0.7 * 1.15, 0.7, length}), runs, 10000, 1000)[kUnstable], runs)
          << count << " queues, packets of " << length;
    }
  }
}

TEST(Stability, OfALightLoadNeedsNoLongWindow) {
  // A packet more at the end than at the begin is more than 0.75 % of what its source creates.
  for (const double load : {0.03, 0.1, 0.2})
    EXPECT_EQ(verdicts(same(16, {load, 1, 16}), 40, 1000, 500)[kStable], 40U) << load;
}

TEST(Stability, CloseToSaturationIsRatherUndecidedThanWrong) {
  for (const std::size_t count : {1, 16}) {
    const unsigned runs = count == 1 ? 100 : 20;
    for (const int length : {1, 4}) {
      for (const double load : {0.90, 0.97, 0.99, 1.02, 1.05}) {
        const auto found = verdicts(same(count, {0.7 * load, 0.7, length}), runs);
        EXPECT_LE(20 * found[load < 1 ? kUnstable : kStable], runs)
            << count << " queues, packets of " << length << ", load " << load;
      }
    }
  }
}

TEST(Stability, OfAQueueThatKeepsItsLevelIsNotUnstable) {
  // With long busy periods and long pauses, in some of these the line is far above the level that they keep.
  EXPECT_EQ(verdicts({{0.9, 1, 8}}, 40)[kUnstable], 0U);
}

TEST(Stability, AnOverloadOfThreePercentOfManyQueuesIsFound) {
  EXPECT_EQ(verdicts(same(32, {0.7 * 1.03, 0.7, 1}), 10)[kUnstable], 10U);
}

TEST(Stability, OneStarvingSourceOfManyMakesANetworkUnstable) {
  // Its queue grows by 0.1 % of what all of them are offered: the sum does not show it.
  std::vector<Source> sources = same(64, {0.6, 0.9, 1});
  sources[23].rate = 0.55;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const StabilityFigures found = judge(sources, seed);
    EXPECT_EQ(found.verdict, Stability::Unstable);
    EXPECT_EQ(found.slowest, std::vector<NodeId>{23});
    EXPECT_NE(found.because.find("source 23 grow by "), std::string::npos) << found.because;
    EXPECT_NEAR(found.slowest_growth->share, 0.05 / 0.6, 0.03);
  }
}

TEST(Stability, AsLongAsOneSourceMayStarveNothingIsStable) {
  std::vector<Source> sources = same(32, {0.6, 0.9, 1});
  sources[7].rate = 0.58;
  EXPECT_EQ(verdicts(sources, 10, 2000, 20000)[kStable], 0U);
}

TEST(Stability, SourcesThatAreSilentDoNotCount) {
  std::vector<Source> sources = same(8, {0.5, 0.7, 1});
  OfferedFlits offered = offered_by(sources);
  sources.resize(64);
  offered.by_source.resize(64);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    FlowQueues queues(sources, seed);
    FlowRecord record(0, 100);
    queues.run_recorded(10000, record);
    EXPECT_EQ(judge_stability(record, 0, offered).verdict, Stability::Stable);
  }
}

TEST(Stability, NeedsNoKnowledgeOfWhatIsOffered) {
  for (const double load : {0.5, 0.9}) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
      FlowQueues queues(same(16, {load, 0.7, 1}), seed);
      FlowRecord record(0, 100);
      queues.run_recorded(10000, record);
      EXPECT_EQ(judge_stability(record, 0, std::nullopt).verdict,
                load < 0.7 ? Stability::Stable : Stability::Unstable);
    }
  }
}

TEST(Stability, OfFewStepsOrNoTrafficIsUndecidedOrStable) {
  FlowRecord record(0, 1);
  for (int sample = 0; sample <= 19; ++sample) record.add({{0, 0}, {0, 0}, 0, 0});
  EXPECT_EQ(judge_stability(record, 0, std::nullopt).verdict, Stability::Undecided);
  EXPECT_NE(judge_stability(record, 0, std::nullopt).because.find("too short"), std::string::npos);
  record.add({{0, 0}, {0, 0}, 0, 0});
  EXPECT_EQ(judge_stability(record, 0, std::nullopt).verdict, Stability::Stable);
}

TEST(Stability, OfANetworkThatOnlyFillsUpIsUndecided) {
  // 40 flits per step are created from the begin, and arrive 30 steps later.
  FlowRecord record(0, 10);
  for (std::uint64_t step = 0; step <= 100; ++step)
    record.add({{40 * step}, {step < 30 ? 0 : 40 * (step - 30)}, 0, 0});
  const StabilityFigures found = judge_stability(record, 0, OfferedFlits{{4}});
  EXPECT_EQ(found.verdict, Stability::Undecided);
  EXPECT_NE(found.because.find("still filled up"), std::string::npos) << found.because;
  EXPECT_EQ(judge_stability(record, 40, OfferedFlits{{4}}).verdict, Stability::Stable);
}

TEST(Stability, OfLongLinksThatOnlyFillUpIsUndecidedWhateverTheChanceOfTheSources) {
  constexpr std::size_t kLatency = 300;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> created{0};  // Until [cycle], by all of 16 sources; loaded by a tenth.
    while (created.size() <= 2000) created.push_back(created.back() + (random() % 5 < 2 ? 4 : 0));
    FlowRecord record(0, 20);
    for (Cycle now = 0; now <= 2000; now += 20)
      record.add({{created[now]}, {now < kLatency ? 0 : created[now - kLatency]}, 0, 0});
    EXPECT_EQ(judge_stability(record, 0, OfferedFlits{{1.6}}).verdict, Stability::Undecided) << seed;
  }
}

TEST(Stability, ALongerWindowDecidesWhatAShortOneCannot) {
  const std::vector<Source> sources = same(4, {0.7 * 1.02, 0.7, 1});
  EXPECT_GE(verdicts(sources, 20, 300, 5000)[kUndecided], 15U);
  EXPECT_EQ(verdicts(sources, 5, 100000, 5000)[kUnstable], 5U);
}

}  // namespace
}  // namespace switchyard
