#include "hw/routing/up_down.h"

#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/builders.h"

namespace switchyard {
namespace {

/// Six nodes in a ring; with root 0 the levels are 0 1 2 3 2 1.
class UpDownOnARing : public testing::Test {
 protected:
  std::vector<PortId> ports(NodeId here, NodeId destination, PortId held_port) const {
    RouteSet routes;
    routing_.route({here, destination, held_port, 0}, routes);
    std::vector<PortId> ports;
    for (const RouteChoice& choice : routes) {
      EXPECT_EQ(choice.vcs, 0b11);
      ports.push_back(choice.port);
    }
    return ports;
  }

  static constexpr PortId kUp = 0, kDown = 1, kTerminal = 2;  // Towards the next and the previous id.
  Topology ring_ = build_torus({{6}});
  UpDown routing_{ring_, /*root=*/0, /*vc_count=*/2};
};

TEST_F(UpDownOnARing, GoesThroughTheRootWhereTheShortWayTurnsUpAgain) {
  EXPECT_EQ(ports(2, 4, kTerminal), (std::vector{kDown}));
  EXPECT_EQ(routing_.distance(2, 4), 4);
}

TEST_F(UpDownOnARing, TakesTheShortWayWhereItIsLegal) {
  EXPECT_EQ(ports(5, 1, kTerminal), (std::vector{kUp}));
  EXPECT_EQ(routing_.distance(5, 1), 2);
  EXPECT_EQ(ports(1, 3, kTerminal), (std::vector{kUp}));
}

TEST_F(UpDownOnARing, OffersBothWaysWhereTheyAreEquallyLong) {
  EXPECT_EQ(ports(0, 3, kTerminal), (std::vector{kUp, kDown}));
}

TEST_F(UpDownOnARing, AHeadFlitInNoVcYetIsOneFromTheTerminal) {
  constexpr PortId kNone = RouteQuery{}.held_port;
  for (NodeId here = 0; here < 6; ++here) {
    for (NodeId destination = 0; destination < 6; ++destination) {
      if (here == destination) continue;
      EXPECT_EQ(ports(here, destination, kNone), ports(here, destination, kTerminal));
    }
  }
}

TEST_F(UpDownOnARing, GoesOnDownOnceItWentDown) {
  EXPECT_EQ(ports(1, 3, /*held_port=*/kDown), (std::vector{kUp}));
  EXPECT_TRUE(ports(3, 4, /*held_port=*/kDown).empty());  // Node 3 is the lowest: no head flit gets here.
}

TEST(UpDown, DoesNotTurnUpAgainEvenIfThatWayIsAsShort) {
  const Topology graph = build_custom({6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 4}, {2, 5}, {3, 4}, {4, 5}}});
  const UpDown routing(graph, /*root=*/0, /*vc_count=*/1);
  RouteSet routes;  // Came down 1 -> 3; both 3 -> 4 -> 5 (down) and 3 -> 2 -> 5 (up first) are 2 hops.
  routing.route({3, 5, /*held_port=*/0, 0}, routes);
  ASSERT_EQ(routes.size(), 1u);
  EXPECT_EQ(graph.peer({3, routes.begin()->port}).node, 4u);
}

TEST(UpDown, BreaksATieOfLevelsByTheSmallerId) {
  const Topology triangle = build_custom({3, {{0, 1}, {0, 2}, {1, 2}}});
  const UpDown routing(triangle, /*root=*/0, /*vc_count=*/1);
  RouteSet after_down;  // From 0 down to 1: the link to 2 leads down as well.
  routing.route({1, 2, /*held_port=*/0, 0}, after_down);
  EXPECT_EQ(after_down.size(), 1u);
  RouteSet after_down_to_2;  // From 0 down to 2: the link to 1 leads up.
  routing.route({2, 1, /*held_port=*/0, 0}, after_down_to_2);
  EXPECT_TRUE(after_down_to_2.empty());
}

}  // namespace
}  // namespace switchyard
