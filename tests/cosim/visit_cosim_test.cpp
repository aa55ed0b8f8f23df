#include <gtest/gtest.h>

#include <array>
#include <systemc>

#include "testbench/cosim/chaos/rtl_visits.h"
#include "testbench/engine/level.h"
#include "tests/support/dice.h"
#include "tests/support/needs.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/same_as_fast.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A network of chaos routers in one of the shapes of testbench/cosim/CMakeLists.txt, with what the RTL has.
std::string experiment_with_visits(std::uint64_t number) {
  Dice dice(number);
  const std::array<const char*, 8> topologies{
      "kind: hypercube, dimensions: 4", "kind: torus, radix: [4, 4]",    "kind: mesh, radix: [3, 5]",
      "kind: torus, radix: [2, 6]",     "kind: torus, radix: [3, 3, 3]", "kind: mesh, radix: [2, 3, 4]",
      "kind: hypercube, dimensions: 6", "kind: mesh, radix: [4, 4]"};
  const std::string topology = topologies[number % topologies.size()];
  const bool small = topology.find('6') == std::string::npos && topology.find(", 3,") == std::string::npos;
  const std::string yaml = random_chaos_experiment(number, topology,
                                                   {.link_latency = 4,
                                                    .packet_flits = 9,
                                                    .queue_size = small ? 6 : 5,
                                                    .visits = 4,
                                                    .buffers = 3,
                                                    .has_injection_policies = false},
                                                   dice);
  if (yaml.find("duplex: half") != std::string::npos) return yaml;
  const std::string control =
      "injection: {policy: control, lead: " + std::to_string(dice.between(1, 6)) + "}\n";
  const std::string faults =
      "faults: [{link: [0, 1], from: 40, to: 90}, {link: [1, 0], from: 60, to: 300}]\n";
  return yaml + (dice.chance(0.3) ? control : "") + (dice.chance(0.4) ? faults : "");
}

class VisitCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(VisitCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", experiment_with_visits(GetParam()));
}

TEST_P(VisitCosim, RtlAloneIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl", experiment_with_visits(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, VisitCosim, testing::Range<std::uint64_t>(1, 31));

std::string cube(const std::string& router, const std::string& more = "") {
  return "topology: {kind: hypercube, dimensions: 4}\nrouting: {kind: minimal}\n"
         "traffic: {pattern: uniform, packet_length: 1, load: 0.6}\nrouter: {kind: chaos" +
         router + "}\n" + more;
}

TEST(VisitCosimFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  const Experiment experiment = experiment_from(cube(""));
  TestBench bench(experiment);
  const auto network = find_level("lockstep")
                           ->build(experiment.design, bench.terminals(), bench.observer(),
                                   {parse_block_fault("router_6.visit_sequencer_2@50")});
  network->run(300);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_6.rtl.visit_sequencer.sent_o[2]");
  EXPECT_EQ(divergence->node, 6U);
  EXPECT_GE(divergence->cycle, 50U);
  EXPECT_LT(divergence->cycle, 100U);
}

TEST(VisitCosimFault, EndsARunOfTheRtlAlone) {
  NEEDS(has_rtl(), "Verilator");
  const Experiment experiment = experiment_from(cube(""));
  TestBench bench(experiment);
  const auto network = find_level("rtl")->build(experiment.design, bench.terminals(), bench.observer(),
                                                {parse_block_fault("router_6.visit_sequencer_2@50")});
  EXPECT_THROW(network->run(300), sc_core::sc_report);
}

std::string refusal_of_visits(const std::string& yaml) {
  const Experiment experiment = experiment_from(yaml);
  const std::optional<Refusal> refused = refusal_of(*find_level("lockstep"), experiment.design);
  return refused ? refused->reason : "";
}

TEST(VisitCosimRefusal, NamesTheShapesThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_EQ(
      refusal_of_visits(cube(", queue_size: 7")),
      "rtl/chaos/visit_sequencer.sv is not built for 5 ports, a queue of 7 packets, 2 of the ejection "
      "buffer, 1 visits per cycle. Built, as the most that they carry: 5 ports, a queue of 5 packets, 2 of "
      "the ejection buffer, 1 visits per cycle; 5 ports, a queue of 6 packets, 3 of the ejection buffer, 2 "
      "visits per cycle; 5 ports, a queue of 6 packets, 3 of the ejection buffer, 4 "
      "visits per cycle; 7 ports, a queue of 5 packets, 3 of the ejection buffer, 4 visits per cycle");
}

TEST(VisitCosimRefusal, NamesThePolicyThatItDoesNotHave) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_EQ(
      refusal_of_visits(cube("", "injection: {policy: token, tokens: 1}\n")),
      "rtl/chaos/visit_sequencer.sv cannot carry this network: it needs injection.policy = competition or "
      "control");
}

}  // namespace
}  // namespace switchyard
