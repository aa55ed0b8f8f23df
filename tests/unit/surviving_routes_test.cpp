#include "hw/analysis/surviving_routes.h"

#include <gtest/gtest.h>

#include "hw/analysis/reachability.h"
#include "hw/routing/dimension_order.h"
#include "hw/routing/duato.h"
#include "hw/routing/three_queue.h"
#include "hw/topology/builders.h"
#include "hw/topology/grid.h"

namespace switchyard {
namespace {

using Pairs = std::vector<std::pair<NodeId, NodeId>>;

/// A 3-cube without the link between nodes 0 and 1.
class SurvivingRoutesOfACube : public testing::Test {
 protected:
  template <class Relation>
  SurvivingRoutes what_is_left(Relation&& relation, int classes) const {
    return {whole_, rest_, std::make_shared<Relation>(std::forward<Relation>(relation)), classes};
  }
  static std::vector<RouteChoice> routes(const RoutingFunction& routing, const RouteQuery& query) {
    RouteSet found;
    routing.route(query, found);
    return {found.begin(), found.end()};
  }
  PortId terminal() const { return whole_->terminal_port(); }

  const std::shared_ptr<const Topology> whole_ = std::make_shared<const Topology>(build_hypercube({3}));
  const std::shared_ptr<const Topology> rest_ = std::make_shared<const Topology>(whole_->without({{0, 0}}));
};

TEST_F(SurvivingRoutesOfACube, DimensionOrderLosesEveryPairWhosePathIsGone) {
  const auto left = what_is_left(DimensionOrder(*whole_->shape<Grid>(), 2, false), 2);
  const Pairs expected{{0, 1}, {0, 3}, {0, 5}, {0, 7}, {1, 0}, {1, 2}, {1, 4}, {1, 6}};
  EXPECT_EQ(unreachable_pairs(*rest_, left), expected);
}

TEST_F(SurvivingRoutesOfACube, ThreeQueueLosesNeighboursAndWhoMustPassThem) {
  const auto left = what_is_left(ThreeQueue(3), 3);
  const Pairs expected{{0, 1}, {1, 0}};
  EXPECT_EQ(unreachable_pairs(*rest_, left), expected);
}

TEST_F(SurvivingRoutesOfACube, NoPacketIsSentWhereItsOnlyWayOnIsGone) {
  const auto left = what_is_left(Duato(*whole_->shape<Grid>(), 2), 2);
  for (const RouteChoice& choice : routes(left, {2, 1, terminal(), 0})) {
    EXPECT_NE(choice.port, 1) << "at node 0 the packet would need the link to node 1";
  }
  EXPECT_FALSE(routes(left, {2, 1, terminal(), 0}).empty());
  EXPECT_TRUE(routes(left, {0, 1, terminal(), 0}).empty());
}

TEST_F(SurvivingRoutesOfACube, ElsewhereNothingChanges) {
  const Duato whole(*whole_->shape<Grid>(), 2);
  const auto left = what_is_left(Duato(*whole_->shape<Grid>(), 2), 2);
  const RouteQuery query{2, 7, terminal(), 0};
  const std::vector<RouteChoice> expected = routes(whole, query);
  const std::vector<RouteChoice> found = routes(left, query);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].port, expected[i].port);
    EXPECT_EQ(found[i].vcs, expected[i].vcs);
    EXPECT_EQ(found[i].preference, expected[i].preference);
  }
  EXPECT_EQ(left.max_choices(), whole.max_choices());
}

}  // namespace
}  // namespace switchyard
