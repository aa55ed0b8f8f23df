#include <gtest/gtest.h>

#include "testbench/pram/pram_patterns.h"
#include "tests/support/level_events.h"
#include "tests/support/pram_faults.h"

namespace switchyard {
namespace {

PramSetup random_setup(std::uint64_t seed) {
  RandomStream random(seed, /*node=*/0, Purpose::Selection);
  const auto from_one = [&](std::uint32_t most) { return 1 + static_cast<int>(random.below(most)); };
  PramSetup setup;
  setup.dimensions = from_one(4);
  setup.own_wires = random.below(2) == 0;
  setup.link_latency = from_one(3);
  setup.queue = from_one(4);
  setup.directions = from_one(20);
  setup.combining = random.below(4) != 0;
  setup.hashed = random.below(4) != 0;
  setup.words = static_cast<std::uint32_t>(from_one(300));
  setup.seed = seed;
  setup.pace = {.in_flight = static_cast<Step>(from_one(5)), .period = 0, .think = random.below(10)};
  setup.extra_column = random.below(2) == 0;
  add_random_faults(setup, static_cast<int>(random.below(6)), random);
  return setup;
}

class LevelsOfRanadeRouters : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfRanadeRouters, EveryMessageAndCreditArrivesInTheSameCycle) {
  constexpr Cycle kCycles = 900;
  const PramSetup setup = random_setup(GetParam());
  const NodeId processors = pram_design(setup).router.as<RanadeConfig>()->paths->processors();
  MixedProgram fast_program(1000, processors, setup.words, setup.seed);
  PramParts fast(setup, fast_program, pram_design(setup));
  const std::vector<LinkEvent> expected = fast_events(fast.design, fast.terminals, kCycles);

  MixedProgram clocked_program(1000, processors, setup.words, setup.seed);
  PramParts clocked(setup, clocked_program, pram_design(setup));
  const std::vector<LinkEvent> actual = clocked_events(clocked.design, clocked.terminals, kCycles);
  EXPECT_GT(expected.size(), 100U);
  expect_same_events(expected, actual);
  EXPECT_GT(fast.scoreboard.steps_ended(), 0U);
  EXPECT_EQ(fast.scoreboard.event_hash().value(), clocked.scoreboard.event_hash().value());
  EXPECT_EQ(fast.scoreboard.failure() + clocked.scoreboard.failure(), "");
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfRanadeRouters, testing::Range<std::uint64_t>(1, 41));

}  // namespace
}  // namespace switchyard
