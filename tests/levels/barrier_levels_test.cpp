#include <gtest/gtest.h>

#include "tests/support/clocked_bench.h"
#include "tests/support/level_events.h"
#include "tests/support/random_barrier_experiment.h"

namespace switchyard {
namespace {

void expect_equal_levels(const std::string& yaml) {
  constexpr Cycle kCycles = 1500;
  SCOPED_TRACE(yaml);
  const Experiment experiment = experiment_from(yaml);
  FastBench fast(experiment, /*record_events=*/true);
  fast.run(kCycles);
  ClockedBench clocked(experiment);
  clocked.leave_reset(2);
  clocked.run(kCycles);

  const ListeningSource& expected = *fast.bench.source->listening();
  const ListeningSource& actual = *clocked.bench.source->listening();
  ASSERT_NO_FATAL_FAILURE(expect_same_events(fast.bench.recorder.events(), clocked.bench.recorder.events()));
  EXPECT_EQ(expected.barriers()->waits.count(), actual.barriers()->waits.count());
  EXPECT_GT(expected.barriers()->waits.count(), 0U);
  EXPECT_EQ(fast.bench.measurement.event_hash().value(), clocked.bench.measurement.event_hash().value());
  EXPECT_EQ(fast.bench.scoreboard.failure() + fast.bench.links.failure() + expected.failure(), "");
  EXPECT_EQ(clocked.bench.scoreboard.failure() + clocked.bench.links.failure() + actual.failure(), "");
}

class LevelsOfBarriers : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfBarriers, EveryFlitMarkerAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_barrier_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfBarriers, testing::Range<std::uint64_t>(1, 41));

class LevelsOfLinkBarriers : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfLinkBarriers, EveryFlitMarkerAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_link_barrier_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfLinkBarriers, testing::Range<std::uint64_t>(1, 31));

}  // namespace
}  // namespace switchyard
