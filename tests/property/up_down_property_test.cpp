#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/dimension_order.h"
#include "hw/routing/up_down.h"
#include "hw/topology/grid.h"
#include "tests/support/graphs.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

constexpr int kVcs = 2;

/// The up*/down* rule written a second time, for small graphs.
class UpDownRule {
 public:
  UpDownRule(const Topology& topology, NodeId root)
      : topology_(topology), level_(all_distances(topology)[root]) {}

  bool is_up(NodeId from, NodeId to) const {
    return std::pair(level_[to], to) < std::pair(level_[from], from);
  }

  /// Whether a head flit came to where it is over a down channel.
  bool went_down(const RouteQuery& query) const {
    return query.held_port != topology_.terminal_port() &&
           !is_up(topology_.peer({query.here, query.held_port}).node, query.here);
  }

  /// Hops of the shortest path that does not go up after down, by trying every path without a loop.
  int shortest_path(NodeId here, NodeId destination, bool down_only) {
    if (here == destination) return 0;
    int best = static_cast<int>(topology_.node_count());
    on_path_[here] = true;
    for (const Channel& channel : topology_.channels()) {
      const NodeId next = channel.to.node;
      const bool up = is_up(here, next);
      if (channel.from.node != here || on_path_[next] || (up && down_only)) continue;
      best = std::min(best, 1 + shortest_path(next, destination, !up));
    }
    on_path_[here] = false;
    return best;
  }

 private:
  const Topology& topology_;
  std::vector<int> level_;  ///< Hops from the root.
  std::vector<bool> on_path_ = std::vector<bool>(topology_.node_count());
};

bool turns_up_after_down(const Topology& topology, NodeId root, const RoutingFunction& routing) {
  const UpDownRule rule(topology, root);
  bool turns = false;
  walk_all_headers(topology, routing, [&](const RouteQuery& query, const std::vector<Move>& moves) {
    for (const Move& move : moves) turns |= rule.went_down(query) && rule.is_up(query.here, move.after.here);
  });
  return turns;
}

/// Whether every move leaves one hop less of the shortest legal path, and all such ports are offered.
bool offers_exactly_the_shortest_legal_paths(const Topology& topology, NodeId root,
                                             const RoutingFunction& routing) {
  UpDownRule rule(topology, root);
  bool exact = true;
  walk_all_headers(topology, routing, [&](const RouteQuery& query, const std::vector<Move>& moves) {
    if (query.here == query.destination) return;
    const int left = rule.shortest_path(query.here, query.destination, rule.went_down(query));
    for (PortId port = 0; port < topology.terminal_port(); ++port) {
      if (topology.is_open({query.here, port})) continue;
      const NodeId next = topology.peer({query.here, port}).node;
      const bool up = rule.is_up(query.here, next);
      const bool legal = !up || !rule.went_down(query);
      const bool expected = legal && 1 + rule.shortest_path(next, query.destination, !up) == left;
      const bool offered =
          std::any_of(moves.begin(), moves.end(), [&](const Move& move) { return move.port == port; });
      exact &= offered == expected;
    }
  });
  return exact;
}

class UpDownProperty : public testing::TestWithParam<unsigned> {
 protected:
  const unsigned seed_ = GetParam();
  const Topology graph_ =
      build_custom(random_connected_graph(3 + seed_ % 6, static_cast<int>(seed_ % 5), seed_));
  const NodeId root_ = seed_ % graph_.node_count();
  const UpDown routing_{graph_, root_, kVcs};
};

TEST_P(UpDownProperty, NoHeadFlitGoesUpAfterDown) {
  EXPECT_FALSE(turns_up_after_down(graph_, root_, routing_));
}

TEST_P(UpDownProperty, AllPairsAreDeliveredByAnyChoice) { EXPECT_TRUE(delivers_all_pairs(graph_, routing_)); }

TEST_P(UpDownProperty, NoAnswerHasMoreChoicesThanPromised) {
  EXPECT_TRUE(keeps_to_max_choices(graph_, routing_));
}

TEST_P(UpDownProperty, VcsWaitForEachOtherInNoCycle) {
  EXPECT_TRUE(vc_dependencies(graph_, routing_).acyclic());
}

TEST_P(UpDownProperty, ThePortsOfAllShortestLegalPathsAreOfferedAndNoOthers) {
  EXPECT_TRUE(offers_exactly_the_shortest_legal_paths(graph_, root_, routing_));
}

TEST_P(UpDownProperty, DistanceIsThatOfTheShortestLegalPath) {
  UpDownRule rule(graph_, root_);
  for (NodeId a = 0; a < graph_.node_count(); ++a) {
    for (NodeId b = 0; b < graph_.node_count(); ++b) {
      EXPECT_EQ(routing_.distance(a, b), rule.shortest_path(a, b, /*down_only=*/false)) << a << " to " << b;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, UpDownProperty, testing::Range(0u, 12u));

TEST(UpDownPropertyMutant, TheShortWayRoundARingTurnsUpAfterDownAndClosesACycle) {
  const Topology ring = build_torus({{6}});
  const DimensionOrder short_way(*ring.shape<Grid>(), kVcs, /*dateline=*/false);
  EXPECT_TRUE(turns_up_after_down(ring, /*root=*/0, short_way));
  EXPECT_FALSE(vc_dependencies(ring, short_way).acyclic());
  EXPECT_FALSE(offers_exactly_the_shortest_legal_paths(ring, /*root=*/0, short_way));
}

TEST(UpDownPropertyMutant, ARoutingForAnotherRootIsIllegal) {
  const Topology ring = build_torus({{6}});
  EXPECT_TRUE(turns_up_after_down(ring, /*root=*/0, UpDown(ring, /*root=*/3, kVcs)));
}

}  // namespace
}  // namespace switchyard
