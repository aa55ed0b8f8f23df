#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/grid.h"
#include "hw/topology/metrics.h"
#include "tests/support/graphs.h"

namespace switchyard {
namespace {

/// Channels across the best cut, by counting them for every half. At most 16 nodes.
std::int64_t bisection_by_trying_every_half(const Topology& topology) {
  const auto nodes = static_cast<int>(topology.node_count());
  auto best = static_cast<std::int64_t>(topology.channels().size());
  for (std::uint32_t half = 0; half < 1u << nodes; ++half) {
    if (std::popcount(half) != nodes / 2) continue;
    std::int64_t across = 0;
    for (const Channel& channel : topology.channels()) {
      across += (half >> channel.from.node ^ half >> channel.to.node) & 1;
    }
    best = std::min(best, across);
  }
  return best;
}

/// Flits on each channel if every node sends one to every node, dimension after dimension, half of them
/// each way where the distances tie.
std::vector<double> loads_of_all_pairs(const Topology& topology, const Grid& grid) {
  std::vector<double> loads(topology.channels().size(), 0);
  const auto send = [&](NodeId here, PortId port, int hops, double flits) {
    for (; hops > 0; --hops) {
      loads[static_cast<std::size_t>(topology.channel_from({here, port}))] += flits;
      here = topology.peer({here, port}).node;
    }
    return here;
  };
  for (NodeId source = 0; source < topology.node_count(); ++source) {
    for (NodeId destination = 0; destination < topology.node_count(); ++destination) {
      NodeId here = source;
      for (int d = 0; d < grid.dimensions(); ++d) {
        const Offset offset = grid.offset(here, destination, d);
        const double share = offset.up != 0 && offset.down != 0 ? 0.5 : 1;
        const NodeId below = send(here, grid.down_port(d), offset.down, share);
        const NodeId above = send(here, grid.up_port(d), offset.up, share);
        here = offset.up != 0 ? above : below;
      }
    }
  }
  return loads;
}

class GridMetricsProperty : public testing::TestWithParam<GridCase> {
 protected:
  const Topology topology_ = GetParam().build();
  const TopologyMetrics metrics_ = measure(topology_, /*half_duplex=*/false);
};

TEST_P(GridMetricsProperty, DistancesAreThoseOfTheGraph) {
  int sum = 0;
  int greatest = 0;
  for (const std::vector<int>& row : all_distances(topology_)) {
    for (const int hops : row) {
      sum += hops;
      greatest = std::max(greatest, hops);
    }
  }
  const double nodes = topology_.node_count();
  EXPECT_EQ(metrics_.diameter, greatest);
  EXPECT_DOUBLE_EQ(metrics_.mean_distance, sum / (nodes * (nodes - 1)));
}

TEST_P(GridMetricsProperty, NoHalfHasFewerChannelsThanTheBisection) {
  EXPECT_EQ(metrics_.bisection, bisection_by_trying_every_half(topology_));
  EXPECT_TRUE(metrics_.bisection_exact);
}

TEST_P(GridMetricsProperty, TheBusiestChannelIsFullAtCapacity) {
  const std::vector<double> loads = loads_of_all_pairs(topology_, *topology_.shape<Grid>());
  const double busiest = *std::max_element(loads.begin(), loads.end());
  EXPECT_DOUBLE_EQ(metrics_.capacity, topology_.node_count() / busiest);
}

TEST_P(GridMetricsProperty, TheBusiestLinkIsFullAtHalfDuplexCapacity) {
  const std::vector<double> loads = loads_of_all_pairs(topology_, *topology_.shape<Grid>());
  double busiest = 0;
  for (std::size_t i = 0; i < loads.size(); i += 2) busiest = std::max(busiest, loads[i] + loads[i + 1]);
  EXPECT_DOUBLE_EQ(measure(topology_, /*half_duplex=*/true).capacity, topology_.node_count() / busiest);
}

TEST_P(GridMetricsProperty, TheGraphAloneGivesTheSameDistancesAndBisection) {
  const TopologyMetrics graph = measure(build_custom(links_of(topology_)), /*half_duplex=*/false);
  EXPECT_EQ(graph.diameter, metrics_.diameter);
  EXPECT_DOUBLE_EQ(graph.mean_distance, metrics_.mean_distance);
  EXPECT_EQ(graph.bisection, metrics_.bisection);
  EXPECT_TRUE(graph.bisection_exact);
  EXPECT_GE(graph.capacity, metrics_.capacity * (1 - 1e-12));  // It bounds one cut only.
}

INSTANTIATE_TEST_SUITE_P(
    Grids, GridMetricsProperty,
    testing::Values(GridCase{GridCase::Torus, {2}}, GridCase{GridCase::Torus, {7}},
                    GridCase{GridCase::Torus, {6}}, GridCase{GridCase::Torus, {2, 2}},
                    GridCase{GridCase::Torus, {2, 5}}, GridCase{GridCase::Torus, {3, 3}},
                    GridCase{GridCase::Torus, {3, 4}}, GridCase{GridCase::Torus, {5, 3}},
                    GridCase{GridCase::Torus, {4, 4}}, GridCase{GridCase::Torus, {2, 2, 3}},
                    GridCase{GridCase::Mesh, {2}}, GridCase{GridCase::Mesh, {9}},
                    GridCase{GridCase::Mesh, {2, 7}}, GridCase{GridCase::Mesh, {3, 3}},
                    GridCase{GridCase::Mesh, {5, 3}}, GridCase{GridCase::Mesh, {4, 4}},
                    GridCase{GridCase::Mesh, {3, 2, 2}}, GridCase{GridCase::Hypercube, {2}},
                    GridCase{GridCase::Hypercube, {2, 2, 2}}, GridCase{GridCase::Hypercube, {2, 2, 2, 2}}),
    [](const auto& grid) { return name_of(grid.param); });

class GraphMetricsProperty : public testing::TestWithParam<unsigned> {};

TEST_P(GraphMetricsProperty, NoHalfHasFewerChannelsThanTheBisection) {
  const unsigned seed = GetParam();
  const Topology graph = build_custom(random_connected_graph(4 + seed, static_cast<int>(seed), seed));
  EXPECT_EQ(measure(graph, /*half_duplex=*/false).bisection, bisection_by_trying_every_half(graph));
}

TEST_P(GraphMetricsProperty, TheMeanLoadAndTheLoadOnTheBestCutFitAtCapacity) {
  const unsigned seed = GetParam();
  const Topology graph = build_custom(random_connected_graph(4 + seed, static_cast<int>(seed), seed));
  const TopologyMetrics metrics = measure(graph, /*half_duplex=*/false);
  const double nodes = graph.node_count();
  const double half = std::floor(nodes / 2);
  double hops_per_flit = 0;
  for (const std::vector<int>& row : all_distances(graph)) {
    for (const int hops : row) hops_per_flit += hops / (nodes * nodes);
  }
  const double used = metrics.capacity * nodes * hops_per_flit / static_cast<double>(graph.channels().size());
  const double crossing =
      metrics.capacity * half * ((nodes - half) / nodes) + metrics.capacity * (nodes - half) * (half / nodes);
  const double cut = crossing / static_cast<double>(metrics.bisection);
  EXPECT_NEAR(std::max(used, cut), 1.0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Seeds, GraphMetricsProperty, testing::Range(0u, 12u));

TEST(MetricsProperty, OfALargeTorusTakeNoTime) {
  const TopologyMetrics metrics = measure(build_torus({{256, 256}}), /*half_duplex=*/false);
  EXPECT_EQ(metrics.diameter, 256);
  EXPECT_EQ(metrics.bisection, 1024);
}

}  // namespace
}  // namespace switchyard
