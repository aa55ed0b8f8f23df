#include "hw/topology/builders.h"
#include "hw/topology/grid.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

TEST(Torus, LinksUpPortsWithTheDownPortsOfTheNextNode) {
  const Topology torus = build_torus({{4, 3}, /*link_latency=*/2});
  EXPECT_EQ(torus.kind(), "torus");
  EXPECT_EQ(torus.port_count(), 5);
  EXPECT_EQ(torus.peer({5, 0}), (PortRef{6, 1}));
  EXPECT_EQ(torus.peer({5, 2}), (PortRef{9, 3}));
  EXPECT_EQ(torus.channels()[0].latency, 2);
}

TEST(Torus, WrapsAroundInEveryDimension) {
  const Topology torus = build_torus({{4, 3}});
  EXPECT_EQ(torus.peer({3, 0}), (PortRef{0, 1}));
  EXPECT_EQ(torus.peer({9, 2}), (PortRef{1, 3}));
}

TEST(Torus, OfRadixTwoHasTwoParallelLinks) {
  const Topology torus = build_torus({{2}});
  EXPECT_EQ(torus.channels().size(), 4u);
  EXPECT_EQ(torus.peer({0, 0}), (PortRef{1, 1}));
  EXPECT_EQ(torus.peer({0, 1}), (PortRef{1, 0}));
}

TEST(Mesh, LinksNeighboursAndLeavesItsBordersOpen) {
  const Topology mesh = build_mesh({{3, 2}});
  EXPECT_EQ(mesh.kind(), "mesh");
  EXPECT_EQ(mesh.channels().size(), 2u * (2 * 2 + 3));
  EXPECT_EQ(mesh.peer({1, 0}), (PortRef{2, 1}));
  EXPECT_EQ(mesh.peer({1, 2}), (PortRef{4, 3}));
  EXPECT_TRUE(mesh.is_open({2, 0}));
  EXPECT_TRUE(mesh.is_open({3, 1}));
  EXPECT_TRUE(mesh.is_open({4, 2}));
  EXPECT_TRUE(mesh.is_open({1, 3}));
}

TEST(Hypercube, LinksAddressesThatDifferInOneBit) {
  const Topology cube = build_hypercube({4});
  EXPECT_EQ(cube.kind(), "hypercube");
  EXPECT_EQ(cube.node_count(), 16u);
  EXPECT_EQ(cube.port_count(), 5);
  EXPECT_EQ(cube.channels().size(), 16u * 4);
  EXPECT_EQ(cube.peer({0b0101, 1}), (PortRef{0b0111, 1}));
  EXPECT_EQ(cube.peer({0b0101, 2}), (PortRef{0b0001, 2}));
}

TEST(Custom, NumbersThePortsInTheOrderInWhichLinksNameThem) {
  const Topology graph = build_custom({4, {{2, 0, 1}, {0, 1, 5}, {0, 3, 1}}});
  EXPECT_EQ(graph.kind(), "custom");
  EXPECT_EQ(graph.port_count(), 4);  // Three links meet at node 0.
  EXPECT_FALSE(graph.shape<Grid>());
  EXPECT_EQ(graph.peer({0, 0}), (PortRef{2, 0}));
  EXPECT_EQ(graph.peer({0, 1}), (PortRef{1, 0}));
  EXPECT_EQ(graph.peer({0, 2}), (PortRef{3, 0}));
  EXPECT_EQ(graph.channels()[2].latency, 5);
  EXPECT_TRUE(graph.is_open({1, 1}));
}

TEST(Custom, KeepsParallelLinksApart) {
  const Topology graph = build_custom({2, {{0, 1, 1}, {0, 1, 1}}});
  EXPECT_EQ(graph.peer({0, 0}), (PortRef{1, 0}));
  EXPECT_EQ(graph.peer({0, 1}), (PortRef{1, 1}));
}

}  // namespace
}  // namespace switchyard
