#include "hw/routing/hierarchical_ring.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hw/analysis/deadlock.h"
#include "hw/topology/builders.h"
#include "hw/topology/metrics.h"
#include "hw/topology/ring_hierarchy.h"
#include "tests/support/dice.h"
#include "tests/support/graphs.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

constexpr std::uint64_t kDraws = 25;

HierarchicalRingConfig drawn(std::uint64_t seed) {
  Dice dice(seed);
  HierarchicalRingConfig config;
  config.rings = dice.between(2, 6);
  config.nodes = dice.between(2, 7);
  return config;
}

TEST(HierarchicalRing, IsARingOfEachAndOneOfTheirFirstNodes) {
  const Topology network = build_hierarchical_ring({3, 4, 2, 5});
  ASSERT_EQ(network.node_count(), 12U);
  std::multiset<std::tuple<NodeId, NodeId, int>> expected;
  const auto link = [&](NodeId a, NodeId b, int latency) {
    expected.insert({a, b, latency});
    expected.insert({b, a, latency});
  };
  for (const NodeId first : {0U, 4U, 8U}) {
    link(first, first + 1, 2);
    link(first + 1, first + 2, 2);
    link(first + 2, first + 3, 2);
    link(first + 3, first, 2);
  }
  link(0, 4, 5);
  link(4, 8, 5);
  link(8, 0, 5);
  std::multiset<std::tuple<NodeId, NodeId, int>> actual;
  for (const Channel& channel : network.channels())
    actual.insert({channel.from.node, channel.to.node, channel.latency});
  EXPECT_EQ(actual, expected);
}

TEST(HierarchicalRing, HasTheFiguresOfTheClosedForms) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const auto [rings, nodes, link_latency, global_latency] = drawn(seed);
    const Topology network = build_hierarchical_ring({rings, nodes});
    const TopologyMetrics metrics = measure(network, /*half_duplex=*/false);
    EXPECT_EQ(metrics.diameter, 2 * (nodes / 2) + rings / 2) << "seed " << seed;
    const double all = rings * nodes;
    const double local = nodes * nodes / 4;  // From one node to all of a ring.
    const double global = rings * rings / 4;
    const double hops =
        rings * nodes * local + rings * (rings - 1) * 2.0 * nodes * local + all * nodes * global;
    EXPECT_NEAR(metrics.mean_distance, hops / (all * (all - 1)), 1e-9) << "seed " << seed;
    if (metrics.bisection_exact) {
      EXPECT_EQ(metrics.bisection, rings % 2 == 0 ? 4 : 8) << "seed " << seed;
    }
  }
}

TEST(HierarchicalRing, RoutesMinimallyWithoutACycle) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const Topology network = build_hierarchical_ring(drawn(seed));
    const int vcs = HierarchicalRing::kClasses + static_cast<int>(seed % 5);
    const HierarchicalRing routing(*network.shape<RingHierarchy>(), vcs);
    const auto distance = all_distances(network);
    walk_all_headers(network, routing, [&](const RouteQuery& query, const std::vector<Move>& moves) {
      for (const Move& move : moves)
        EXPECT_EQ(distance[move.after.here][query.destination] + 1, distance[query.here][query.destination]);
    });
    EXPECT_TRUE(delivers_all_pairs(network, routing)) << "seed " << seed;
    EXPECT_TRUE(keeps_to_max_choices(network, routing)) << "seed " << seed;
    EXPECT_EQ(find_verdict(ResourceSpace(network, vcs), routing, Holding::OwnVcs).kind,
              DeadlockVerdict::Kind::Acyclic)
        << "seed " << seed;
  }
}

/// Folds the VCs of both ways into those of the way to the bridge, or those of the two sides of each dateline
/// into one.
class Folded final : public RoutingFunction {
 public:
  Folded(const HierarchicalRing& original, bool ways) : original_(original), ways_(ways) {}
  void route(const RouteQuery& query, RouteSet& routes) const override {
    RouteSet choices;
    original_.route(query, choices);
    for (const RouteChoice& choice : choices) {
      const int vc = lowest_bit(choice.vcs);
      const bool local = RingHierarchy::is_local(choice.port);
      const int folded = ways_ && local ? vc % 2 : !ways_ ? vc / 2 * 2 : vc;
      routes.add(choice.port, bit<VcMask>(static_cast<std::size_t>(folded)), choice.preference);
    }
  }
  std::size_t max_choices() const override { return 1; }

 private:
  const HierarchicalRing& original_;
  bool ways_;
};

TEST(HierarchicalRingMutant, FewerClassesAreUnsafe) {
  const Topology network = build_hierarchical_ring({4, 6});
  const HierarchicalRing routing(*network.shape<RingHierarchy>(), 4);
  const ResourceSpace space(network, 4);
  EXPECT_EQ(find_verdict(space, Folded(routing, /*ways=*/false), Holding::OwnVcs).kind,
            DeadlockVerdict::Kind::Unsafe);
  EXPECT_EQ(find_verdict(space, Folded(routing, /*ways=*/true), Holding::OwnVcs).kind,
            DeadlockVerdict::Kind::Unsafe);
}

}  // namespace
}  // namespace switchyard
