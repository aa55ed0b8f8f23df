#include "hw/topology/faults.h"

#include <gtest/gtest.h>

#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "hw/topology/metrics.h"
#include "tests/support/graphs.h"

namespace switchyard {
namespace {

TEST(Topology, WithoutLinksItHasOpenPortsAtBothEndsAndKeepsTheOthers) {
  const Topology torus = build_torus({{4, 3}});
  const PortRef end{5, 0};
  const PortRef other = torus.peer(end);
  const Topology rest = torus.without({end});
  EXPECT_TRUE(torus.is_whole());
  EXPECT_FALSE(rest.is_whole());
  EXPECT_TRUE(rest.is_open(end));
  EXPECT_TRUE(rest.is_open(other));
  EXPECT_EQ(rest.channels().size(), torus.channels().size() - 2);
  for (const Channel& channel : rest.channels()) EXPECT_EQ(torus.peer(channel.from), channel.to);
  EXPECT_EQ(rest.shape<Grid>()->radices(), torus.shape<Grid>()->radices());
}

TEST(Topology, WithoutNoLinksItIsWhole) {
  const Topology mesh = build_mesh({{3, 3}});
  EXPECT_TRUE(mesh.without({}).is_whole());
  EXPECT_TRUE(mesh.without({{0, 1}}).is_whole());  // An open port.
}

TEST(Topology, WithoutLinksItIsMeasuredAsTheGraphThatItIs) {
  const Topology cube = build_hypercube({3});
  const Topology rest = cube.without({{0, 0}, {0, 1}});
  const TopologyMetrics metrics = measure(rest, /*half_duplex=*/false);
  int diameter = 0;
  for (const auto& row : all_distances(rest)) {
    for (const int hops : row) diameter = std::max(diameter, hops);
  }
  EXPECT_EQ(metrics.diameter, diameter);
  EXPECT_GT(metrics.diameter, measure(cube, false).diameter);
}

class PortChanges : public testing::Test {
 protected:
  std::vector<PortChange> changes(const Faults& faults) const { return port_changes(line_, faults); }

  const Topology line_ = build_mesh({{3}});  // Port 0 leads up, port 1 down.
};

TEST_F(PortChanges, ALinkIsFaultyAtBothEndsAndThenRepaired) {
  const std::vector<PortChange> expected{{5, 0, 0b01}, {5, 1, 0b10}, {9, 0, 0}, {9, 1, 0}};
  EXPECT_EQ(changes({.links = {{{0, 0}, 5, 9}}}), expected);
  EXPECT_EQ(changes({.links = {{{1, 1}, 5, 9}}}), expected) << "named by its other end";
}

TEST_F(PortChanges, ANodeIsAllOfItsLinks) {
  const std::vector<PortChange> expected{{7, 0, 0b01}, {7, 1, 0b11}, {7, 2, 0b10}};
  EXPECT_EQ(changes({.nodes = {{1, 7}}}), expected);
}

TEST_F(PortChanges, FaultsThatOverlapEndWithTheLast) {
  const std::vector<PortChange> at_node_0{{2, 0, 0b01}, {4, 0, 0b01}, {6, 0, 0b01}, {8, 0, 0}};
  std::vector<PortChange> found;
  for (const PortChange& change : changes({.links = {{{0, 0}, 2, 6}, {{0, 0}, 4, 8}}})) {
    if (change.node == 0) found.push_back(change);
  }
  EXPECT_EQ(found, at_node_0);
}

TEST_F(PortChanges, KnownFaultsAreNoChanges) { EXPECT_TRUE(changes({.known = {{0, 0}}}).empty()); }

}  // namespace
}  // namespace switchyard
