#include <gtest/gtest.h>

#include "tests/support/level_events.h"
#include "tests/support/sorting_bench.h"

namespace switchyard {
namespace {

class LevelsOfSortingRouters : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfSortingRouters, EveryRecordArrivesInTheSameCycle) {
  SortingParts fast(random_sorting(GetParam()));
  const Cycle cycles = fast.done() + 1;
  const std::vector<LinkEvent> expected = fast_events(fast.experiment.design, fast.terminals(), cycles);
  EXPECT_EQ(fast.failure(), "") << fast.setup.text();

  SortingParts clocked(random_sorting(GetParam()));
  const std::vector<LinkEvent> actual =
      clocked_events(clocked.experiment.design, clocked.terminals(), cycles);
  EXPECT_EQ(clocked.failure(), "") << clocked.setup.text();
  EXPECT_GE(expected.size(), clocked.processors.size());
  expect_same_events(expected, actual);
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfSortingRouters, testing::Range<std::uint64_t>(1, 41));

}  // namespace
}  // namespace switchyard
