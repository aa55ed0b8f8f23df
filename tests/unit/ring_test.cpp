#include "hw/routing/ring.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "hw/analysis/deadlock.h"
#include "hw/topology/builders.h"
#include "hw/topology/metrics.h"
#include "tests/support/graphs.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

constexpr int kMaxNodes = 17;

TEST(Ring, OfBothDirectionsIsATorusOfOneDimension) {
  for (int n = 2; n <= kMaxNodes; ++n) {
    const Topology ring = build_ring({n, /*link_latency=*/3});
    const Topology torus = build_torus({{n}, 3});
    ASSERT_EQ(ring.channels().size(), torus.channels().size());
    for (std::size_t i = 0; i < ring.channels().size(); ++i) {
      EXPECT_EQ(ring.channels()[i].from, torus.channels()[i].from);
      EXPECT_EQ(ring.channels()[i].to, torus.channels()[i].to);
      EXPECT_EQ(ring.channels()[i].latency, 3);
    }
  }
}

TEST(Ring, OfOneDirectionLeadsToTheNextNodeOnly) {
  for (int n = 2; n <= kMaxNodes; ++n) {
    const Topology ring = build_ring({n, 2, /*one_way=*/true});
    ASSERT_EQ(ring.channels().size(), static_cast<std::size_t>(n));
    for (const Channel& channel : ring.channels()) {
      EXPECT_EQ(channel.to.node, (channel.from.node + 1) % static_cast<NodeId>(n));
      EXPECT_EQ(channel.latency, 2);
    }
  }
}

TEST(Ring, HasTheFiguresOfTheClosedForms) {
  for (int n = 2; n <= kMaxNodes; ++n) {
    const double others = n - 1;
    const TopologyMetrics both = measure(build_ring({n}), /*half_duplex=*/false);
    EXPECT_EQ(both.diameter, n / 2);
    EXPECT_NEAR(both.mean_distance, n * n / 4 / others, 1e-12);
    EXPECT_EQ(both.bisection, 4);
    const TopologyMetrics one = measure(build_ring({n, 1, /*one_way=*/true}), /*half_duplex=*/false);
    EXPECT_EQ(one.diameter, n - 1);
    EXPECT_NEAR(one.mean_distance, n / 2.0, 1e-12);
    EXPECT_EQ(one.bisection, 2);
    EXPECT_NEAR(one.capacity, 2 / others, 1e-12);
    if (n % 2 == 0) {
      EXPECT_NEAR(both.capacity, 8.0 / n, 1e-12);
    }
  }
}

TEST(Ring, HasAsManyTerminalsAtEachNode) {
  const Topology ring = build_ring({5, 1, /*one_way=*/true, /*concentration=*/3});
  EXPECT_EQ(ring.terminals_per_node(), 3);
  EXPECT_EQ(ring.terminal_count(), 15U);
}

TEST(Ring, RoutesMinimallyWithoutACycle) {
  for (int n = 2; n <= kMaxNodes; ++n) {
    for (const bool one_way : {false, true}) {
      const Topology ring = build_ring({n, 1, one_way});
      const int vcs = RingRouting::kClasses + n % 4;
      const RingRouting routing(ring.node_count(), one_way, vcs);
      const auto distance = all_distances(ring);
      walk_all_headers(ring, routing, [&](const RouteQuery& query, const std::vector<Move>& moves) {
        for (const Move& move : moves)
          EXPECT_EQ(distance[move.after.here][query.destination] + 1,
                    distance[query.here][query.destination]);
      });
      EXPECT_TRUE(delivers_all_pairs(ring, routing)) << n;
      EXPECT_TRUE(keeps_to_max_choices(ring, routing)) << n;
      EXPECT_EQ(find_verdict(ResourceSpace(ring, vcs), routing, Holding::OwnVcs).kind,
                DeadlockVerdict::Kind::Acyclic)
          << n;
    }
  }
}

/// The same hops over all VCs.
class WithoutDateline final : public RoutingFunction {
 public:
  explicit WithoutDateline(const RingRouting& original) : original_(original) {}
  void route(const RouteQuery& query, RouteSet& routes) const override {
    RouteSet choices;
    original_.route(query, choices);
    for (const RouteChoice& choice : choices) routes.add(choice.port, 0b11, choice.preference);
  }
  std::size_t max_choices() const override { return 1; }

 private:
  const RingRouting& original_;
};

TEST(RingMutant, WithoutADatelineIsUnsafe) {
  for (const auto& [n, one_way] : {std::pair{3, true}, {8, true}, {5, false}, {8, false}}) {
    const Topology ring = build_ring({n, 1, one_way});
    const RingRouting routing(ring.node_count(), one_way, 2);
    EXPECT_EQ(find_verdict(ResourceSpace(ring, 2), WithoutDateline(routing), Holding::OwnVcs).kind,
              DeadlockVerdict::Kind::Unsafe)
        << n;
  }
}

}  // namespace
}  // namespace switchyard
