#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "hw/topology/builders.h"
#include "testbench/monitor/wait_graph.h"
#include "tests/support/fake_network.h"
#include "tests/support/waiting.h"

namespace switchyard {
namespace {

using Where = WaitFor::Where;

constexpr PortId kUp = 0;    ///< To the next node of the ring; also its output.
constexpr PortId kDown = 1;  ///< To the node before, so packets that go up come in here.
constexpr PortId kTerminal = 2;

/// A ring of three nodes in which a test says which buffers are in use and what they want.
class WaitGraphTest : public testing::Test {
 protected:
  WaitGraphTest() {
    design_.topology = std::make_shared<const Topology>(build_torus({{3}}));
    design_.router.terminal.virtual_channels = 2;
  }

  FakeRouter::Buffer& add(NodeId node, const BufferRef& buffer, std::vector<WaitFor> waits,
                          bool occupied = true) {
    auto& buffers = network_.routers[node].buffers;
    buffers.push_back({buffer, occupied ? 1 : 0, {}, true, std::move(waits)});
    buffers.back().front.packet = node;
    buffers.back().front.remaining = 1;
    return buffers.back();
  }
  /// Input VCs of virtual channel 0 that wait for each other all around the ring.
  void add_ring() {
    for (NodeId node = 0; node < 3; ++node)
      add(node, {Side::Input, kDown, 0}, {{Where::Far, {Side::Input, kUp, 0}}});
  }
  WaitGraph graph(bool moved_lately = false) const {
    return WaitGraph(design_, network_, [=](NodeId, std::size_t) { return moved_lately; });
  }

  Design design_;
  FakeNetwork network_{3};
};

TEST_F(WaitGraphTest, AnEmptyNetworkHasNoKnot) {
  EXPECT_FALSE(graph().deadlocked());
  EXPECT_TRUE(graph().cycle().empty());
}

TEST_F(WaitGraphTest, BuffersThatWaitForEachOtherInARingAreAKnot) {
  add_ring();
  const WaitGraph ring = graph();
  EXPECT_EQ(ring.knot().size(), 3U);
  EXPECT_EQ(ring.cycle().size(), 3U);
  EXPECT_TRUE(is_cycle(design_, network_, ring.cycle()));
}

TEST_F(WaitGraphTest, OneBufferThatMovedLatelyUndoesTheKnot) {
  add_ring();
  EXPECT_FALSE(graph(/*moved_lately=*/true).deadlocked());
}

TEST_F(WaitGraphTest, ABufferWithAnotherWayOutUndoesTheKnot) {
  add_ring();
  network_.routers[1].buffers[0].waits.push_back({Where::Far, {Side::Input, kUp, 1}});  // Not in use.
  EXPECT_FALSE(graph().deadlocked());
  add(2, {Side::Input, kDown, 1}, {});  // In use, but it can move.
  EXPECT_FALSE(graph().deadlocked());
  network_.routers[2].buffers.back().waits = {{Where::Far, {Side::Input, kUp, 0}}};  // It waits for the ring.
  EXPECT_TRUE(graph().deadlocked());
  EXPECT_TRUE(is_cycle(design_, network_, graph().cycle()));
}

TEST_F(WaitGraphTest, ABufferThatWaitsForAKnotIsInItButNotInItsCycle) {
  add(0, {Side::Input, kTerminal, 1}, {{Where::Far, {Side::Input, kUp, 0}}});
  add_ring();
  const WaitGraph ring = graph();
  EXPECT_EQ(ring.knot().size(), 4U);
  EXPECT_EQ(ring.cycle().size(), 3U);
  EXPECT_TRUE(is_cycle(design_, network_, ring.cycle()));
}

TEST_F(WaitGraphTest, AChainThatEndsAtATerminalIsLive) {
  add(0, {Side::Input, kDown, 0}, {{Where::Far, {Side::Input, kUp, 0}}});
  add(1, {Side::Input, kDown, 0}, {{Where::Far, {Side::Input, kTerminal, 0}}});
  EXPECT_FALSE(graph().deadlocked());
}

TEST_F(WaitGraphTest, FollowsOutputBuffersAndReservedBuffersUpstream) {
  // A packet's tail is stuck at node 0 behind its own head, which has gone all the way round.
  add(0, {Side::Output, kUp, 0}, {{Where::Far, {Side::Input, kUp, 0}}});
  add(1, {Side::Input, kDown, 0}, {{Where::Here, {Side::Output, kUp, 0}}});
  add(1, {Side::Output, kUp, 0}, {{Where::Far, {Side::Input, kUp, 0}}});
  add(2, {Side::Input, kDown, 0}, {{Where::Here, {Side::Input, kTerminal, 1}}});
  add(2, {Side::Input, kTerminal, 1}, {{Where::Feeder, {Side::Output, kDown, 1}}}, /*occupied=*/false);
  EXPECT_FALSE(graph().deadlocked()) << "no VC feeds the terminal's input VC but the terminal";

  network_.routers[2].buffers[0].waits = {{Where::Here, {Side::Input, kDown, 1}}};
  add(2, {Side::Input, kDown, 1}, {{Where::Feeder, {Side::Output, kDown, 1}}}, /*occupied=*/false);
  network_.routers[2].buffers[1].waits = {{Where::Feeder, {Side::Output, kTerminal, 1}}};
  EXPECT_FALSE(graph().deadlocked()) << "the feeding VC is not in use";
  add(1, {Side::Output, kUp, 1}, {{Where::Here, {Side::Input, kDown, 0}}}, /*occupied=*/false);
  const WaitGraph ring = graph();
  ASSERT_TRUE(ring.deadlocked());
  EXPECT_EQ(ring.knot().size(), 6U);
  EXPECT_TRUE(is_cycle(design_, network_, ring.cycle()));
  EXPECT_EQ(ring.cycle().size(), 5U);
}

TEST_F(WaitGraphTest, NamesBuffersInWords) {
  EXPECT_EQ(to_string(WaitingBuffer{4, {Side::Output, 2, 1}, 77, 5, 9, true}),
            "node 4, port 2, output VC 1, packet 77 (5 -> 9)");
  EXPECT_EQ(to_string(WaitingBuffer{4, {Side::Input, 0, 3}}), "node 4, port 0, input VC 3, reserved");
}

TEST_F(WaitGraphTest, AWrongCycleIsNotTakenForOne) {  // A mutant of what these tests check.
  add_ring();
  std::vector<WaitingBuffer> cycle = graph().cycle();
  std::swap(cycle[0], cycle[1]);
  EXPECT_FALSE(is_cycle(design_, network_, cycle));
  cycle.pop_back();
  EXPECT_FALSE(is_cycle(design_, network_, cycle));
}

}  // namespace
}  // namespace switchyard
