#include <gtest/gtest.h>

#include <systemc>

#include "testbench/cosim/rtl_merge.h"
#include "testbench/run/level.h"
#include "testbench/workload/pram_patterns.h"
#include "tests/support/needs.h"
#include "tests/support/random_pram_setup.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A machine with phase 2 in RTL, and the same at `fast`.
class MergeCosim : public testing::TestWithParam<std::uint64_t> {
 protected:
  void expect_same_as_fast(const std::string& level) {
    NEEDS(has_rtl(), "Verilator");
    constexpr Cycle kCycles = 600;
    const PramSetup setup = random_pram_setup(GetParam());
    const Design design = pram_design(setup);
    const NodeId processors = design.ranade->ways->processors();
    MixedProgram fast_program(1000, processors, setup.words, setup.seed);
    PramParts fast(setup, fast_program, design);
    EventRecorder expected;
    FastEngine engine(fast.design, fast.terminals, &expected);
    for (Cycle cycle = 0; cycle < kCycles; ++cycle) engine.step_cycle();

    MixedProgram program(1000, processors, setup.words, setup.seed);
    PramParts parts(setup, program, design);
    EventRecorder actual;
    const auto network = find_level(level)->build(parts.design, parts.terminals, &actual, {});
    network->run(kCycles);

    EXPECT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
    EXPECT_GT(parts.scoreboard.steps_ended(), 0U);
    EXPECT_EQ(parts.scoreboard.event_hash().value(), fast.scoreboard.event_hash().value());
    EXPECT_TRUE(actual.events() == expected.events());
  }
};

TEST_P(MergeCosim, LockstepFindsNoDifferenceAndIsTheSameRun) { expect_same_as_fast("lockstep"); }

TEST_P(MergeCosim, RtlAloneIsTheSameRun) { expect_same_as_fast("rtl"); }

INSTANTIATE_TEST_SUITE_P(RandomDesigns, MergeCosim, testing::Range<std::uint64_t>(1, 21));

TEST(MergeCosimFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  const PramSetup setup;
  MixedProgram program(1000, pram_design(setup).ranade->ways->processors(), setup.words, setup.seed);
  PramParts parts(setup, program, pram_design(setup));
  const auto network = find_level("lockstep")
                           ->build(parts.design, parts.terminals, &parts.monitor,
                                   {parse_block_fault("router_5.merge_switch_1@100")});
  network->run(100);
  ASSERT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
  network->run(1900);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_5.rtl.merge_switch.message_o[1]");
  EXPECT_EQ(divergence->node, 5U);
  EXPECT_GE(divergence->cycle, 100U);
  EXPECT_NE(divergence->model, divergence->rtl);
  EXPECT_EQ(divergence->events.size(), 16U);
}

TEST(MergeCosimRefusal, NamesTheQueuesThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  try {
    make_rtl_merge(0, {.queue = 3});
    FAIL() << "it is built";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "rtl/merge/merge_switch.sv is not built for router.queue = 3. Built: 1, 2, 4");
  }
}

}  // namespace
}  // namespace switchyard
