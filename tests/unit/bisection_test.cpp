#include "hw/topology/bisection.h"
#include "hw/topology/grid.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/graphs.h"

namespace switchyard {
namespace {

/// Two complete graphs of `half` nodes each, even and odd ids, joined by one link.
Topology barbell(NodeId half) {
  CustomConfig config{2 * half, {{0, 1}}};
  for (NodeId a = 0; a < 2 * half; ++a) {
    for (NodeId b = a + 2; b < 2 * half; b += 2) config.links.push_back({a, b});
  }
  return build_custom(config);
}

/// The same graph with its node ids shuffled.
Topology renumbered(const Topology& topology) {
  std::vector<NodeId> new_id(topology.node_count());
  std::iota(new_id.begin(), new_id.end(), NodeId{0});
  std::shuffle(new_id.begin(), new_id.end(), std::mt19937(1));
  CustomConfig config = links_of(topology);
  for (CustomConfig::Link& link : config.links) link = {new_id[link.a], new_id[link.b], link.latency};
  return build_custom(config);
}

TEST(Bisection, CutsABarbellAtItsBar) {
  const Bisection small = bisect(barbell(8));
  EXPECT_EQ(small.links, 1);
  EXPECT_TRUE(small.exact);
  const Bisection large = bisect(barbell(14));
  EXPECT_EQ(large.links, 1);
  EXPECT_FALSE(large.exact);
}

TEST(Bisection, IsExactUpToTwentyNodes) {
  EXPECT_TRUE(bisect(build_custom(random_connected_graph(20, 10, 1))).exact);
  EXPECT_FALSE(bisect(build_custom(random_connected_graph(21, 10, 1))).exact);
}

TEST(Bisection, CountsParallelLinks) { EXPECT_EQ(bisect(build_custom({2, {{0, 1}, {0, 1}}})).links, 2); }

TEST(Bisection, DoesNotCountLinksFromANodeToItself) {
  for (const NodeId nodes : {8u, 28u}) {
    CustomConfig ring = links_of(build_torus({{static_cast<int>(nodes)}}));
    for (NodeId node = 0; node < nodes; ++node) ring.links.push_back({node, node});
    EXPECT_EQ(bisect(build_custom(ring)).links, 2) << nodes << " nodes";
  }
}

TEST(Bisection, OfNodesWithoutLinksIsZero) { EXPECT_EQ(bisect(build_custom({5, {}})).links, 0); }

TEST(Bisection, OfALargeGraphIsFoundHoweverItsNodesAreNumbered) {
  for (const GridCase& grid : {GridCase{GridCase::Torus, {8, 8}}, GridCase{GridCase::Mesh, {6, 7}},
                               GridCase{GridCase::Torus, {4, 4, 4}}, GridCase{GridCase::Mesh, {5, 5}}}) {
    const Topology topology = grid.build();
    EXPECT_EQ(bisect(renumbered(topology)).links, bisection_of_grid(*topology.shape<Grid>()))
        << name_of(grid);
  }
}

TEST(Bisection, OfAGridGoesOnThroughTheMiddleSliceOfAnOddDimension) {
  const auto links = [](const GridCase& grid) { return bisection_of_grid(*grid.build().shape<Grid>()); };
  EXPECT_EQ(links({GridCase::Mesh, {4, 6}}), 4);
  EXPECT_EQ(links({GridCase::Mesh, {4, 7}}), 4 + 1);
  EXPECT_EQ(links({GridCase::Mesh, {5, 5, 5}}), 25 + 5 + 1);
  EXPECT_EQ(links({GridCase::Torus, {5, 5, 5}}), 2 * (25 + 5 + 1));
  EXPECT_EQ(links({GridCase::Torus, {16, 16}}), 32);
  EXPECT_EQ(links({GridCase::Hypercube, {2, 2, 2, 2}}), 8);
}

}  // namespace
}  // namespace switchyard
