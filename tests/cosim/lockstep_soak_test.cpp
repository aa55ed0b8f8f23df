#include <gtest/gtest.h>

#include "testbench/cosim/rtl_model.h"
#include "testbench/engine/level.h"
#include "tests/support/needs.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr const char* kTorus = R"(
topology: {kind: torus, radix: [8, 8]}
router: {kind: duato, virtual_channels: 4, crossbar: ports, throttle_vcs: 1}
routing: {kind: duato}
traffic: {pattern: uniform, packet_length: {min: 1, max: 16}, load: )";
constexpr const char* kChaosTorus = R"(
topology: {kind: torus, radix: [4, 4], link_latency: 2}
router: {kind: chaos, queue_size: 5, packet_flits: 4, visits_per_cycle: 2}
routing: {kind: minimal}
traffic: {pattern: uniform, packet_length: {min: 1, max: 4}, load: )";
constexpr const char* kCube = R"(
topology: {kind: hypercube, dimensions: 4}
router: {kind: konstantinidou, queue_size: 4}
routing: {kind: three_queue}
traffic: {pattern: uniform, packet_length: 1, load: )";

/// Network, flits per node and cycle, and the seed.
class LockstepSoak : public testing::TestWithParam<std::tuple<const char*, double, std::uint64_t>> {};

/// For SY_SOAK_CYCLES cycles: 10 million in all for each network in the preset `nightly`.
TEST_P(LockstepSoak, ModelAndRtlAgreeForALongTime) {
  NEEDS(has_rtl(), "Verilator");
  const auto& [network_and_traffic, load, seed] = GetParam();
  const Experiment experiment =
      experiment_from("seed: " + std::to_string(seed) + network_and_traffic + std::to_string(load) + "}\n");
  TestBench bench(experiment);
  const auto network =
      find_level("lockstep")->build(experiment.design, bench.terminals(), bench.observer(), {});
  network->run(SY_SOAK_CYCLES);
  EXPECT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
  EXPECT_EQ(bench.scoreboard.failure() + bench.links.failure(), "");
  EXPECT_GT(bench.scoreboard.log().delivered(), 0U);
}

/// From light load to beyond saturation.
INSTANTIATE_TEST_SUITE_P(LoadsAndSeeds, LockstepSoak,
                         testing::Combine(testing::Values(kTorus), testing::Values(0.1, 0.3, 0.5, 0.7, 1.0),
                                          testing::Range<std::uint64_t>(1, 5)));
INSTANTIATE_TEST_SUITE_P(CentralQueues, LockstepSoak,
                         testing::Combine(testing::Values(kCube), testing::Values(0.2, 0.7, 0.8, 0.9, 1.0),
                                          testing::Range<std::uint64_t>(1, 5)));
INSTANTIATE_TEST_SUITE_P(ChaosRouters, LockstepSoak,
                         testing::Combine(testing::Values(kChaosTorus),
                                          testing::Values(0.2, 0.5, 0.8, 0.9, 1.0),
                                          testing::Range<std::uint64_t>(1, 5)));

}  // namespace
}  // namespace switchyard
