#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "testbench/pram/memory_check.h"
#include "testbench/pram/pram_patterns.h"
#include "tests/support/pram_bench.h"
#include "tests/support/sanitized.h"
#include "tests/support/stuttering_router.h"

namespace switchyard {
namespace {

/// Puts every router behind links that stall at random.
void stutter(Design& design, std::uint64_t seed) {
  design.make_router = [make = design.make_router, seed](NodeId node) {
    return std::make_unique<StutteringRouter>(make(node), node, seed, /*one_in=*/2);
  };
}

std::string memory_fault(const PramBench& bench) {
  return memory_fault(bench.design, bench.engine, bench.scoreboard.oracle());
}

using Case = std::tuple<int, int, bool, bool>;  ///< Dimensions, queue, own wires, combining.

class RanadeProperty : public testing::TestWithParam<Case> {
 protected:
  static constexpr Step kSteps = kSanitized ? 2 : 50;

  RanadeProperty() {
    std::tie(setup_.dimensions, setup_.queue, setup_.own_wires, setup_.combining) = GetParam();
    processors_ = static_cast<NodeId>(setup_.dimensions) << setup_.dimensions;
    setup_.words = 3 * processors_;
  }
  void run(PramBench& bench) {
    ASSERT_TRUE(bench.run(4'000'000)) << bench.scoreboard.failure() << bench.monitor.failure();
    EXPECT_EQ(bench.scoreboard.failure(), "");
    EXPECT_EQ(bench.monitor.failure(), "");
    EXPECT_TRUE(bench.monitor.drained());
  }

  PramSetup setup_;
  NodeId processors_;
};

// 5 * 5 * 2 * 2 cases of 50 steps each, in three tests: 15,000 steps in all.
INSTANTIATE_TEST_SUITE_P(All, RanadeProperty,
                         testing::Combine(testing::Range(2, 7), testing::Values(1, 2, 3, 4, 8),
                                          testing::Bool(), testing::Bool()));

TEST_P(RanadeProperty, EveryStepIsThatOfASequentialPram) {
  MixedProgram program(kSteps, processors_, setup_.words, /*seed=*/1);
  PramBench bench(setup_, program);
  run(bench);
  EXPECT_EQ(memory_fault(bench), "");
}

TEST_P(RanadeProperty, PipelinedStepsAreThoseOfASequentialPram) {
  setup_.pace = {.in_flight = 8, .period = 0, .think = 5};
  setup_.directions = 1 + setup_.queue * 5 % 7;  // A full direction FIFO holds requests back.
  setup_.seed = 2;
  MixedProgram program(kSteps, processors_, setup_.words, /*seed=*/2);
  PramBench bench(setup_, program);
  run(bench);
  EXPECT_EQ(memory_fault(bench), "");
}

TEST_P(RanadeProperty, LinksThatStallAtRandomChangeNothing) {
  setup_.pace = {.in_flight = static_cast<Step>(1 + setup_.queue % 4)};
  setup_.directions = 1 + setup_.queue % 3;
  setup_.link_latency = 1 + setup_.queue % 3;
  setup_.seed = 3;
  Design design = pram_design(setup_);
  stutter(design, setup_.seed);
  MixedProgram program(kSteps, processors_, setup_.words, /*seed=*/3);
  PramBench bench(setup_, program, design);
  run(bench);
}

TEST(Ranade, OneColumnIsAMachineToo) {
  for (const int queue : {1, 2}) {
    for (const bool own_wires : {false, true}) {
      PramSetup setup{.dimensions = 1, .own_wires = own_wires, .queue = queue, .words = 5};
      setup.pace.in_flight = 3;
      MixedProgram program(500, 2, setup.words, /*seed=*/4);
      PramBench bench(setup, program);
      ASSERT_TRUE(bench.run(100'000));
      EXPECT_EQ(bench.scoreboard.failure(), "");
      EXPECT_EQ(bench.monitor.failure(), "");
    }
  }
}

}  // namespace
}  // namespace switchyard
