#include <gtest/gtest.h>

#include <array>
#include <systemc>

#include "testbench/cosim/buffers/rtl_buffers.h"
#include "testbench/engine/level.h"
#include "tests/support/level_events.h"
#include "tests/support/needs.h"
#include "tests/support/random_mesh.h"

namespace switchyard {
namespace {

struct Shape {
  int queue;
  int banks;
};
constexpr std::array<Shape, 3> kShapes{{{2, 1}, {2, 2}, {4, 1}}};  // Those of testbench/cosim/CMakeLists.txt.

MeshSetup random_setup(std::uint64_t seed) {
  MeshSetup setup = random_mesh(seed);
  const Shape& shape = kShapes[seed % kShapes.size()];
  setup.queue = shape.queue;
  setup.banks = shape.banks;
  return setup;
}

/// A mesh whose nodes have their buffers in RTL, and the same at `fast`.
class Mesh16Cosim : public testing::TestWithParam<std::uint64_t> {
 protected:
  void expect_same_as_fast(const std::string& level) {
    NEEDS(has_rtl(), "Verilator");
    constexpr Cycle kCycles = 700;  // Longer than any of these algorithms takes.
    const MeshSetup setup = random_setup(GetParam());
    MeshParts fast = parts_of(setup);
    const std::vector<LinkEvent> expected = fast_events(fast.design, fast.terminals, kCycles);

    MeshParts parts = parts_of(setup);
    EventRecorder actual;
    const auto network = find_level(level)->build(parts.design, parts.terminals, &actual, {});
    network->run(kCycles);
    EXPECT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
    EXPECT_GE(expected.size(), static_cast<std::size_t>(setup.side * setup.side));
    expect_same_events(expected, actual.events());
  }
};

TEST_P(Mesh16Cosim, LockstepFindsNoDifferenceAndIsTheSameRun) { expect_same_as_fast("lockstep"); }

TEST_P(Mesh16Cosim, RtlAloneIsTheSameRun) { expect_same_as_fast("rtl"); }

INSTANTIATE_TEST_SUITE_P(RandomDesigns, Mesh16Cosim, testing::Range<std::uint64_t>(1, 31));

TEST(Mesh16CosimFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  MeshSetup setup;
  setup.workload.most = 64;
  MeshParts parts = parts_of(setup);
  const auto network = find_level("lockstep")
                           ->build(parts.design, parts.terminals, &parts.monitor,
                                   {parse_block_fault("router_27.node_buffers_2@0")});
  network->run(700);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_27.rtl.node_buffers.packet_o[2]");
  EXPECT_EQ(divergence->node, 27U);
  EXPECT_LT(divergence->cycle, 700U);
  EXPECT_NE(divergence->model, divergence->rtl);
  EXPECT_EQ(divergence->events.size(), 16U);
}

TEST(Mesh16CosimRefusal, NamesTheShapesThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  try {
    make_rtl_buffers(0, {.queue = 3, .banks = 2});
    FAIL() << "it is built";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(
        error.what(),
        "rtl/mesh/node_buffers.sv is not built for router.queue = 3, router.banks = 2. Built: 2 and 1, "
        "2 and 2, 4 and 1");
  }
}

}  // namespace
}  // namespace switchyard
