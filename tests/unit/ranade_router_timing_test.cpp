#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/pram_bench.h"
#include "tests/support/pram_scripts.h"

namespace switchyard {
namespace {

NodeId nodes_of(int dimensions, bool extra_column = false) {
  return static_cast<NodeId>(dimensions + extra_column) << dimensions;
}

/// The step in which processor `reader` alone reads.
StepTime time_of_one_read(const PramSetup& setup, NodeId reader) {
  ScriptedProgram program(1, nodes_of(setup.dimensions, setup.extra_column), [&](NodeId processor, Step) {
    return processor == reader ? std::optional(reading(5)) : std::nullopt;
  });
  PramBench bench(setup, program);
  EXPECT_TRUE(bench.run(10'000));
  return bench.scoreboard.times().at(0);
}

TEST(RanadeRouterTiming, AnOperationWaitsForItsRowAndGoesFourTimesThroughAllColumnsAndBackAlongItsRow) {
  for (int n = 1; n <= 5; ++n) {
    for (const auto& [link, extra_column] : {std::pair{1, false}, {3, false}, {1, true}}) {
      for (NodeId reader = 0; reader < nodes_of(n, extra_column); ++reader) {
        const int columns = n + extra_column;
        const int column = static_cast<int>(reader) % columns;
        const int hops = columns - 1 + 4 * columns + (column == 0 ? 0 : columns - column);
        const StepTime time =
            time_of_one_read({.dimensions = n, .extra_column = extra_column, .link_latency = link}, reader);
        EXPECT_EQ(time.answered - time.begun, static_cast<Cycle>(hops * link + 2)) << n << ' ' << reader;
      }
    }
  }
}

TEST(RanadeRouterTiming, AllOnOneWordIsTheFloorOfTheLayout) {
  for (int n = 2; n <= 7; ++n) {
    for (const bool own_wires : {true, false}) {
      ScriptedProgram program(1, nodes_of(n), [](NodeId, Step) { return reading(3); });
      PramBench bench({.dimensions = n, .own_wires = own_wires}, program);
      ASSERT_TRUE(bench.run(10'000));
      const StepTime& time = bench.scoreboard.times().at(0);
      EXPECT_EQ(time.answered - time.begun, static_cast<Cycle>(6 * n)) << n << own_wires;
      EXPECT_EQ(bench.monitor.requests_served(), 1U);
    }
  }
}

/// Requests of one processor in a machine of one row and column pair, many steps in flight.
double cycles_per_step(int queue, int link) {
  constexpr Step kSteps = 200;
  ScriptedProgram program(kSteps, 2, [](NodeId, Step) { return reading(1); });
  PramSetup setup{.dimensions = 1, .link_latency = link, .queue = queue};
  setup.pace.in_flight = 64;
  PramBench bench(setup, program);
  EXPECT_TRUE(bench.run(100'000));
  return static_cast<double>(bench.scoreboard.times().back().ended) / kSteps;
}

/// A step is two messages: a request and its end.
TEST(RanadeRouterTiming, FullRateNeedsTwoPlacesPerCycleOfLinkLatency) {
  EXPECT_NEAR(cycles_per_step(/*queue=*/2, /*link=*/1), 2.0, 0.1);
  EXPECT_NEAR(cycles_per_step(/*queue=*/1, /*link=*/1), 4.0, 0.1);
  EXPECT_NEAR(cycles_per_step(/*queue=*/6, /*link=*/3), 2.0, 0.2);
  EXPECT_GT(cycles_per_step(/*queue=*/5, /*link=*/3), 2.2);
}

}  // namespace
}  // namespace switchyard
