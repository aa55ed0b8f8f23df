#include "hw/router/mesh/mesh16_router.h"

#include <gtest/gtest.h>

#include "testbench/inspect/design_check.h"
#include "tests/support/core_bench.h"
#include "tests/support/mesh_bench.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr PortId kTerminal = TurnBuffers::kPorts;
const auto kBlackStraight =
    static_cast<std::uint8_t>(TurnBuffers::vc_of(Colour::Black, BufferType::Straight));

struct Node : CoreBench {
  explicit Node(const Mesh16Config& config)
      : CoreBench(router), router(config, MeshPlace{1, 1}, /*seed=*/1) {}
  Mesh16Router router;
};

Mesh16Config config(int banks = 1) {
  return {.side = 4,
          .queue = 2,
          .banks = banks,
          .sort = std::make_shared<const SnakeSort>(SnakeSort::shearsort(4))};
}

TEST(Mesh16Router, HasSixteenBuffersByNameForEitherColour) {
  Node node(config());
  std::set<std::pair<PortId, std::string>> black;
  std::set<std::pair<PortId, std::string>> white;
  node.router.visit_buffers([&](const BufferView& view) {
    if (view.buffer.side == Side::Central) return;
    const std::string name = node.router.buffer_name(view.buffer);
    const bool turns = name.find("turn") != std::string::npos;
    const bool vertical = view.buffer.port / 2 == 1;
    if (vertical || !turns) black.emplace(view.buffer.port, name);
    if (!vertical || !turns) white.emplace(view.buffer.port, name);
  });
  EXPECT_EQ(black.size(), 16U);
  EXPECT_EQ(white.size(), 16U);
  EXPECT_EQ(black.count({3, "turn_left_1"}), 1U);
  EXPECT_EQ(black.count({0, "straight_0"}), 1U);
}

TEST(Mesh16Router, SleepsBetweenPhases) {
  Node node(config());
  node.step();
  EXPECT_FALSE(node.awake());
}

int capacity_of(const RouterCore& core) {
  int capacity = 0;
  core.visit_buffers([&](const BufferView& view) {
    if (view.buffer.side == Side::Input) capacity += view.capacity;
  });
  return capacity;
}

TEST(Mesh16Router, HoldsSixteenPacketsInABank) {
  EXPECT_EQ(capacity_of(Node(config(1)).router), 16);
  EXPECT_EQ(capacity_of(Node(config(2)).router), 32);
}

TEST(Mesh16Router, WithTwoBanksNamesSayTheColour) {
  Node node(config(2));
  EXPECT_EQ(node.router.buffer_name({Side::Input, 3, 3}), "black_turn_left_1");
  EXPECT_EQ(node.router.buffer_name({Side::Input, 0, 6}), "white_straight_0");
}

TEST(Mesh16Router, APhaseThatBeginsTooEarlyIsAnError) {
  Node node(config());
  Flit load = mesh_command(MeshCommand::Load, static_cast<std::uint32_t>(Colour::Black));
  load.destination = 13;  // (1, 3)
  node.flit(kTerminal, load);
  node.step();
  const Flit route = mesh_command(MeshCommand::Route, 1);
  node.flit(kTerminal, route);
  node.credit(2, 0);  // Comes with the command: of the phase before.
  node.step();
  EXPECT_TRUE(node.sent(2));
  Flit passing = *node.sent(2);
  passing.vc = kBlackStraight;
  node.flit(3, passing);
  node.credit(2, 0);
  node.step();
  EXPECT_FALSE(node.sent(2));
  node.flit(kTerminal, route);
  EXPECT_THROW(node.step(), std::logic_error);
}

TEST(Mesh16Router, APacketAtHomeGoesToItsProcessor) {
  Node node(config());
  Flit load = mesh_command(MeshCommand::Load, 0);
  load.destination = 5;  // (1, 1)
  load.packet = 5;
  node.flit(kTerminal, load);
  node.step();
  node.flit(kTerminal, mesh_command(MeshCommand::Route, 1));
  node.step();
  ASSERT_TRUE(node.sent(kTerminal));
  EXPECT_EQ(node.sent(kTerminal)->packet, 5U);
  EXPECT_FALSE(node.awake());
}

TEST(Mesh16Router, WaitsForTheBuffersAhead) {
  Node node(config());
  Flit passing{.packet = 1, .destination = 13, .remaining = 1};
  node.flit(kTerminal, mesh_command(MeshCommand::Route, 1));
  node.step();
  for (int i = 0; i < 2; ++i) {
    passing.vc = kBlackStraight;
    node.flit(3, passing);
    node.credit(2, 0);
    node.step();
  }
  EXPECT_EQ(node.buffer({Side::Input, 3, 0}).occupancy, 1);
  EXPECT_EQ(node.buffer({Side::Input, 3, 1}).occupancy, 1);
  const std::vector<WaitFor> first = node.router.waits_for({Side::Input, 3, 0});
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0].where, WaitFor::Where::Far);
  EXPECT_EQ(first[0].buffer, (BufferRef{Side::Input, 2, 0}));
  EXPECT_EQ(node.router.waits_for({Side::Input, 3, 1}).at(0).where, WaitFor::Where::Here);
}

TEST(Mesh16Router, TheCheckProvesTheRoutingPhases) {
  const Experiment experiment = experiment_from(R"(
topology: {kind: mesh, radix: [5, 5]}
router: {kind: mesh16}
workload: {kind: many_to_one}
)");
  const DesignCheck check = check_design(experiment);
  EXPECT_EQ(check.verdict.kind, DeadlockVerdict::Kind::Acyclic);
  EXPECT_TRUE(check.paths.minimal);
}

}  // namespace
}  // namespace switchyard
