#include <gtest/gtest.h>

#include "hw/clocked/clocked_network.h"
#include "testbench/workload/pram_patterns.h"
#include "tests/support/pram_faults.h"
#include "tests/support/test_bench.h"

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
  const NodeId processors = pram_design(setup).ranade->ways->processors();
  MixedProgram fast_program(1000, processors, setup.words, setup.seed);
  PramParts fast(setup, fast_program, pram_design(setup));
  EventRecorder expected_events;
  FastEngine engine(fast.design, fast.terminals, &expected_events);
  for (Cycle cycle = 0; cycle < kCycles; ++cycle) engine.step_cycle();

  MixedProgram clocked_program(1000, processors, setup.words, setup.seed);
  PramParts clocked(setup, clocked_program, pram_design(setup));
  EventRecorder actual_events;
  sc_core::sc_clock clock{"clk", kClockPeriod, 0.5, kClockPeriod * 0.5, true};
  sc_core::sc_signal<bool> reset_n{"rst_n"};
  ClockedNetwork network("network", clocked.design, clocked.terminals, &actual_events);
  network.clk_i(clock);
  network.rst_ni(reset_n);
  sc_core::sc_start(kClockPeriod * 2);
  reset_n.write(true);
  sc_core::sc_start(kClockPeriod * static_cast<double>(kCycles));

  const std::vector<LinkEvent> expected = expected_events.events();
  const std::vector<LinkEvent> actual = actual_events.events();
  EXPECT_GT(expected.size(), 100U);
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(expected[i], actual[i])
        << "event " << i << " in cycle " << expected[i].cycle << " at node " << expected[i].node;
  }
  EXPECT_GT(fast.scoreboard.steps_ended(), 0U);
  EXPECT_EQ(fast.scoreboard.event_hash().value(), clocked.scoreboard.event_hash().value());
  EXPECT_EQ(fast.scoreboard.failure() + clocked.scoreboard.failure(), "");
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfRanadeRouters, testing::Range<std::uint64_t>(1, 41));

}  // namespace
}  // namespace switchyard
