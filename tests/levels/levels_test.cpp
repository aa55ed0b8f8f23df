#include <gtest/gtest.h>

#include "tests/support/clocked_bench.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_queue_experiment.h"

namespace switchyard {
namespace {

void expect_equal_levels(const std::string& yaml) {
  constexpr Cycle kCycles = 600;
  SCOPED_TRACE(yaml);
  const Experiment experiment = experiment_from(yaml);

  FastBench fast(experiment, /*record_events=*/true);
  fast.run(kCycles);
  ClockedBench clocked(experiment);
  clocked.leave_reset(2);
  clocked.run(kCycles);

  const std::vector<LinkEvent> expected = fast.bench.recorder.events();
  const std::vector<LinkEvent> actual = clocked.bench.recorder.events();
  EXPECT_GT(expected.size(), 100U);
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(expected[i], actual[i])
        << "event " << i << " in cycle " << expected[i].cycle << " at node " << expected[i].node;
  }
  EXPECT_GT(fast.bench.scoreboard.log().delivered(), 0U);
  EXPECT_EQ(fast.bench.measurement.event_hash().value(), clocked.bench.measurement.event_hash().value());
  EXPECT_EQ(fast.bench.scoreboard.failure() + fast.bench.links.failure(), "");
  EXPECT_EQ(clocked.bench.scoreboard.failure() + clocked.bench.links.failure(), "");
}

class Levels : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Levels, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, Levels, testing::Range<std::uint64_t>(1, 61));

class LevelsOfQueueRouters : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfQueueRouters, EveryPacketAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_queue_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfQueueRouters, testing::Range<std::uint64_t>(1, 41));

class LevelsOfChaosRouters : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfChaosRouters, EveryPacketAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_chaos_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfChaosRouters, testing::Range<std::uint64_t>(1, 31));

class LevelsOfExchangeRouters : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfExchangeRouters, EveryPacketAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_exchange_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfExchangeRouters, testing::Range<std::uint64_t>(1, 21));

}  // namespace
}  // namespace switchyard
