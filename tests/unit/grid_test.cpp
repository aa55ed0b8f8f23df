#include "hw/topology/grid.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

Grid torus(std::vector<int> radix) { return Grid(std::move(radix), /*wraps=*/true, /*single_port=*/false); }
Grid mesh(std::vector<int> radix) { return Grid(std::move(radix), /*wraps=*/false, /*single_port=*/false); }
Grid hypercube(std::size_t n) { return Grid(std::vector<int>(n, 2), /*wraps=*/false, /*single_port=*/true); }

void expect_offset(const Offset& offset, int up, int down) {
  EXPECT_EQ(offset.up, up);
  EXPECT_EQ(offset.down, down);
}

TEST(Grid, CountsDimensionZeroFastest) {
  const Grid grid = mesh({4, 3, 2});
  EXPECT_EQ(grid.node_count(), 24u);
  EXPECT_EQ(grid.node_at({1, 2, 1}), 1u + 2u * 4u + 1u * 12u);
}

TEST(Grid, CoordinatesNameTheNodeTheyComeFrom) {
  const Grid grid = torus({3, 5, 2});
  for (NodeId node = 0; node < grid.node_count(); ++node) {
    const std::vector<int> at{grid.coordinate(node, 0), grid.coordinate(node, 1), grid.coordinate(node, 2)};
    EXPECT_EQ(grid.node_at(at), node);
  }
}

TEST(Grid, HasAnUpAndADownPortForEachDimension) {
  const Grid grid = torus({4, 4});
  EXPECT_EQ(grid.network_ports(), 4);
  EXPECT_EQ(grid.up_port(1), 2);
  EXPECT_EQ(grid.down_port(1), 3);
  EXPECT_EQ(grid.dimension_of(2), 1);
  EXPECT_EQ(grid.dimension_of(3), 1);
}

TEST(Grid, HasOnePortForEachDimensionOfAHypercube) {
  const Grid grid = hypercube(5);
  EXPECT_EQ(grid.network_ports(), 5);
  EXPECT_EQ(grid.up_port(3), 3);
  EXPECT_EQ(grid.down_port(3), 3);
  EXPECT_EQ(grid.dimension_of(3), 3);
}

TEST(Grid, ATorusTakesTheShorterWayRound) {
  const Grid ring = torus({5});
  expect_offset(ring.offset(0, 2, 0), 2, 0);
  expect_offset(ring.offset(0, 3, 0), 0, 2);
  expect_offset(ring.offset(4, 1, 0), 2, 0);
  expect_offset(ring.offset(1, 4, 0), 0, 2);
  expect_offset(ring.offset(3, 3, 0), 0, 0);
}

TEST(Grid, BothWaysAreMinimalHalfWayRoundAnEvenRing) {
  expect_offset(torus({6}).offset(1, 4, 0), 3, 3);
  expect_offset(torus({6}).offset(4, 1, 0), 3, 3);
  expect_offset(torus({2}).offset(0, 1, 0), 1, 1);
}

TEST(Grid, AMeshHasOneWay) {
  expect_offset(mesh({6}).offset(0, 5, 0), 5, 0);
  expect_offset(mesh({6}).offset(5, 2, 0), 0, 3);
  expect_offset(mesh({6}).offset(2, 2, 0), 0, 0);
}

TEST(Grid, DistanceAddsUpOverTheDimensions) {
  const Grid wrapped = torus({8, 5});
  EXPECT_EQ(wrapped.distance(wrapped.node_at({0, 0}), wrapped.node_at({7, 3})), 1 + 2);
  const Grid open = mesh({8, 5});
  EXPECT_EQ(open.distance(open.node_at({0, 0}), open.node_at({7, 3})), 7 + 3);
  EXPECT_EQ(hypercube(4).distance(0b0000, 0b1011), 3);
}

}  // namespace
}  // namespace switchyard
