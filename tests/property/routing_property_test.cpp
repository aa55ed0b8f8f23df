#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/dimension_order.h"
#include "hw/routing/duato.h"
#include "hw/routing/table.h"
#include "hw/routing/up_down.h"
#include "hw/topology/grid.h"
#include "tests/support/graphs.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

constexpr int kVcs = 3;

// What a routing function promises.

bool every_hop_is_minimal(const Topology& topology, const RoutingFunction& routing) {
  const std::vector<std::vector<int>> hops = all_distances(topology);
  bool minimal = true;
  walk_all_headers(topology, routing, [&](const RouteQuery& query, const std::vector<Move>& moves) {
    for (const Move& move : moves) {
      minimal &= hops[move.after.here][query.destination] == hops[query.here][query.destination] - 1;
    }
  });
  return minimal;
}

bool offers_every_minimal_port(const Topology& topology, const RoutingFunction& routing) {
  const std::vector<std::vector<int>> hops = all_distances(topology);
  bool complete = true;
  walk_all_headers(topology, routing, [&](const RouteQuery& query, const std::vector<Move>& moves) {
    for (PortId port = 0; port < topology.terminal_port(); ++port) {
      if (query.here == query.destination || topology.is_open({query.here, port})) continue;
      const NodeId next = topology.peer({query.here, port}).node;
      if (hops[next][query.destination] >= hops[query.here][query.destination]) continue;
      complete &= std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
        return move.port == port && move.preference == Preference::Adaptive;
      });
    }
  });
  return complete;
}

/// Packets on each channel if every node sends one to every other, by the first choice.
std::vector<int> loads_of_all_pairs(const Topology& topology, const RoutingFunction& routing) {
  std::vector<int> loads(topology.channels().size(), 0);
  for (NodeId source = 0; source < topology.node_count(); ++source) {
    for (NodeId destination = 0; destination < topology.node_count(); ++destination) {
      RouteQuery query = injected(topology, source, destination);
      while (query.here != destination) {
        const Move move = moves_from(topology, routing, query).front();
        ++loads[static_cast<std::size_t>(topology.channel_from({query.here, move.port}))];
        query = move.after;
      }
    }
  }
  return loads;
}

int spread(const std::vector<int>& loads) {
  const auto [least, most] = std::minmax_element(loads.begin(), loads.end());
  return *most - *least;
}

// Routing functions with one fault each.

/// Changes every choice that another function makes.
template <class Change>
class Changed final : public RoutingFunction {
 public:
  Changed(const RoutingFunction& original, Change change) : original_(original), change_(change) {}

  void route(const RouteQuery& query, RouteSet& routes) const override {
    RouteSet originals;
    original_.route(query, originals);
    for (RouteChoice choice : originals) {
      if (change_(choice)) routes.add(choice.port, choice.vcs, choice.preference);
    }
  }
  std::size_t max_choices() const override { return original_.max_choices(); }

 private:
  const RoutingFunction& original_;
  Change change_;  ///< Changes the choice; false drops it.
};

bool keep_escapes(RouteChoice& choice) { return choice.preference == Preference::Escape; }
bool drop_escapes(RouteChoice& choice) { return choice.preference == Preference::Adaptive; }
bool merge_escape_vcs(RouteChoice& choice) {
  if (choice.preference == Preference::Escape) choice.vcs = 0b01;
  return true;
}

/// Dimension order that takes every tie upwards.
class TiesGoUp final : public RoutingFunction {
 public:
  explicit TiesGoUp(const Grid& grid) : grid_(grid) {}
  void route(const RouteQuery& query, RouteSet& routes) const override {
    const int d = dimension_order_hop(grid_, query.here, query.destination).dimension;
    const bool up = grid_.offset(query.here, query.destination, d).up != 0;
    routes.add(up ? grid_.up_port(d) : grid_.down_port(d), 0b1, Preference::Adaptive);
  }
  std::size_t max_choices() const override { return 1; }

 private:
  const Grid& grid_;
};

// Grids.

class GridRoutingProperty : public testing::TestWithParam<GridCase> {
 protected:
  const Topology topology_ = GetParam().build();
  const Grid& grid_ = *topology_.shape<Grid>();
  const Duato duato_{grid_, kVcs};
  const DimensionOrder dimension_order_{grid_, kVcs, /*dateline=*/true};
};

TEST_P(GridRoutingProperty, EveryHopIsMinimal) {
  EXPECT_TRUE(every_hop_is_minimal(topology_, duato_));
  EXPECT_TRUE(every_hop_is_minimal(topology_, dimension_order_));
}

TEST_P(GridRoutingProperty, AllPairsAreDeliveredByAnyChoice) {
  EXPECT_TRUE(delivers_all_pairs(topology_, duato_));
  EXPECT_TRUE(delivers_all_pairs(topology_, dimension_order_));
}

TEST_P(GridRoutingProperty, NoAnswerHasMoreChoicesThanPromised) {
  EXPECT_TRUE(keeps_to_max_choices(topology_, duato_));
  EXPECT_TRUE(keeps_to_max_choices(topology_, dimension_order_));
}

TEST_P(GridRoutingProperty, DuatoOffersEveryMinimalPort) {
  EXPECT_TRUE(offers_every_minimal_port(topology_, duato_));
}

TEST_P(GridRoutingProperty, EscapesAloneDeliverAllPairs) {
  EXPECT_TRUE(delivers_all_pairs(topology_, Changed(duato_, keep_escapes)));
}

TEST_P(GridRoutingProperty, EscapesWaitForEachOtherInNoCycle) {
  EXPECT_TRUE(escape_dependencies(topology_, duato_).acyclic());
}

TEST_P(GridRoutingProperty, VcsInDimensionOrderWaitForEachOtherInNoCycle) {
  EXPECT_TRUE(vc_dependencies(topology_, dimension_order_).acyclic());
}

INSTANTIATE_TEST_SUITE_P(Grids, GridRoutingProperty,
                         testing::Values(GridCase{GridCase::Torus, {2}}, GridCase{GridCase::Torus, {5}},
                                         GridCase{GridCase::Torus, {8}}, GridCase{GridCase::Torus, {3, 4}},
                                         GridCase{GridCase::Torus, {4, 4}}, GridCase{GridCase::Torus, {5, 5}},
                                         GridCase{GridCase::Torus, {2, 6}},
                                         GridCase{GridCase::Torus, {3, 2, 4}}, GridCase{GridCase::Mesh, {5}},
                                         GridCase{GridCase::Mesh, {4, 4}}, GridCase{GridCase::Mesh, {3, 5}},
                                         GridCase{GridCase::Mesh, {2, 3, 3}},
                                         GridCase{GridCase::Hypercube, {2, 2, 2}},
                                         GridCase{GridCase::Hypercube, {2, 2, 2, 2}}),
                         [](const auto& grid) { return name_of(grid.param); });

class LongRings : public testing::TestWithParam<std::vector<int>> {
 protected:
  const Topology torus_ = build_torus({GetParam()});
  const Grid& grid_ = *torus_.shape<Grid>();
};

TEST_P(LongRings, CloseACycleWithoutADateline) {
  EXPECT_FALSE(vc_dependencies(torus_, DimensionOrder(grid_, kVcs, /*dateline=*/false)).acyclic());
}

TEST_P(LongRings, CloseACycleIfTheTwoEscapeVcsAreOne) {
  const Duato duato(grid_, kVcs);
  EXPECT_FALSE(escape_dependencies(torus_, Changed(duato, merge_escape_vcs)).acyclic());
}

TEST_P(LongRings, CloseACycleOfAdaptiveVcs) {
  const Duato duato(grid_, kVcs);
  EXPECT_FALSE(vc_dependencies(torus_, Changed(duato, drop_escapes)).acyclic());
}

INSTANTIATE_TEST_SUITE_P(Radices, LongRings,
                         testing::Values(std::vector{5}, std::vector{6}, std::vector{8}, std::vector{5, 5},
                                         std::vector{3, 6}));

class TieBalance : public testing::TestWithParam<std::vector<int>> {
 protected:
  const Topology torus_ = build_torus({GetParam()});
  const DimensionOrder routing_{*torus_.shape<Grid>(), kVcs, /*dateline=*/true};
};

TEST_P(TieBalance, EveryChannelOfADimensionCarriesTheSame) {
  const std::vector<int> loads = loads_of_all_pairs(torus_, routing_);
  for (int d = 0; d < torus_.shape<Grid>()->dimensions(); ++d) {
    std::vector<int> loads_in_dimension;
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const PortId port = torus_.channels()[i].from.port;
      if (torus_.shape<Grid>()->dimension_of(port) == d) loads_in_dimension.push_back(loads[i]);
    }
    EXPECT_EQ(spread(loads_in_dimension), 0) << "dimension " << d;
  }
}

INSTANTIATE_TEST_SUITE_P(OddAndMultiplesOfFour, TieBalance,
                         testing::Values(std::vector{4}, std::vector{8}, std::vector{12}, std::vector{7},
                                         std::vector{4, 4}, std::vector{3, 8}));

TEST(RoutingProperty, TiesOnAnOddHalfRingDifferByOnePacket) {
  const Topology ring = build_torus({{10}});
  EXPECT_EQ(spread(loads_of_all_pairs(ring, DimensionOrder(*ring.shape<Grid>(), kVcs, /*dateline=*/true))),
            1);
}

TEST(RoutingPropertyMutant, TakingEveryTieUpwardsLoadsOneDirectionMore) {
  const Topology ring = build_torus({{8}});
  EXPECT_GT(spread(loads_of_all_pairs(ring, TiesGoUp(*ring.shape<Grid>()))), 1);
}

TEST(RoutingPropertyMutant, DimensionOrderOffersOneMinimalPortOnly) {
  const Topology torus = build_torus({{4, 4}});
  EXPECT_FALSE(
      offers_every_minimal_port(torus, DimensionOrder(*torus.shape<Grid>(), kVcs, /*dateline=*/true)));
}

TEST(RoutingPropertyMutant, UpDownIsNotMinimalOnARing) {
  const Topology ring = build_torus({{6}});
  EXPECT_FALSE(every_hop_is_minimal(ring, UpDown(ring, /*root=*/0, kVcs)));
}

TEST(RoutingPropertyMutant, ATableThatLeadsInACircleDeliversNotAllPairs) {
  const Topology line = build_mesh({{3}});
  const std::vector<TableRouting::Entry> good{{0, 1, 0}, {0, 2, 0}, {1, 0, 1},
                                              {1, 2, 0}, {2, 0, 1}, {2, 1, 1}};
  EXPECT_TRUE(delivers_all_pairs(line, TableRouting(line, good, kVcs)));
  std::vector<TableRouting::Entry> circle = good;
  circle.push_back({1, 2, 1});  // Back to node 0, which sends it on to node 1.
  EXPECT_FALSE(delivers_all_pairs(line, TableRouting(line, circle, kVcs)));
}

TEST(RoutingPropertyMutant, ATableWithAGapDeliversNotAllPairs) {
  const Topology line = build_mesh({{3}});
  const std::vector<TableRouting::Entry> gap{{0, 1, 0}, {0, 2, 0}, {1, 0, 1}, {2, 0, 1}, {2, 1, 1}};
  EXPECT_FALSE(delivers_all_pairs(line, TableRouting(line, gap, kVcs)));
}

}  // namespace
}  // namespace switchyard
