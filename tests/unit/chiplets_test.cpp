#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "hw/analysis/deadlock.h"
#include "hw/routing/adaptive_up_down.h"
#include "hw/routing/duato.h"
#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "hw/topology/metrics.h"
#include "tests/support/dice.h"
#include "tests/support/graphs.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

constexpr std::uint64_t kDraws = 30;

ChipletsConfig drawn(std::uint64_t seed, bool all_links) {
  Dice dice(seed);
  ChipletsConfig config;
  const auto dimensions = static_cast<std::size_t>(dice.between(1, 3));
  const int most = dimensions == 3 ? 2 : 4;
  for (std::size_t d = 0; d < dimensions; ++d) {
    config.radix.push_back(dice.between(2, most));
    config.chiplets.push_back(dice.between(d == 0 ? 2 : 1, 2));
  }
  config.die_latency = dice.between(2, 5);
  config.die_cycles_per_flit = dice.between(1, 3);
  int least_rows = 64;
  for (int d = 0; d < static_cast<int>(dimensions); ++d)
    least_rows = std::min(least_rows, rows_of_edge(config, d));
  if (!all_links) config.die_links = dice.between(1, least_rows);
  return config;
}

/// The coordinates of a node in the whole mesh, of its chiplet, and within it.
struct Place {
  std::vector<int> chiplet;
  std::vector<int> inside;
};

Place place_of(const ChipletsConfig& config, NodeId node) {
  Place place;
  for (std::size_t d = 0; d < config.radix.size(); ++d) {
    const auto k = static_cast<NodeId>(config.radix[d] * config.chiplets[d]);
    const int x = static_cast<int>(node % k);
    place.chiplet.push_back(x / config.radix[d]);
    place.inside.push_back(x % config.radix[d]);
    node /= k;
  }
  return place;
}

TEST(Chiplets, HaveAsManyLinksAcrossEachEdgeAsAskedFor) {
  for (std::uint64_t seed = 1; seed <= 2 * kDraws; ++seed) {
    const ChipletsConfig config = drawn(seed, /*all_links=*/seed % 2 == 0);
    const Topology network = build_chiplets(config);
    std::map<std::pair<std::vector<int>, std::vector<int>>, int> across;
    std::map<std::vector<int>, int> inside;
    for (const Channel& channel : network.channels()) {
      const Place from = place_of(config, channel.from.node);
      const Place to = place_of(config, channel.to.node);
      const bool leaves = from.chiplet != to.chiplet;
      EXPECT_EQ(channel.latency, leaves ? config.die_latency : 1);
      EXPECT_EQ(channel.cycles_per_flit, leaves ? config.die_cycles_per_flit : 1);
      if (leaves) {
        ++across[{from.chiplet, to.chiplet}];
      } else {
        ++inside[from.chiplet];
      }
    }
    const auto of_one_chiplet = build_mesh({config.radix}).channels().size();
    for (const auto& [chiplet, channels] : inside) EXPECT_EQ(channels, static_cast<int>(of_one_chiplet));
    for (const auto& [edge, channels] : across) {
      int d = 0;
      while (edge.first[static_cast<std::size_t>(d)] == edge.second[static_cast<std::size_t>(d)]) ++d;
      EXPECT_EQ(channels, config.die_links != 0 ? config.die_links : rows_of_edge(config, d))
          << "seed " << seed;
    }
    int edges = 0;
    for (std::size_t d = 0; d < config.chiplets.size(); ++d) {
      int of_dimension = config.chiplets[d] - 1;
      for (std::size_t e = 0; e < config.chiplets.size(); ++e)
        of_dimension *= e == d ? 1 : config.chiplets[e];
      edges += of_dimension;
    }
    EXPECT_EQ(static_cast<int>(across.size()), 2 * edges) << "seed " << seed;
  }
}

TEST(Chiplets, SpreadFewLinksEvenly) {
  const auto rows_with_links = [](int links) {
    ChipletsConfig config{.radix = {2, 8}, .chiplets = {2, 1}, .die_links = links};
    const Topology network = build_chiplets(config);
    std::vector<NodeId> rows;
    for (NodeId row = 0; row < 8; ++row) {
      if (!network.is_open({row * 4 + 1, 0})) rows.push_back(row);
    }
    return rows;
  };
  EXPECT_EQ(rows_with_links(1), (std::vector<NodeId>{4}));
  EXPECT_EQ(rows_with_links(2), (std::vector<NodeId>{2, 6}));
  EXPECT_EQ(rows_with_links(4), (std::vector<NodeId>{1, 3, 5, 7}));
  EXPECT_EQ(rows_with_links(8).size(), 8U);
}

TEST(Chiplets, WithAllLinksAreAWholeMesh) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    ChipletsConfig config = drawn(seed, /*all_links=*/true);
    config.die_cycles_per_flit = 1;
    const Topology network = build_chiplets(config);
    ASSERT_TRUE(network.shape<Grid>());
    const Topology mesh = build_mesh({network.shape<Grid>()->radices()});
    EXPECT_TRUE(network.is_whole());
    ASSERT_EQ(network.channels().size(), mesh.channels().size());
    for (std::size_t i = 0; i < mesh.channels().size(); ++i) {
      EXPECT_EQ(network.channels()[i].from, mesh.channels()[i].from);
      EXPECT_EQ(network.channels()[i].to, mesh.channels()[i].to);
    }
    const TopologyMetrics metrics = measure(network, /*half_duplex=*/false);
    const TopologyMetrics whole = measure(mesh, /*half_duplex=*/false);
    EXPECT_EQ(metrics.bisection, whole.bisection);
    EXPECT_EQ(metrics.diameter, whole.diameter);
    EXPECT_DOUBLE_EQ(metrics.mean_distance, whole.mean_distance);
    // Of all pairs, and then without the nodes themselves: |x - y| is (k^2 - 1) / (3 k) in the mean.
    int diameter = 0;
    double mean = 0;
    for (const int k : network.shape<Grid>()->radices()) {
      diameter += k - 1;
      mean += (k * k - 1) / (3.0 * k);
    }
    const double nodes = network.node_count();
    EXPECT_EQ(metrics.diameter, diameter) << "seed " << seed;
    EXPECT_NEAR(metrics.mean_distance, mean * nodes / (nodes - 1), 1e-9) << "seed " << seed;
    const Duato duato(*network.shape<Grid>(), 2);
    EXPECT_NE(find_verdict(ResourceSpace(network, 2), duato, Holding::OwnVcs).kind,
              DeadlockVerdict::Kind::Unsafe);
  }
}

TEST(Chiplets, WithFewLinksHaveLongerWaysThanTheWholeMesh) {
  // Two chiplets of 1 x n nodes in a column each, with one link between their nodes of row n / 2: rows y and
  // z of different chiplets are 1 + |y - n/2| + |z - n/2| apart, and |y - z| within a chiplet.
  for (const int n : {2, 3, 4, 7, 8}) {
    const Topology network = build_chiplets({.radix = {1, n}, .chiplets = {2, 1}, .die_links = 1});
    const TopologyMetrics metrics = measure(network, /*half_duplex=*/false);
    double hops = 0;
    int longest = 0;
    for (int y = 0; y < n; ++y) {
      for (int z = 0; z < n; ++z) {
        const int across = 1 + std::abs(y - n / 2) + std::abs(z - n / 2);
        hops += 2 * (std::abs(y - z) + across);
        longest = std::max(longest, across);
      }
    }
    EXPECT_EQ(metrics.diameter, longest) << n;
    EXPECT_NEAR(metrics.mean_distance, hops / (2.0 * n * (2 * n - 1)), 1e-9) << n;
    const TopologyMetrics whole = measure(build_mesh({{2, n}}), /*half_duplex=*/false);
    EXPECT_GE(metrics.diameter, whole.diameter);
    EXPECT_GT(metrics.mean_distance, whole.mean_distance);
  }
}

TEST(Chiplets, FiguresAreThoseOfTheGraph) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const Topology network = build_chiplets(drawn(seed, /*all_links=*/seed % 3 == 0));
    const TopologyMetrics metrics = measure(network, /*half_duplex=*/false);
    double hops = 0;
    int diameter = 0;
    for (const std::vector<int>& row : all_distances(network)) {
      for (const int distance : row) {
        hops += distance;
        diameter = std::max(diameter, distance);
      }
    }
    const double nodes = network.node_count();
    EXPECT_EQ(metrics.diameter, diameter) << "seed " << seed;
    EXPECT_NEAR(metrics.mean_distance, hops / (nodes * (nodes - 1)), 1e-9) << "seed " << seed;
  }
}

TEST(Chiplets, AreCutAtTheirNarrowLinks) {
  ChipletsConfig config{.radix = {4, 4}, .chiplets = {2, 1}, .die_links = 2};
  EXPECT_EQ(measure(build_chiplets(config), /*half_duplex=*/false).bisection, 2 * 2);
  config.die_cycles_per_flit = 2;
  EXPECT_EQ(measure(build_chiplets(config), /*half_duplex=*/false).bisection, 2 * 2 / 2);
  config.die_links = 0;
  EXPECT_EQ(measure(build_chiplets(config), /*half_duplex=*/false).bisection, 2 * 4 / 2);
}

TEST(Chiplets, WithFewLinksAreForRoutingOnAnyGraph) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const Topology network = build_chiplets(drawn(seed, /*all_links=*/false));
    const AdaptiveUpDown routing(network, /*root=*/0, 2);
    EXPECT_TRUE(delivers_all_pairs(network, routing)) << "seed " << seed;
    EXPECT_NE(find_verdict(ResourceSpace(network, 2), routing, Holding::OwnVcs).kind,
              DeadlockVerdict::Kind::Unsafe)
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace switchyard
