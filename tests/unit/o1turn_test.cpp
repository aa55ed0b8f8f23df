#include "hw/routing/o1turn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

constexpr int kVcs = 5;  // 0 to 2 for x first, 3 and 4 for y first.

/// A way as its hops, each "<node><letter>".
std::string way_in_order(const Grid& mesh, NodeId from, NodeId to, const std::vector<int>& order) {
  std::string way;
  std::vector<int> at{mesh.coordinate(from, 0), mesh.coordinate(from, 1)};
  for (const int d : order) {
    for (const int goal = mesh.coordinate(to, d); at[static_cast<std::size_t>(d)] != goal;) {
      const bool up = goal > at[static_cast<std::size_t>(d)];
      way += std::to_string(at[0]) + ',' + std::to_string(at[1]) + "EWNS"[2 * d + (up ? 0 : 1)] + ' ';
      at[static_cast<std::size_t>(d)] += up ? 1 : -1;
    }
  }
  return way;
}

std::string hop_of(const Grid& mesh, NodeId here, PortId port) {
  return std::to_string(mesh.coordinate(here, 0)) + ',' + std::to_string(mesh.coordinate(here, 1)) +
         "EWNS"[port] + ' ';
}

/// All ways that any packet may take.
void walk_all(const Topology& topology, const RoutingFunction& routing, const RouteQuery& query,
              const std::string& way, std::set<std::string>& ways) {
  if (query.here == query.destination) {
    ways.insert(way);
    return;
  }
  for (const Move& move : moves_from(topology, routing, query))
    walk_all(topology, routing, move.after, way + hop_of(*topology.shape<Grid>(), query.here, move.port),
             ways);
}

/// The way of one packet, by the lowest VC that it may take.
std::string way_of_packet(const Topology& topology, const RoutingFunction& routing, NodeId from, NodeId to,
                          PacketId packet) {
  std::string way;
  RouteQuery query{from, to};
  while (query.here != to) {
    RouteSet routes;
    routing.route_packet(query, packet, routes);
    if (routes.size() != 1) return "no single way";
    const RouteChoice choice = *routes.begin();
    way += hop_of(*topology.shape<Grid>(), query.here, choice.port);
    const PortRef far = topology.peer({query.here, choice.port});
    query = {far.node, to, far.port, lowest_bit(choice.vcs)};
  }
  return way;
}

class O1TurnOf : public testing::TestWithParam<std::vector<int>> {
 protected:
  const Topology mesh_ = build_mesh({GetParam()});
  const Grid& grid_ = *mesh_.shape<Grid>();
  const O1Turn routing_{grid_, kVcs, 7};
};

TEST_P(O1TurnOf, OffersTheWayXFirstAndTheWayYFirstAndNoOther) {
  for (NodeId from = 0; from < mesh_.node_count(); ++from)
    for (NodeId to = 0; to < mesh_.node_count(); ++to) {
      std::set<std::string> ways;
      walk_all(mesh_, routing_, injected(mesh_, from, to), "", ways);
      const std::set<std::string> wanted{way_in_order(grid_, from, to, {0, 1}),
                                         way_in_order(grid_, from, to, {1, 0})};
      EXPECT_EQ(ways, wanted) << from << " to " << to;
    }
}

TEST_P(O1TurnOf, LetsHalfOfThePacketsGoEitherWay) {
  constexpr PacketId kPackets = 1000;
  const NodeId last = mesh_.node_count() - 1;
  std::map<std::string, int> taken;
  for (PacketId packet = 0; packet < kPackets; ++packet)
    ++taken[way_of_packet(mesh_, routing_, 0, last, packet)];
  EXPECT_EQ(taken.size(), 2U);
  EXPECT_NEAR(taken[way_in_order(grid_, 0, last, {0, 1})], kPackets / 2, 4 * std::sqrt(kPackets / 4.0));
  EXPECT_EQ(taken[way_in_order(grid_, 0, last, {0, 1})] + taken[way_in_order(grid_, 0, last, {1, 0})],
            static_cast<int>(kPackets));
}

TEST_P(O1TurnOf, VcsWaitForEachOtherInNoCycle) { EXPECT_TRUE(vc_dependencies(mesh_, routing_).acyclic()); }

INSTANTIATE_TEST_SUITE_P(Meshes, O1TurnOf,
                         testing::Values(std::vector{2, 2}, std::vector{5, 4}, std::vector{2, 6},
                                         std::vector{6, 3}));

TEST(O1Turn, DrawsFromTheSeed) {
  const Topology mesh = build_mesh({{4, 4}});
  const O1Turn one(*mesh.shape<Grid>(), kVcs, 1);
  const O1Turn other(*mesh.shape<Grid>(), kVcs, 2);
  int differ = 0;
  for (PacketId packet = 0; packet < 100; ++packet) {
    const std::string way = way_of_packet(mesh, one, 0, 15, packet);
    EXPECT_EQ(way, way_of_packet(mesh, one, 0, 15, packet));
    differ += way != way_of_packet(mesh, other, 0, 15, packet) ? 1 : 0;
  }
  EXPECT_GT(differ, 25);
  EXPECT_LT(differ, 75);
}

/// Most packets over one link, if every node (x, y) sends one to (y, x), half of it by each of the ways.
double load_of_transpose(const Grid& mesh, const std::vector<std::vector<int>>& orders) {
  std::map<std::string, double> load;
  for (NodeId from = 0; from < mesh.node_count(); ++from) {
    const NodeId to = mesh.node_at({mesh.coordinate(from, 1), mesh.coordinate(from, 0)});
    for (const std::vector<int>& order : orders) {
      std::string way = way_in_order(mesh, from, to, order);
      for (std::size_t end = 0; (end = way.find(' ')) != std::string::npos; way.erase(0, end + 1))
        load[way.substr(0, end)] += 1.0 / static_cast<double>(orders.size());
    }
  }
  double most = 0;
  for (const auto& [link, packets] : load) most = std::max(most, packets);
  return most;
}

/// What the two orders are for: of the worst pattern of one order each link carries half.
TEST(O1Turn, HalvesTheLargestLoadOfATranspose) {
  for (const int k : {4, 5, 8}) {
    const Topology mesh = build_mesh({{k, k}});
    EXPECT_EQ(load_of_transpose(*mesh.shape<Grid>(), {{0, 1}}), k - 1);
    EXPECT_EQ(load_of_transpose(*mesh.shape<Grid>(), {{0, 1}, {1, 0}}), (k - 1) / 2.0);
  }
}

}  // namespace
}  // namespace switchyard
