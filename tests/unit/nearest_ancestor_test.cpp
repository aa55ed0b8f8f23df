#include "hw/routing/nearest_ancestor.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "hw/analysis/deadlock.h"
#include "hw/topology/builders.h"
#include "hw/topology/fat_tree.h"
#include "hw/topology/metrics.h"
#include "tests/support/dice.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

constexpr int kTreeVcs = 3;

FatTreeConfig random_tree(std::uint64_t number) {
  Dice dice(number);
  const int levels = dice.between(2, 4);
  FatTreeConfig config;
  for (int level = 0; level < levels; ++level) {
    config.children.push_back(dice.between(2, levels == 2 ? 6 : levels == 3 ? 3 : 2));
    if (level + 1 < levels) config.parents.push_back(dice.between(1, 3));
  }
  return config;
}

class NearestAncestorOf : public testing::TestWithParam<std::uint64_t> {
 protected:
  const FatTreeConfig config_ = random_tree(GetParam());
  const Topology tree_ = build_fat_tree(config_);
  const NearestAncestor routing_{*tree_.shape<FatTree>(), kTreeVcs};
};

INSTANTIATE_TEST_SUITE_P(RandomTrees, NearestAncestorOf, testing::Range<std::uint64_t>(1, 25));

TEST_P(NearestAncestorOf, DeliversAllPairsByAnyChoice) { EXPECT_TRUE(delivers_all_pairs(tree_, routing_)); }

TEST_P(NearestAncestorOf, OffersEveryMinimalPortAndNoOther) {
  for (const NodeId destination : tree_.destinations()) {
    const std::vector<int> hops = hops_to(tree_, destination);
    walk_headers_to(tree_, routing_, destination, [&](const RouteQuery& query, const std::vector<Move>&) {
      if (query.here == destination) return;
      RouteSet routes;
      routing_.route(query, routes);
      for (PortId port = 0; port < tree_.port_count(); ++port) {
        const bool nearer = !tree_.is_open({query.here, port}) &&
                            hops[tree_.peer({query.here, port}).node] < hops[query.here];
        ASSERT_EQ(routes.ports().test(static_cast<std::size_t>(port)), nearer)
            << query.here << " to " << destination << " by " << port;
      }
    });
  }
}

TEST_P(NearestAncestorOf, HasAsManyWaysAsTheSwitchesOnTheWayUpHaveParents) {
  const auto leaves = static_cast<NodeId>(tree_.shape<FatTree>()->leaf_count());
  for (NodeId source = 0; source < leaves; ++source) {
    for (NodeId destination = 0; destination < leaves; ++destination) {
      if (source == destination) continue;
      std::vector<std::size_t> ways(tree_.node_count());  // From the source.
      ways[source] = 1;
      std::vector<RouteQuery> ahead{injected(tree_, source, destination)};
      std::size_t hops = 0;
      for (; ahead.front().here != destination; ++hops) {
        std::vector<RouteQuery> next;
        for (const RouteQuery& query : ahead) {
          for (const Move& move : moves_from(tree_, routing_, query)) {
            if (move.after.held_vc != 0) continue;
            if (ways[move.after.here] == 0) next.push_back(move.after);
            ways[move.after.here] += ways[query.here];
          }
          ways[query.here] = 0;
        }
        ahead = std::move(next);
      }
      std::size_t expected = 1;
      for (std::size_t level = 0; level < hops / 2; ++level)
        expected *= static_cast<std::size_t>(config_.parents[level]);
      ASSERT_EQ(ways[destination], expected) << source << " to " << destination;
    }
  }
}

TEST_P(NearestAncestorOf, VcsWaitForEachOtherInNoCycle) {
  EXPECT_TRUE(vc_dependencies(tree_, routing_).acyclic());
  const ResourceSpace space(tree_, kTreeVcs);
  EXPECT_EQ(find_verdict(space, routing_, Holding::OwnVcs).kind, DeadlockVerdict::Kind::Acyclic);
}

TEST_P(NearestAncestorOf, TakesAllVcsInNoMoreChoicesThanPromised) {
  EXPECT_TRUE(keeps_to_max_choices(tree_, routing_));
  RouteSet routes;
  routing_.route(injected(tree_, 0, tree_.shape<FatTree>()->leaf_count() - 1), routes);
  for (const RouteChoice& choice : routes) EXPECT_EQ(choice.vcs, 0b111);
}

/// Goes on up after it has come down.
class UpAgain final : public RoutingFunction {
 public:
  explicit UpAgain(const FatTree& tree) : tree_(tree), original_(tree, kTreeVcs) {}
  void route(const RouteQuery& query, RouteSet& routes) const override {
    original_.route(query, routes);
    const int level = tree_.level(query.here);
    if (level + 1 < tree_.levels() && tree_.is_ancestor(query.here, query.destination))
      routes.add(tree_.up_port(0), 0b111, Preference::Adaptive);
  }
  std::size_t max_choices() const override { return original_.max_choices() + 1; }

 private:
  const FatTree& tree_;
  NearestAncestor original_;
};

TEST(NearestAncestorMutant, GoingUpAfterDownClosesACycle) {
  const Topology tree = build_fat_tree({{2, 2, 2}, {2, 2}});
  EXPECT_FALSE(vc_dependencies(tree, UpAgain(*tree.shape<FatTree>())).acyclic());
}

}  // namespace
}  // namespace switchyard
