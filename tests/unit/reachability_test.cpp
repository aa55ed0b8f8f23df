#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <vector>

#include "hw/analysis/reachability.h"
#include "hw/base/random_stream.h"
#include "hw/routing/dimension_order.h"
#include "hw/routing/duato.h"
#include "hw/routing/table.h"
#include "hw/routing/up_down.h"
#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "tests/support/graphs.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

using Reason = UndeliveredPair::Reason;
using Route = std::function<void(const RouteQuery&, RouteSet&)>;

constexpr int kVcs = 4;

/// Node 1 of a line of three has port 0 to node 2 and port 1 to node 0; the ends have one port each way.
class ReachabilityOnALine : public testing::Test {
 protected:
  std::optional<UndeliveredPair> find(const std::vector<TableRouting::Entry>& entries) const {
    return find_undelivered_pair(line_, TableRouting(line_, entries, kVcs));
  }

  const Topology line_ = build_mesh({{3}});
  const std::vector<TableRouting::Entry> good_{{0, 1, 0}, {0, 2, 0}, {1, 0, 1},
                                               {1, 2, 0}, {2, 0, 1}, {2, 1, 1}};
};

TEST_F(ReachabilityOnALine, ACompleteTableDeliversAllPairs) { EXPECT_FALSE(find(good_)); }

TEST_F(ReachabilityOnALine, AMissingEntryIsADeadEndWhereItIsMissing) {
  std::vector<TableRouting::Entry> entries = good_;
  entries.erase(entries.begin() + 3);  // At node 1 for node 2.
  const auto pair = find(entries);
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->destination, 2U);
  EXPECT_EQ(pair->at, 1U);
  EXPECT_EQ(pair->reason, Reason::DeadEnd);
}

TEST_F(ReachabilityOnALine, AnEntryThatLeadsBackIsACircle) {
  std::vector<TableRouting::Entry> entries = good_;
  entries.push_back({1, 2, 1});  // One of two choices, and a bad one.
  const auto pair = find(entries);
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->destination, 2U);
  EXPECT_EQ(pair->reason, Reason::Circle);
}

/// Dimension order, but for what `spoil` does to its answers.
class Mutant final : public RoutingFunction {
 public:
  Mutant(const Grid& grid, Route spoil) : sound_(grid, kVcs, /*dateline=*/false), spoil_(std::move(spoil)) {}

  void route(const RouteQuery& query, RouteSet& routes) const override {
    sound_.route(query, routes);
    spoil_(query, routes);
  }
  std::size_t max_choices() const override { return 2; }

 private:
  DimensionOrder sound_;
  Route spoil_;
};

TEST_F(ReachabilityOnALine, AVcThatLeadsNowhereIsADeadEndThoughOtherVcsOfItsChoiceLeadOn) {
  for (VcId bad = 0; bad < kVcs; ++bad) {
    const Mutant forgetful(*line_.shape<Grid>(), [&](const RouteQuery& query, RouteSet& routes) {
      if (query.here == 1 && query.held_port == 1 && query.held_vc == bad) routes = {};
    });
    const auto pair = find_undelivered_pair(line_, forgetful);
    ASSERT_TRUE(pair) << "VC " << bad;
    EXPECT_EQ(pair->source, 0U);
    EXPECT_EQ(pair->destination, 2U);
    EXPECT_EQ(pair->at, 1U);
    EXPECT_EQ(pair->reason, Reason::DeadEnd);
  }
}

TEST_F(ReachabilityOnALine, AChoiceWithoutVcsIsNone) {
  const Mutant without_vcs(*line_.shape<Grid>(), [](const RouteQuery& query, RouteSet& routes) {
    if (query.here != 1) return;
    routes = {};
    routes.add(/*port=*/0, /*vcs=*/0, Preference::Adaptive);
  });
  const auto pair = find_undelivered_pair(line_, without_vcs);
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->at, 1U);
  EXPECT_EQ(pair->reason, Reason::DeadEnd);
}

TEST_F(ReachabilityOnALine, APortWithoutALinkIsAFaultThoughAnotherChoiceLeadsOn) {
  for (const PortId bad : {PortId{1}, line_.terminal_port()}) {  // Node 0 has no neighbour below it.
    const Mutant careless(*line_.shape<Grid>(), [&](const RouteQuery& query, RouteSet& routes) {
      if (query.here == 0) routes.add(bad, /*vcs=*/1, Preference::Adaptive);
    });
    const auto pair = find_undelivered_pair(line_, careless);
    ASSERT_TRUE(pair) << "port " << bad;
    EXPECT_EQ(pair->source, 0U);
    EXPECT_EQ(pair->at, 0U);
    EXPECT_EQ(pair->reason, Reason::OpenPort);
  }
}

TEST_F(ReachabilityOnALine, ALinkPassedAgainInAnotherVcIsNoCircle) {
  const Mutant wanderer(*line_.shape<Grid>(), [](const RouteQuery& query, RouteSet& routes) {
    if (query.destination != 2 || query.held_vc != 0) return;
    if (query.here == 1 && query.held_port == 1) {  // Back to node 0,
      routes = {};
      routes.add(/*port=*/1, /*vcs=*/0b01, Preference::Adaptive);
    } else if (query.here == 0 && query.held_port == 0) {  // and up again in another VC.
      routes = {};
      routes.add(/*port=*/0, /*vcs=*/0b10, Preference::Adaptive);
    }
  });
  EXPECT_FALSE(find_undelivered_pair(line_, wanderer));
  EXPECT_TRUE(delivers_all_pairs(line_, wanderer));
}

TEST(Reachability, EveryRoutingFunctionDeliversAllPairs) {
  for (const auto& grid : {GridCase{GridCase::Torus, {5, 4}}, GridCase{GridCase::Mesh, {3, 4}},
                           GridCase{GridCase::Hypercube, {2, 2, 2}}}) {
    const Topology topology = grid.build();
    EXPECT_FALSE(find_undelivered_pair(topology, Duato(*topology.shape<Grid>(), kVcs)));
    EXPECT_FALSE(
        find_undelivered_pair(topology, DimensionOrder(*topology.shape<Grid>(), kVcs, /*dateline=*/true)));
    EXPECT_FALSE(find_undelivered_pair(topology, UpDown(topology, /*root=*/1, kVcs)));
  }
}

TEST(Reachability, AgreesWithAWalkOfAllHeadFlitsOnRandomTables) {
  int bad = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Topology graph = build_custom(random_connected_graph(6, 3, seed));
    const std::vector<std::vector<int>> hops = all_distances(graph);
    RandomStream random(seed, 0, Purpose::Process);
    std::vector<TableRouting::Entry> entries;
    for (NodeId here = 0; here < 6; ++here) {
      for (PortId port = 0; port < graph.terminal_port(); ++port) {
        if (graph.is_open({here, port})) continue;
        const NodeId next = graph.peer({here, port}).node;
        for (NodeId destination = 0; destination < 6; ++destination) {
          const bool nearer = hops[next][destination] < hops[here][destination];
          if (here != destination && nearer ? random.below(80) != 0
                                            : here != destination && random.below(200) == 0) {
            entries.push_back({here, destination, port});
          }
        }
      }
    }
    const TableRouting table(graph, entries, 1);
    const auto pair = find_undelivered_pair(graph, table);
    ASSERT_EQ(!pair, delivers_all_pairs(graph, table)) << "seed " << seed;
    bad += pair ? 1 : 0;
  }
  EXPECT_GT(bad, 20);
  EXPECT_LT(bad, 180);
}

}  // namespace
}  // namespace switchyard
