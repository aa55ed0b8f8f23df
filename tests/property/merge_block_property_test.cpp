#include <gtest/gtest.h>

#include <memory>

#include "hw/router/combining/ranade_config.h"
#include "testbench/cosim/merge/model_merge.h"
#include "testbench/pram/pram_patterns.h"
#include "tests/support/random_pram_setup.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr Cycle kCycles = 600;

/// What crosses the links of a machine whose nodes merge by themselves, or with blocks.
std::vector<LinkEvent> events_of(const PramSetup& setup, const BlockFactories& blocks, Step& steps_ended) {
  Design design = pram_design(setup);
  design.make_router = [make = design.make_router_around, blocks](NodeId node) { return make(node, blocks); };
  MixedProgram program(1000, design.router.as<RanadeConfig>()->paths->processors(), setup.words, setup.seed);
  PramParts parts(setup, program, design);
  EventRecorder recorder;
  FastEngine engine(parts.design, parts.terminals, &recorder);
  for (Cycle cycle = 0; cycle < kCycles; ++cycle) engine.step_cycle();
  EXPECT_EQ(parts.scoreboard.failure(), "");
  steps_ended = parts.scoreboard.steps_ended();
  return recorder.events();
}

TEST(MergeBlock, InThePlaceOfASwitchIsTheSameRun) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const PramSetup setup = random_pram_setup(seed);
    Step steps = 0;
    Step steps_with_blocks = 0;
    const std::vector<LinkEvent> expected = events_of(setup, {}, steps);
    const BlockFactories blocks{
        .make_merge = [](NodeId, const MergeSite& site) { return std::make_unique<ModelMerge>(site); }};
    EXPECT_TRUE(events_of(setup, blocks, steps_with_blocks) == expected) << "seed " << seed;
    EXPECT_GT(steps, 0U);
    EXPECT_EQ(steps_with_blocks, steps);
  }
}

}  // namespace
}  // namespace switchyard
