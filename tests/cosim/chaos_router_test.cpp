#include <gtest/gtest.h>

#include <array>
#include <systemc>

#include "testbench/cosim/router/chaos_router_pins.h"
#include "testbench/engine/level.h"
#include "tests/support/dice.h"
#include "tests/support/needs.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/same_as_fast.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A network that is built in testbench/cosim/CMakeLists.txt, and the most that its routers carry.
struct Built {
  const char* topology;
  ChaosLimits limits;
};

std::string experiment_with_rtl(std::uint64_t number) {
  Dice dice(number);
  const ChaosLimits flits{.link_latency = 1, .packet_flits = 1, .queue_size = 6, .visits = 4, .buffers = 3};
  const ChaosLimits packets{.link_latency = 3, .packet_flits = 8, .queue_size = 6, .visits = 2, .buffers = 3};
  const ChaosLimits cubes{.link_latency = 1, .packet_flits = 2, .queue_size = 5, .visits = 4, .buffers = 3};
  const std::array<Built, 8> built{{{"kind: hypercube, dimensions: 4", flits},
                                    {"kind: torus, radix: [4, 4]", packets},
                                    {"kind: mesh, radix: [4, 4]", packets},
                                    {"kind: mesh, radix: [3, 5]", packets},
                                    {"kind: torus, radix: [2, 6]", packets},
                                    {"kind: torus, radix: [5, 3]", packets},
                                    {"kind: torus, radix: [3, 3, 3]", cubes},
                                    {"kind: mesh, radix: [3, 3, 3]", cubes}}};
  auto [topology, limits] = built[number % built.size()];
  limits.has_injection_policies = false;
  return random_chaos_experiment(number, topology, limits, dice);
}

class ChaosRouterCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ChaosRouterCosim, IsTheSameNetworkInEveryCycle) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl_router", experiment_with_rtl(GetParam()), {.assertions = true});
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, ChaosRouterCosim, testing::Range<std::uint64_t>(1, 46));

std::string torus(const std::string& router, const std::string& more = "") {
  return "topology: {kind: torus, radix: [4, 4]}\nrouting: {kind: minimal}\n"
         "traffic: {pattern: uniform, packet_length: 1, load: 0.6}\nrouter: {kind: chaos" +
         router + "}\n" + more;
}

TEST(ChaosRouterMixture, OfModelsAndRtlIsTheFastNetwork) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl_router", torus(", queue_size: 3"),
                      {.rtl_nodes = std::vector<NodeId>{1, 2, 7, 11, 15}, .assertions = true});
}

TEST(ChaosRouterFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  const Experiment experiment = experiment_from(torus(""));
  TestBench bench(experiment);
  const auto network = find_level("rtl_router")
                           ->build(experiment.design, bench.terminals(), bench.observer(),
                                   {.fault = parse_block_fault("router_6.chaos_router_2@50")});
  network->run(300);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_6.rtl.chaos_router.flit_o[2]");
  EXPECT_GE(divergence->cycle, 50U);
  EXPECT_LT(divergence->cycle, 100U);
}

std::string refusal(const std::string& yaml) {
  const Experiment experiment = experiment_from(yaml);
  const std::optional<Refusal> refused = refusal_of(*find_level("rtl_router"), experiment.design);
  return refused ? refused->reason : "";
}

TEST(ChaosRouterRefusal, NamesTheShapesThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  const std::string refused = refusal(torus(", queue_size: 9"));
  EXPECT_EQ(
      refused.substr(0, refused.find(" Built")),
      "rtl/chaos/chaos_router.sv cannot carry this network: no model is built for 5 ports, queue_size 9, "
      "packet_flits 1, an injection buffer of 2 flits, ejection_buffer 2, visits_per_cycle 1, links of 1 "
      "cycle, radix 4, a routing table for 16 nodes.");
  EXPECT_NE(refused.find("7 ports, queue_size 5, packet_flits 2, an injection buffer of 6 flits, "
                         "ejection_buffer 3, visits_per_cycle 4, links of 1 cycle, radix 3"),
            std::string::npos)
      << refused;
}

TEST(ChaosRouterRefusal, NamesTheSettingThatItDoesNotHave) {
  NEEDS(has_rtl(), "Verilator");
  const std::string start = "rtl/chaos/chaos_router.sv cannot carry this network: it needs ";
  EXPECT_EQ(refusal(torus("", "injection: {policy: control, lead: 2}\n")),
            start + "injection.policy = competition");
  EXPECT_EQ(refusal(torus("", "faults: [{link: [0, 1], from: 10}]\n")), start + "no faults");
  EXPECT_EQ(refusal("topology: {kind: hypercube, dimensions: 1}\nrouting: {kind: minimal}\n"
                    "traffic: {pattern: uniform, packet_length: 1, load: 0.6}\nrouter: {kind: chaos}\n"),
            start + "two links at least");
}

}  // namespace
}  // namespace switchyard
