#include <gtest/gtest.h>

#include <systemc>

#include "hw/clocked/clocked_node.h"
#include "hw/router/combining/ranade_config.h"
#include "testbench/cosim/merge/rtl_merge.h"
#include "testbench/engine/level.h"
#include "testbench/pram/pram_patterns.h"
#include "tests/support/needs.h"
#include "tests/support/random_pram_setup.h"
#include "tests/support/test_bench.h"
#include "tlm/socket/cycle_clock.h"

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
    const NodeId processors = design.router.as<RanadeConfig>()->paths->processors();
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
  MixedProgram program(1000, pram_design(setup).router.as<RanadeConfig>()->paths->processors(), setup.words,
                       setup.seed);
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

/// A merge switch that is told in every cycle that its outputs have got a place back.
class TooManyCredits final : public MergeBlock {
 public:
  /// `first_use`: becomes the time of the first cycle in which it is told.
  TooManyCredits(std::unique_ptr<MergeBlock> block, std::optional<sc_core::sc_time>& first_use)
      : block_(std::move(block)), first_use_(first_use) {}
  void reset() override { block_->reset(); }
  MergeDepartures merge(const MergeArrivals& arrivals) override {
    if (!first_use_) first_use_ = sc_core::sc_time_stamp();
    MergeArrivals more = arrivals;
    more.credits = 0b11;
    return block_->merge(more);
  }
  std::array<Flit, 2> ghosts(OutputMask idle) override { return block_->ghosts(idle); }

 private:
  std::unique_ptr<MergeBlock> block_;
  std::optional<sc_core::sc_time>& first_use_;
};

TEST(MergeCosimAssertion, ThatDoesNotHoldEndsARunOfRtlAlone) {
  NEEDS(has_rtl(), "Verilator");
  const PramSetup setup;
  Design design = pram_design(setup);
  MixedProgram program(1000, design.router.as<RanadeConfig>()->paths->processors(), setup.words, setup.seed);
  PramParts parts(setup, program, design);
  std::optional<sc_core::sc_time> first_use;
  const auto make = parts.design.make_router_around;
  parts.design.make_router_around = [make, &first_use](NodeId node, BlockFactories blocks) {
    if (node != 5) return make(node, blocks);
    blocks.make_merge = [merge = blocks.make_merge, &first_use](NodeId n, const MergeSite& site) {
      return std::make_unique<TooManyCredits>(merge(n, site), first_use);
    };
    return make(node, blocks);
  };
  const auto network = find_level("rtl")->build(parts.design, parts.terminals, &parts.monitor, {});
  network->run(100);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal,
            "network.router_5.rtl.merge_switch.gen_output[0].i_output.i_credits.NoExcessCredit");
  EXPECT_EQ(divergence->rtl.substr(0, divergence->rtl.find(':')), "router/credit_counter.sv");
  EXPECT_EQ(divergence->node, 5U);
  EXPECT_EQ(network->clock().first_edge + kClockPeriod * static_cast<double>(divergence->cycle), first_use);
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
