#include <gtest/gtest.h>

#include "testbench/cosim/rtl_model.h"
#include "testbench/engine/level.h"
#include "tests/support/needs.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// Flits per node and cycle, and the seed.
class LockstepSoak : public testing::TestWithParam<std::tuple<double, std::uint64_t>> {};

/// The 8 x 8 torus, from light load to beyond saturation, for SY_SOAK_CYCLES cycles: 10 million in all in the
/// preset `nightly`.
TEST_P(LockstepSoak, ModelAndRtlAgreeForALongTime) {
  NEEDS(has_rtl(), "Verilator");
  const auto& [load, seed] = GetParam();
  const Experiment experiment =
      experiment_from("seed: " + std::to_string(seed) +
                      "\n"
                      "topology: {kind: torus, radix: [8, 8]}\n"
                      "router: {kind: duato, virtual_channels: 4, crossbar: ports, throttle_vcs: 1}\n"
                      "routing: {kind: duato}\n"
                      "traffic: {pattern: uniform, packet_length: {min: 1, max: 16}, load: " +
                      std::to_string(load) + "}\n");
  TestBench bench(experiment);
  const auto network =
      find_level("lockstep")->build(experiment.design, bench.terminals(), bench.observer(), {});
  network->run(SY_SOAK_CYCLES);
  EXPECT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
  EXPECT_EQ(bench.scoreboard.failure() + bench.links.failure(), "");
  EXPECT_GT(bench.scoreboard.log().delivered(), 0U);
}

INSTANTIATE_TEST_SUITE_P(LoadsAndSeeds, LockstepSoak,
                         testing::Combine(testing::Values(0.1, 0.3, 0.5, 0.7, 1.0),
                                          testing::Range<std::uint64_t>(1, 5)));

}  // namespace
}  // namespace switchyard
