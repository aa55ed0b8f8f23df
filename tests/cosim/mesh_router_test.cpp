#include <gtest/gtest.h>

#include <array>
#include <systemc>

#include "testbench/cosim/router/mesh_router_pins.h"
#include "testbench/engine/level.h"
#include "tests/support/level_events.h"
#include "tests/support/needs.h"
#include "tests/support/random_mesh.h"

namespace switchyard {
namespace {

/// A mesh whose whole nodes are built in testbench/cosim/CMakeLists.txt, with any workload and algorithm.
MeshSetup random_setup(std::uint64_t seed) {
  struct Built {
    int side;
    int queue;
    int banks;
    bool schnorr_shamir;
  };
  constexpr std::array<Built, 4> kBuilt{
      {{4, 2, 1, false}, {5, 2, 2, false}, {8, 2, 1, true}, {8, 2, 2, false}}};
  const Built& built = kBuilt[seed % kBuilt.size()];
  MeshSetup setup = random_mesh(seed);
  setup.side = built.side;
  setup.queue = built.queue;
  setup.banks = built.banks;
  setup.schnorr_shamir = setup.schnorr_shamir && built.schnorr_shamir;
  setup.workload.most = 1 + setup.workload.most % static_cast<std::uint32_t>(built.side * built.side);
  return setup;
}

constexpr Cycle kCycles = 700;  // Longer than any of these algorithms takes.

class MeshRouterCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(MeshRouterCosim, IsTheSameNetworkInEveryCycle) {
  NEEDS(has_rtl(), "Verilator");
  const MeshSetup setup = random_setup(GetParam());
  MeshParts fast = parts_of(setup);
  const std::vector<LinkEvent> expected = fast_events(fast.design, fast.terminals, kCycles);

  MeshParts parts = parts_of(setup);
  EventRecorder actual;
  const auto network =
      find_level("rtl_router")->build(parts.design, parts.terminals, &actual, {.assertions = true});
  network->run(kCycles);
  EXPECT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
  EXPECT_GE(expected.size(), static_cast<std::size_t>(setup.side * setup.side));
  expect_same_events(expected, actual.events());
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, MeshRouterCosim, testing::Range<std::uint64_t>(1, 41));

TEST(MeshRouterMixture, OfModelsAndRtlIsTheFastNetwork) {
  NEEDS(has_rtl(), "Verilator");
  const MeshSetup setup = random_setup(2);
  MeshParts fast = parts_of(setup);
  const std::vector<LinkEvent> expected = fast_events(fast.design, fast.terminals, kCycles);
  MeshParts parts = parts_of(setup);
  EventRecorder actual;
  const auto network = find_level("rtl_router")
                           ->build(parts.design, parts.terminals, &actual,
                                   {.rtl_nodes = std::vector<NodeId>{0, 9, 18, 36, 63}, .assertions = true});
  network->run(kCycles);
  EXPECT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
  expect_same_events(expected, actual.events());
}

TEST(MeshRouterFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  MeshSetup setup;
  setup.workload.most = 64;
  MeshParts parts = parts_of(setup);
  const auto network = find_level("rtl_router")
                           ->build(parts.design, parts.terminals, &parts.monitor,
                                   {.fault = parse_block_fault("router_27.mesh_router_2@20")});
  network->run(kCycles);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_27.rtl.mesh_router.flit_o[2]");
  EXPECT_GE(divergence->cycle, 20U);
  EXPECT_LT(divergence->cycle, 40U);
}

TEST(MeshRouterRefusal, NamesTheShapesThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  MeshSetup setup;
  setup.side = 6;
  const std::optional<Refusal> refused = refusal_of(*find_level("rtl_router"), mesh_design(setup));
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(
      refused->reason,
      "rtl/mesh/mesh_router.sv cannot carry this network: no model is built for 6 x 6 nodes, queue 2, banks "
      "1, 7 passes of the sort. Built: 4 x 4 nodes, queue 2, banks 1, 5 passes of the sort; 5 x 5 nodes, "
      "queue 2, banks 2, 7 passes of the sort; 8 x 8 nodes, queue 2, banks 1, 17 passes of the sort; 8 x 8 "
      "nodes, queue 2, banks 2, 7 passes of the sort");
}

}  // namespace
}  // namespace switchyard
