#include <gtest/gtest.h>

#include <array>
#include <systemc>

#include "testbench/cosim/exchange/rtl_exchange.h"
#include "testbench/engine/level.h"
#include "tests/support/dice.h"
#include "tests/support/needs.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/same_as_fast.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A network of exchange routers in one of the shapes of testbench/cosim/CMakeLists.txt, with what the RTL
/// has.
std::string experiment_with_rtl(std::uint64_t number) {
  struct Built {
    const char* topology;
    int buffers;  ///< Of a node, at most.
  };
  Dice dice(number);
  constexpr std::array<Built, 9> kBuilt{{{"kind: hypercube, dimensions: 4", 8},
                                         {"kind: torus, radix: [4, 4]", 8},
                                         {"kind: mesh, radix: [4, 5]", 8},
                                         {"kind: torus, radix: [3, 5]", 8},
                                         {"kind: mesh, radix: [2, 7]", 8},
                                         {"kind: hypercube, dimensions: 3", 6},
                                         {"kind: shuffle_exchange, dimensions: 4", 6},
                                         {"kind: shuffle_exchange, dimensions: 5", 6},
                                         {"kind: cube_connected_cycles, dimensions: 4", 6}}};
  const Built& built = kBuilt[number % kBuilt.size()];
  const std::string yaml = random_exchange_experiment(number, built.topology, built.buffers, dice);
  const std::string control =
      "injection: {policy: control, lead: " + std::to_string(dice.between(1, 6)) + "}\n";
  const std::string faults =
      "faults: [{link: [0, 1], from: 40, to: 90}, {link: [1, 0], from: 60, to: 300}]\n";
  return yaml + (dice.chance(0.3) ? control : "") + (dice.chance(0.4) ? faults : "");
}

class ExchangeCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ExchangeCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", experiment_with_rtl(GetParam()));
}

TEST_P(ExchangeCosim, RtlAloneIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl", experiment_with_rtl(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, ExchangeCosim, testing::Range<std::uint64_t>(1, 31));

std::string cube(const std::string& router, const std::string& more = "") {
  return "topology: {kind: hypercube, dimensions: 4}\nrouting: {kind: minimal}\n"
         "traffic: {pattern: uniform, packet_length: 1, load: 0.6}\nrouter: {kind: exchange" +
         router + "}\n" + more;
}

TEST(ExchangeCosimFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  const Experiment experiment = experiment_from(cube(""));
  TestBench bench(experiment);
  const auto network = find_level("lockstep")
                           ->build(experiment.design, bench.terminals(), bench.observer(),
                                   {parse_block_fault("router_6.exchange_switch_2@50")});
  network->run(300);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_6.rtl.exchange_switch.sent_o[2]");
  EXPECT_EQ(divergence->node, 6U);
  EXPECT_GE(divergence->cycle, 50U);
  EXPECT_LT(divergence->cycle, 100U);
}

TEST(ExchangeCosimFault, EndsARunOfTheRtlAlone) {
  NEEDS(has_rtl(), "Verilator");
  const Experiment experiment = experiment_from(cube(""));
  TestBench bench(experiment);
  const auto network = find_level("rtl")->build(experiment.design, bench.terminals(), bench.observer(),
                                                {parse_block_fault("router_6.exchange_switch_2@50")});
  EXPECT_THROW(network->run(300), sc_core::sc_report);
}

std::string refusal(const std::string& yaml) {
  const Experiment experiment = experiment_from(yaml);
  const std::optional<Refusal> refused = refusal_of(*find_level("lockstep"), experiment.design);
  return refused ? refused->reason : "";
}

TEST(ExchangeCosimRefusal, NamesTheShapesThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_EQ(
      refusal(cube(", buffers: 9")),
      "rtl/exchange/exchange_switch.sv is not built for 5 ports, 9 buffers, 2 of the ejection buffer. Built, "
      "as the most that they carry: 5 ports, 5 buffers, 2 of the ejection buffer; 5 ports, 8 buffers, 3 of "
      "the ejection buffer; 4 ports, 6 buffers, 3 of the ejection buffer");
}

TEST(ExchangeCosimRefusal, NamesThePolicyThatItDoesNotHave) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_EQ(
      refusal(cube("", "injection: {policy: token, tokens: 1}\n")),
      "rtl/exchange/exchange_switch.sv cannot carry this network: it needs injection.policy = competition or "
      "control");
}

}  // namespace
}  // namespace switchyard
