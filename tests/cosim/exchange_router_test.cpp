#include <gtest/gtest.h>

#include <array>
#include <systemc>

#include "testbench/engine/level.h"
#include "tests/support/dice.h"
#include "tests/support/needs.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/same_as_fast.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// Networks that are built in testbench/cosim/CMakeLists.txt, with the most buffers of a node.
struct Built {
  const char* topology;
  int buffers;
};

std::string experiment_with_rtl(std::uint64_t number) {
  Dice dice(number);
  constexpr std::array<Built, 9> kBuilt{{{"kind: hypercube, dimensions: 4", 8},
                                         {"kind: torus, radix: [4, 4]", 8},
                                         {"kind: mesh, radix: [4, 4]", 8},
                                         {"kind: torus, radix: [3, 5]", 8},
                                         {"kind: mesh, radix: [2, 7]", 8},
                                         {"kind: hypercube, dimensions: 3", 6},
                                         {"kind: shuffle_exchange, dimensions: 4", 6},
                                         {"kind: shuffle_exchange, dimensions: 5", 6},
                                         {"kind: cube_connected_cycles, dimensions: 4", 6}}};
  const Built& built = kBuilt[number % kBuilt.size()];
  return random_exchange_experiment(number, built.topology, built.buffers, dice);
}

class ExchangeRouterCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ExchangeRouterCosim, IsTheSameNetworkInEveryCycle) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl_router", experiment_with_rtl(GetParam()), {.assertions = true});
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, ExchangeRouterCosim, testing::Range<std::uint64_t>(1, 46));

std::string torus(const std::string& router, const std::string& more = "") {
  return "topology: {kind: torus, radix: [4, 4]}\nrouting: {kind: minimal}\n"
         "traffic: {pattern: uniform, packet_length: 1, load: 0.6}\nrouter: {kind: exchange" +
         router + "}\n" + more;
}

TEST(ExchangeRouterMixture, OfModelsAndRtlIsTheFastNetwork) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl_router", torus(", priority: none"),
                      {.rtl_nodes = std::vector<NodeId>{1, 2, 7, 11, 15}, .assertions = true});
}

TEST(ExchangeRouterFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  const Experiment experiment = experiment_from(torus(""));
  TestBench bench(experiment);
  const auto network = find_level("rtl_router")
                           ->build(experiment.design, bench.terminals(), bench.observer(),
                                   {.fault = parse_block_fault("router_6.exchange_router_2@50")});
  network->run(300);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_6.rtl.exchange_router.flit_o[2]");
  EXPECT_GE(divergence->cycle, 50U);
  EXPECT_LT(divergence->cycle, 100U);
}

std::string refusal(const std::string& yaml) {
  const Experiment experiment = experiment_from(yaml);
  const std::optional<Refusal> refused = refusal_of(*find_level("rtl_router"), experiment.design);
  return refused ? refused->reason : "";
}

TEST(ExchangeRouterRefusal, NamesTheShapesAndTheSettingThatItDoesNotHave) {
  NEEDS(has_rtl(), "Verilator");
  const std::string start = "rtl/exchange/exchange_router.sv cannot carry this network: ";
  const std::string refused = refusal(torus(", buffers: 9"));
  EXPECT_EQ(
      refused.substr(0, refused.find(" Built")),
      start + "no model is built for 5 ports, 9 buffers, injection_buffer 2, ejection_buffer 2, 16 nodes.");
  EXPECT_NE(refused.find("4 ports, 6 buffers, injection_buffer 3, ejection_buffer 3, 64 nodes"),
            std::string::npos)
      << refused;
  EXPECT_EQ(refusal(torus("", "injection: {policy: control, lead: 2}\n")),
            start + "it needs injection.policy = competition");
  EXPECT_EQ(refusal(torus("", "faults: [{link: [0, 1], from: 10}]\n")), start + "it needs no faults");
}

}  // namespace
}  // namespace switchyard
