#include "hw/routing/adaptive_up_down.h"

#include <gtest/gtest.h>

#include "hw/analysis/deadlock.h"
#include "hw/topology/builders.h"
#include "tests/support/graphs.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

constexpr int kVcs = 3;

DeadlockVerdict::Kind verdict_of(const Topology& topology, const RoutingFunction& routing) {
  return find_verdict(ResourceSpace(topology, kVcs), routing, Holding::OwnVcs).kind;
}

TEST(AdaptiveUpDown, OffersEveryMinimalHopAndAnEscapeUntilThePacketTakesIt) {
  const Topology torus = build_torus({{4, 4}});
  const AdaptiveUpDown routing(torus, /*root=*/0, kVcs);
  const auto distance = all_distances(torus);
  walk_all_headers(torus, routing, [&](const RouteQuery& query, const std::vector<Move>& moves) {
    if (query.here == query.destination) return;
    const bool entered = query.held_port != torus.terminal_port();
    const bool escaped = entered && query.held_vc == 0;
    std::size_t adaptive = 0;
    for (const Move& move : moves) {
      EXPECT_EQ(move.preference == Preference::Escape, move.after.held_vc == 0);
      if (move.preference == Preference::Escape) continue;
      ++adaptive;
      EXPECT_LT(distance[move.after.here][query.destination], distance[query.here][query.destination]);
    }
    EXPECT_LT(adaptive, moves.size()) << "there is always an escape";
    EXPECT_EQ(adaptive == 0, escaped);
  });
}

TEST(AdaptiveUpDown, DeliversAllPairsOnAnyGraph) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Topology graph = build_custom(random_connected_graph(10, static_cast<int>(seed % 12), seed));
    const AdaptiveUpDown routing(graph, seed % 10, kVcs);
    EXPECT_TRUE(delivers_all_pairs(graph, routing)) << seed;
    EXPECT_TRUE(keeps_to_max_choices(graph, routing)) << seed;
    EXPECT_NE(verdict_of(graph, routing), DeadlockVerdict::Kind::Unsafe) << seed;
  }
}

/// Lets packets leave the escape again, as Duato's relation does.
class LeavesTheEscape final : public RoutingFunction {
 public:
  explicit LeavesTheEscape(const Topology& topology)
      : terminal_(topology.terminal_port()), routing_(topology, /*root=*/0, kVcs) {}
  void route(const RouteQuery& query, RouteSet& routes) const override {
    routing_.route({query.here, query.destination, terminal_, 0}, routes);
  }
  std::size_t max_choices() const override { return routing_.max_choices(); }

 private:
  PortId terminal_;
  AdaptiveUpDown routing_;
};

TEST(AdaptiveUpDownMutant, AnEscapeThatPacketsMayLeaveIsUnsafe) {
  const Topology torus = build_torus({{4, 4}});
  EXPECT_EQ(verdict_of(torus, AdaptiveUpDown(torus, 0, kVcs)), DeadlockVerdict::Kind::Escape);
  EXPECT_EQ(verdict_of(torus, LeavesTheEscape(torus)), DeadlockVerdict::Kind::Unsafe);
}

}  // namespace
}  // namespace switchyard
