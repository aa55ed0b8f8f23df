#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>

#include "hw/topology/builders.h"
#include "hw/topology/multistage.h"
#include "testbench/cosim/circuit/rtl_circuit.h"
#include "testbench/engine/level.h"
#include "tests/support/faulty_network.h"
#include "tests/support/needs.h"
#include "tests/support/random_circuit_experiment.h"
#include "tests/support/same_as_fast.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// Multistage networks whose circuit switches are RTL; every third that has links has some that come
/// and go.
class CircuitCosim : public testing::TestWithParam<std::uint64_t> {
 protected:
  static std::string yaml() {
    const std::string plain = random_multistage_circuit_experiment(GetParam());
    const bool has_links = plain.find("wiring") != std::string::npos;
    if (GetParam() % 3 != 0 || !has_links) return plain;
    return with_faults(plain, "[{random_links: 1, from: 30, to: 200}, {random_links: 1, from: 90, to: 300}]");
  }
};

TEST_P(CircuitCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", yaml());
}

TEST_P(CircuitCosim, RtlAloneIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl", yaml());
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, CircuitCosim, testing::Range<std::uint64_t>(1, 31));

constexpr const char* kNetwork =
    "topology: {kind: multistage, wiring: omega, switch: 4, terminals: 64}\n"
    "router: {kind: circuit}\n"
    "routing: {kind: destination_tag}\n"
    "traffic: {pattern: uniform, packet_length: 4, load: 0.5}\n";

class CircuitCosimFault : public testing::TestWithParam<int> {};

TEST_P(CircuitCosimFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  const std::string output = std::to_string(GetParam());
  const Experiment experiment = experiment_from(kNetwork);
  TestBench bench(experiment);
  const auto network = find_level("lockstep")
                           ->build(experiment.design, bench.terminals(), bench.observer(),
                                   {parse_block_fault("router_21.tag_switch_" + output + "@100")});
  network->run(600);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_21.rtl.tag_switch.data_o[" + output + "]");
  EXPECT_EQ(divergence->node, 21U);
  EXPECT_GE(divergence->cycle, 100U);
  EXPECT_LT(divergence->cycle, 600U);
  EXPECT_NE(divergence->model, divergence->rtl);
}

INSTANTIATE_TEST_SUITE_P(Outputs, CircuitCosimFault, testing::Range(0, 4));

std::string refusal(const Topology& topology) {
  try {
    make_rtl_circuit(0, {.ports = topology.port_count()}, topology);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(CircuitCosimRefusal, NamesTheSwitchesThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_EQ(
      refusal(build_multistage({Wiring::Omega, /*terminals=*/1 << 17, /*switch_size=*/2})),
      "rtl/switch/tag_switch.sv is not built for topology.switch = 2 and 17 stages. Built, with stages at "
      "most: 2 and 16, 4 and 8, 8 and 6");
}

TEST(CircuitCosimRefusal, IsOfNetworksWithoutTags) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_EQ(
      refusal(build_hypercube({3})),
      "rtl/switch/tag_switch.sv finds its way by the tags of a multistage network, which topology.kind = "
      "hypercube is not");
}

}  // namespace
}  // namespace switchyard
