#include "hw/routing/dimension_order.h"
#include "hw/topology/grid.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

Grid torus(std::vector<int> radix) { return Grid(std::move(radix), /*wraps=*/true, /*single_port=*/false); }
Grid mesh(std::vector<int> radix) { return Grid(std::move(radix), /*wraps=*/false, /*single_port=*/false); }

RouteChoice only_choice(const RoutingFunction& routing, const RouteQuery& query) {
  RouteSet routes;
  routing.route(query, routes);
  EXPECT_EQ(routes.size(), 1u);
  return *routes.begin();
}

TEST(DimensionOrder, CorrectsTheLowestDimensionThatIsNotRight) {
  const Grid grid = mesh({4, 4});
  const DimensionOrder routing(grid, 2, /*dateline=*/false);
  const NodeId here = grid.node_at({1, 1});
  EXPECT_EQ(only_choice(routing, {here, grid.node_at({3, 0}), 4, 0}).port, grid.up_port(0));
  EXPECT_EQ(only_choice(routing, {here, grid.node_at({0, 3}), 4, 0}).port, grid.down_port(0));
  EXPECT_EQ(only_choice(routing, {here, grid.node_at({1, 3}), 4, 0}).port, grid.up_port(1));
  EXPECT_EQ(only_choice(routing, {here, grid.node_at({1, 0}), 4, 0}).port, grid.down_port(1));
}

TEST(DimensionOrder, IsECubeOnAHypercube) {
  const Grid grid({2, 2, 2}, /*wraps=*/false, /*single_port=*/true);
  const DimensionOrder routing(grid, 1, /*dateline=*/false);
  EXPECT_EQ(only_choice(routing, {0b001, 0b110, 3, 0}).port, 0);
  EXPECT_EQ(only_choice(routing, {0b000, 0b110, 3, 0}).port, 1);
  EXPECT_EQ(only_choice(routing, {0b010, 0b110, 3, 0}).port, 2);
}

/// Of every order and pair: the dimensions of the hops come in that order, and each hop is nearer.
TEST(DimensionOrder, CorrectsTheDimensionsInTheOrderGiven) {
  for (const Grid& grid : {mesh({3, 4, 2}), torus({5, 2, 4})}) {
    std::vector<int> order{0, 1, 2};
    do {
      const DimensionOrder routing(grid, 2, /*dateline=*/true, order);
      EXPECT_EQ(routing.counts_upwards(), order == std::vector({0, 1, 2}));
      for (NodeId here = 0; here < grid.node_count(); ++here)
        for (NodeId to = 0; to < grid.node_count(); ++to) {
          if (here == to) continue;
          int wanted = -1;
          for (const int d : order)
            if (wanted < 0 && grid.coordinate(here, d) != grid.coordinate(to, d)) wanted = d;
          const PortId port = only_choice(routing, {here, to, grid.network_ports(), 0}).port;
          ASSERT_EQ(grid.dimension_of(port), wanted) << here << " to " << to;
          ASSERT_EQ(port, port_of(grid, hop_in_dimension(grid, here, to, wanted)));
        }
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

TEST(DimensionOrder, SplitsTiesByTheCoordinateItStartsFrom) {
  const Grid ring = torus({4});
  for (NodeId from = 0; from < 4; ++from) {
    EXPECT_EQ(dimension_order_hop(ring, from, (from + 2) % 4).up, from % 2 == 0) << from;
  }
}

TEST(DimensionOrder, KnowsWhenAHopWrapsAndWhenALaterOneWill) {
  const Grid ring = torus({7});
  const auto expect = [&](NodeId here, NodeId destination, bool wraps_now, bool wraps_ahead) {
    const OrderedHop hop = dimension_order_hop(ring, here, destination);
    EXPECT_EQ(hop.wraps_now, wraps_now) << here << " to " << destination;
    EXPECT_EQ(hop.wraps_ahead, wraps_ahead) << here << " to " << destination;
  };
  expect(5, 1, false, true);  // Up: 6, 0, 1.
  expect(6, 1, true, true);
  expect(0, 1, false, false);
  expect(1, 5, false, true);  // Down: 0, 6, 5.
  expect(0, 5, true, true);
  expect(6, 5, false, false);
}

TEST(DimensionOrder, NeverWrapsOnAMesh) {
  const Grid grid = mesh({5});
  for (NodeId here = 0; here < 5; ++here) {
    for (NodeId destination = 0; destination < 5; ++destination) {
      if (here == destination) continue;
      const OrderedHop hop = dimension_order_hop(grid, here, destination);
      EXPECT_FALSE(hop.wraps_now || hop.wraps_ahead) << here << " to " << destination;
    }
  }
}

TEST(DimensionOrder, MayTakeEveryVcWithoutADateline) {
  const Grid ring = torus({7});
  const Grid line = mesh({7});
  EXPECT_EQ(only_choice(DimensionOrder(ring, 3, /*dateline=*/false), {6, 1, 2, 0}).vcs, 0b111);
  EXPECT_EQ(only_choice(DimensionOrder(line, 3, /*dateline=*/true), {6, 1, 2, 0}).vcs, 0b111);
}

TEST(DimensionOrder, TakesTheSecondNetworkFromTheDatelineToTheEndOfTheDimension) {
  const Grid grid = torus({7, 7});
  const DimensionOrder routing(grid, 3, /*dateline=*/true);
  constexpr VcMask kFirst = 0b011, kSecond = 0b100;
  const NodeId destination = grid.node_at({1, 3});
  const auto vcs = [&](int x, int y, PortId held_port, VcId held_vc) {
    return only_choice(routing, {grid.node_at({x, y}), destination, held_port, held_vc}).vcs;
  };
  EXPECT_EQ(vcs(5, 2, /*terminal*/ 4, 0), kFirst);
  EXPECT_EQ(vcs(6, 2, grid.down_port(0), 1), kSecond);  // This hop wraps.
  EXPECT_EQ(vcs(0, 2, grid.down_port(0), 2), kSecond);  // Has wrapped.
  EXPECT_EQ(vcs(1, 2, grid.down_port(0), 2), kFirst);   // Enters the next dimension.
}

TEST(DimensionOrder, StartsInTheFirstNetworkWhicheverVcItWasInjectedOn) {
  const Grid ring = torus({7});
  const DimensionOrder routing(ring, 2, /*dateline=*/true);
  EXPECT_EQ(only_choice(routing, {0, 2, /*terminal*/ 2, /*held_vc=*/1}).vcs, 0b01);
  EXPECT_EQ(only_choice(routing, {0, 2, /*none*/ -1, /*held_vc=*/1}).vcs, 0b01);
}

}  // namespace
}  // namespace switchyard
