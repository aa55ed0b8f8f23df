#include "testbench/monitor/warm_up.h"

#include <gtest/gtest.h>

#include "tests/support/flow_queues.h"

namespace switchyard {
namespace {

struct Ended {
  std::optional<WarmUpEnd> by;
  Cycle cycles = 0;
};

Ended warm_up(const std::vector<FlowQueues::Source>& sources, unsigned seed, Cycle limit = 64000) {
  OfferedFlits offered;
  for (const auto& source : sources) offered.by_source.push_back(source.load);
  FlowQueues queues(sources, seed);
  FlowRecord record(0, 10);
  for (Cycle goal = 1000; goal <= limit; goal *= 2) {
    queues.run_recorded(goal, record);
    if (const auto by = judge_warm_up(record, offered)) return {by, goal};
  }
  return {std::nullopt, limit};
}

std::vector<FlowQueues::Source> same(std::size_t count, FlowQueues::Source source) {
  return std::vector<FlowQueues::Source>(count, source);
}

TEST(WarmUp, OfALightLoadIsShort) {
  for (const double load : {0.05, 0.2, 0.4}) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
      const Ended ended = warm_up(same(16, {0.7 * load, 0.7, 1}), seed);
      EXPECT_EQ(ended.by, WarmUpEnd::Settled);
      EXPECT_LE(ended.cycles, 4000) << load;
    }
  }
}

TEST(WarmUp, IsLongerTheCloserTheNetworkIsToSaturation) {
  // From empty, a queue of load rho settles in some 1 / (1 - rho)^2 cycles: 25 at 0.8, 2500 at 0.98.
  const auto mean = [](double load) {
    Cycle sum = 0;
    for (unsigned seed = 1; seed <= 10; ++seed) sum += warm_up(same(16, {0.7 * load, 0.7, 1}), seed).cycles;
    return sum / 10;
  };
  EXPECT_LE(mean(0.8), 6000);
  EXPECT_GE(mean(0.98), 10000);
}

TEST(WarmUp, OfAnOverloadIsGivenUpEarly) {
  for (const double load : {0.65, 0.8, 1.0}) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const Ended ended = warm_up(same(16, {load, 0.6, 1}), seed);
      EXPECT_EQ(ended.by, WarmUpEnd::Overloaded);
      EXPECT_EQ(ended.cycles, 4000) << load;
    }
  }
}

TEST(WarmUp, OfALightLoadInBurstsIsNotGivenUp) {
  for (unsigned seed = 1; seed <= 200; ++seed)
    EXPECT_NE(warm_up(same(20, {0.05, 0.7, 80}), seed).by, WarmUpEnd::Overloaded) << seed;
}

TEST(WarmUp, LooksAtTheLongestQueueOfASource) {
  std::vector<FlowQueues::Source> sources = same(32, {0.5, 0.9, 1});
  sources[5].rate = 0.4;
  for (unsigned seed = 1; seed <= 5; ++seed) EXPECT_EQ(warm_up(sources, seed).by, WarmUpEnd::Overloaded);
}

/// Flits of 16 sources that all arrive `latency` cycles after they were created.
FlowTotals delayed(Cycle now, Cycle latency) {
  const Cycle arrived = now < latency ? 0 : now - latency;
  FlowTotals totals{{}, {}, 16 * arrived, 16 * arrived * latency};
  totals.created.assign(16, now);
  totals.arrived.assign(16, arrived);
  return totals;
}

TEST(WarmUp, WaitsForTheFirstPacketsOfLongLinks) {
  for (const Cycle latency : {300, 1000, 3000}) {
    FlowRecord record(0, 10);
    for (Cycle goal = 1000;; goal *= 2) {
      while (record.next() <= goal) record.add(delayed(record.next(), latency));
      const auto ended = judge_warm_up(record, OfferedFlits{std::vector<double>(16, 1)});
      if (goal < 4 * latency) {
        ASSERT_FALSE(ended) << latency << " at " << goal;
      } else {
        ASSERT_EQ(ended, WarmUpEnd::Settled) << latency << " at " << goal;
        break;
      }
    }
  }
}

TEST(WarmUp, WaitsUntilTheLatencyRisesNoMore) {
  const auto end_if = [](double last_quarter) {
    FlowRecord record(0, 10);
    FlowTotals totals{{0}, {0}, 0, 0};
    for (int step = 0; step <= 100; ++step) {
      record.add(totals);
      totals.created[0] += 5;
      totals.arrived[0] += 5;
      totals.packets += 10;
      totals.latency += static_cast<std::uint64_t>(step < 75 ? 1000 : 1000 * last_quarter);
    }
    return judge_warm_up(record, OfferedFlits{{0.5}});
  };
  EXPECT_EQ(end_if(1.04), WarmUpEnd::Settled);
  EXPECT_EQ(end_if(1.06), std::nullopt);
}

}  // namespace
}  // namespace switchyard
