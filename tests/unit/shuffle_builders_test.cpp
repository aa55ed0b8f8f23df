#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "hw/topology/builders.h"
#include "hw/topology/metrics.h"
#include "tests/support/graphs.h"

namespace switchyard {
namespace {

using Pairs = std::multiset<std::pair<NodeId, NodeId>>;

/// Both directions of every link.
Pairs channels_of(const Topology& topology) {
  Pairs pairs;
  for (const Channel& channel : topology.channels()) pairs.insert({channel.from.node, channel.to.node});
  return pairs;
}

/// The channels that leave through this port alone.
Pairs channels_from(const Topology& topology, PortId port) {
  Pairs pairs;
  for (const Channel& channel : topology.channels()) {
    if (channel.from.port == port) pairs.insert({channel.from.node, channel.to.node});
  }
  return pairs;
}

/// Every ordered pair of different nodes for which the definition says yes.
Pairs pairs_where(NodeId nodes, const std::function<bool(NodeId, NodeId)>& linked) {
  Pairs pairs;
  for (NodeId x = 0; x < nodes; ++x) {
    for (NodeId y = 0; y < nodes; ++y) {
      if (x != y && linked(x, y)) pairs.insert({x, y});
    }
  }
  return pairs;
}

/// The digits of an address, the first one first.
std::string digits(NodeId x, NodeId base, int count) {
  std::string text(static_cast<std::size_t>(count), '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, x /= base)
    *digit = static_cast<char>('0' + x % base);
  return text;
}

std::string rotated_right(const std::string& text) { return text.back() + text.substr(0, text.size() - 1); }

int longest_distance(const Topology& topology) {
  int longest = 0;
  for (const std::vector<int>& row : all_distances(topology)) {
    longest = std::max(longest, *std::max_element(row.begin(), row.end()));
  }
  return longest;
}

TEST(ShuffleExchange, HasTheLinksOfItsDefinition) {
  for (const int n : {2, 3, 4, 6}) {
    const Topology network = build_shuffle_exchange({n, /*link_latency=*/3});
    const NodeId nodes = NodeId{1} << n;
    ASSERT_EQ(network.node_count(), nodes);
    EXPECT_EQ(network.kind(), "shuffle_exchange");
    EXPECT_EQ(network.channels().front().latency, 3);
    EXPECT_EQ(channels_from(network, ShuffleExchangeConfig::kExchange),
              pairs_where(nodes, [](NodeId x, NodeId y) { return (x ^ y) == 1; }));
    const Pairs shuffles = pairs_where(
        nodes, [&](NodeId x, NodeId y) { return rotated_right(digits(x, 2, n)) == digits(y, 2, n); });
    EXPECT_EQ(channels_from(network, ShuffleExchangeConfig::kShuffle), shuffles);
    EXPECT_EQ(shuffles.size(), nodes - 2);  // 00..0 and 11..1 keep these ports open.
    EXPECT_EQ(channels_from(network, ShuffleExchangeConfig::kUnshuffle).size(), nodes - 2);
  }
}

TEST(CubeConnectedCycles, HasTheLinksOfItsDefinition) {
  for (const NodeId n : {3U, 4U, 5U}) {
    const Topology network = build_cube_connected_cycles({static_cast<int>(n)});
    const NodeId nodes = n << n;
    ASSERT_EQ(network.node_count(), nodes);
    EXPECT_EQ(network.kind(), "cube_connected_cycles");
    EXPECT_EQ(channels_of(network), pairs_where(nodes, [&](NodeId x, NodeId y) {
                const bool ring = x / n == y / n && ((x + 1) % n == y % n || (y + 1) % n == x % n);
                const bool cube = x % n == y % n && (x / n ^ y / n) == NodeId{1} << x % n;
                return ring || cube;
              }));
    EXPECT_EQ(network.channels().size(), 3 * nodes);  // Three links at every node.
  }
}

TEST(DWayShuffle, HasTheLinksOfItsDefinition) {
  for (const auto& [d, n] : {std::pair{2U, 3}, std::pair{2U, 5}, std::pair{3U, 2}, std::pair{4U, 3}}) {
    const Topology network = build_d_way_shuffle({static_cast<int>(d), n});
    NodeId nodes = 1;
    for (int digit = 0; digit < n; ++digit) nodes *= d;
    ASSERT_EQ(network.node_count(), nodes);
    EXPECT_EQ(network.kind(), "d_way_shuffle");
    Pairs forward;
    for (PortId port = 0; port < static_cast<PortId>(d); ++port) forward.merge(channels_from(network, port));
    EXPECT_EQ(forward, pairs_where(nodes, [&, base = d, count = n](NodeId x, NodeId y) {
                return digits(x, base, count).substr(0, static_cast<std::size_t>(count) - 1) ==
                       digits(y, base, count).substr(1);
              }));
    EXPECT_EQ(forward.size(), nodes * d - d);  // Nodes aa..a are not their own neighbours.
    EXPECT_EQ(network.channels().size(), 2 * forward.size());
  }
}

TEST(ShuffleBuilders, FiguresComeFromTheGraph) {
  for (const Topology& network :
       {build_shuffle_exchange({4}), build_cube_connected_cycles({3}), build_d_way_shuffle({3, 3})}) {
    const TopologyMetrics metrics = measure(network, /*half_duplex=*/false);
    EXPECT_EQ(metrics.diameter, longest_distance(network)) << network.kind();
    EXPECT_GT(metrics.bisection, 0) << network.kind();
  }
  EXPECT_EQ(measure(build_d_way_shuffle({3, 3}), false).diameter, 3);      // n, as in the paper.
  EXPECT_LE(measure(build_shuffle_exchange({5}), false).diameter, 2 * 5);  // 2n, as in the paper.
}

}  // namespace
}  // namespace switchyard
