#include "hw/routing/two_phase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "hw/analysis/deadlock.h"
#include "hw/topology/builders.h"
#include "tests/support/changed_routing.h"

namespace switchyard {
namespace {

using Rule = IntermediateNodes::Rule;
using Nodes = std::vector<NodeId>;

/// In dimension order, the nodes after `from`; by coordinates of its own.
Nodes ordered_way(const std::vector<int>& radix, NodeId from, NodeId to) {
  Nodes way;
  NodeId step = 1;
  for (const int k : radix) {
    const auto at = [&](NodeId node) { return static_cast<int>(node / step % static_cast<NodeId>(k)); };
    while (at(from) != at(to)) {
      from = at(from) < at(to) ? from + step : from - step;
      way.push_back(from);
    }
    step *= static_cast<NodeId>(k);
  }
  return way;
}

/// Follows a packet by the choices that are its own. Records what it might have done in each state.
using State = std::tuple<NodeId, PortId, VcId, NodeId>;           ///< Here, held port and VC, destination.
using Choices = std::map<State, std::set<std::pair<int, VcId>>>;  ///< Ports, and the class of their VCs.
Nodes follow(const Topology& topology, const TwoPhase& routing, PacketId packet, NodeId destination,
             Choices& choices) {
  const NodeId source = packet % topology.node_count();
  RouteQuery query{source, destination, topology.terminal_port(), 0};
  Nodes way;
  while (query.here != destination) {
    RouteSet routes;
    routing.route_packet(query, packet, routes);
    EXPECT_EQ(routes.size(), 1U);
    const RouteChoice choice = *routes.begin();
    const VcId vc = lowest_bit(choice.vcs);
    EXPECT_EQ(choice.vcs, vc < 2 ? 0b0011U : 0b1100U) << "two VCs for each phase";
    choices[{query.here, query.held_port, query.held_vc, destination}].insert({choice.port, vc / 2});
    const PortRef far = topology.peer({query.here, choice.port});
    way.push_back(far.node);
    query = {far.node, destination, far.port, vc};
  }
  return way;
}

struct Network {
  std::vector<int> radix;
  Topology topology;
};
Network cube(int n) { return {std::vector<int>(n, 2), build_hypercube({.dimensions = n})}; }
Network mesh(const std::vector<int>& radix) { return {radix, build_mesh({.radix = radix})}; }

/// To its intermediate node and then on, but no further than where it meets its destination.
void expect_ways(const Network& network, const IntermediateNodes& intermediate) {
  const TwoPhase routing(*network.topology.shape<Grid>(), intermediate, /*vc_count=*/4);
  const NodeId nodes = network.topology.node_count();
  Choices choices;
  for (NodeId destination = 0; destination < nodes; ++destination) {
    for (PacketId packet = 0; packet < 150 * nodes; ++packet) {
      if (packet % nodes == destination) continue;
      const NodeId via = routing.intermediate_of(packet);
      Nodes expected = ordered_way(network.radix, packet % nodes, via);
      for (const NodeId node : ordered_way(network.radix, via, destination)) expected.push_back(node);
      expected.resize(static_cast<std::size_t>(std::find(expected.begin(), expected.end(), destination) -
                                               expected.begin() + 1));
      ASSERT_EQ(follow(network.topology, routing, packet, destination, choices), expected) << packet;
    }
  }
  // What any packet may do is what some packet does.
  ASSERT_GT(choices.size(), nodes);
  for (const auto& [state, taken] : choices) {
    const auto& [here, port, vc, destination] = state;
    RouteSet routes;
    routing.route({here, destination, port, vc}, routes);
    std::set<std::pair<int, VcId>> allowed;
    for (const RouteChoice& choice : routes) {
      if ((choice.vcs & 0b0011U) != 0) allowed.insert({choice.port, 0});
      if ((choice.vcs & 0b1100U) != 0) allowed.insert({choice.port, 1});
    }
    EXPECT_EQ(allowed, taken) << "node " << here << ", port " << port << ", VC " << vc << ", to "
                              << destination;
  }
}

TEST(TwoPhase, GoesInDimensionOrderToARandomNodeAndThenOn) {
  expect_ways(cube(3), {});
  expect_ways(mesh({3, 3}), {});
  expect_ways(mesh({4, 2}), {.seed = 7});
}

std::vector<NodeId> intermediates(const IntermediateNodes& rule, int dimensions, NodeId source, int packets) {
  const Topology topology = build_hypercube({.dimensions = dimensions});
  const TwoPhase routing(*topology.shape<Grid>(), rule, 2);
  std::vector<NodeId> found;
  for (int n = 0; n < packets; ++n)
    found.push_back(routing.intermediate_of(static_cast<PacketId>(n) * topology.node_count() + source));
  return found;
}

TEST(TwoPhase, DrawsEveryNodeAsOftenAsAnyOther) {
  constexpr int kPackets = 16000;
  std::map<NodeId, int> count;
  for (const NodeId node : intermediates({}, 4, /*source=*/5, kPackets)) ++count[node];
  ASSERT_EQ(count.size(), 16U) << "its own, too";
  for (const auto& [node, times] : count) EXPECT_NEAR(times, kPackets / 16, 150) << node;
  EXPECT_NE(intermediates({.seed = 1}, 4, 5, 20), intermediates({.seed = 2}, 4, 5, 20));
}

TEST(TwoPhase, ReplacesTheBitsThatTheRuleSays) {
  constexpr NodeId kSource = 0b101101;
  const auto changed = [&](int bits, Rule rule) {
    NodeId all = 0;
    std::set<NodeId> different;
    for (const NodeId node : intermediates({.random_bits = bits, .rule = rule}, 6, kSource, 600)) {
      all |= node ^ kSource;
      different.insert(node);
    }
    return std::pair(all, different.size());
  };
  EXPECT_EQ(changed(0, Rule::Drawn), std::pair(NodeId{0}, std::size_t{1})) << "as without a first phase";
  EXPECT_EQ(changed(2, Rule::First), std::pair(NodeId{0b000011}, std::size_t{4}));
  EXPECT_EQ(changed(2, Rule::Last), std::pair(NodeId{0b110000}, std::size_t{4}));
  const auto [fixed, nodes] = changed(3, Rule::Fixed);
  EXPECT_EQ(std::popcount(fixed), 3);
  EXPECT_EQ(nodes, 8U);
  EXPECT_EQ(changed(2, Rule::Drawn).first, NodeId{0b111111});
  EXPECT_EQ(changed(2, Rule::Drawn).second, 1U + 6 + 15) << "no more than two bits at a time";
  EXPECT_EQ(changed(6, Rule::Last).second, 64U);
}

TEST(TwoPhase, StaysInTheColumnOfAMeshIfToldTo) {
  const Topology topology = build_mesh({.radix = {3, 5}});
  const TwoPhase routing(*topology.shape<Grid>(), {.in_column = true}, 2);
  std::set<NodeId> rows;
  for (PacketId packet = 4; packet < 4 + 300 * 15; packet += 15) {
    const NodeId node = routing.intermediate_of(packet);
    EXPECT_EQ(node % 3, 4U % 3);
    rows.insert(node / 3);
  }
  EXPECT_EQ(rows.size(), 5U);
}

TEST(TwoPhase, CannotDeadlockWithAClassForEachPhaseAndCanWithOne) {
  for (const Network& network : {cube(4), mesh({4, 4}), mesh({3, 3, 2})}) {
    const Grid& grid = *network.topology.shape<Grid>();
    const ResourceSpace space(network.topology, 2);
    EXPECT_EQ(find_verdict(space, TwoPhase(grid, {}, 2), Holding::OwnVcs).kind,
              DeadlockVerdict::Kind::Acyclic);
    // Both phases take both VCs.
    const ChangedRouting mixed(std::make_unique<TwoPhase>(grid, IntermediateNodes{}, 2),
                               [](const RouteQuery&, RouteChoice& choice) {
                                 choice.vcs = 0b11;
                                 return true;
                               });
    EXPECT_EQ(find_verdict(space, mixed, Holding::OwnVcs).kind, DeadlockVerdict::Kind::Unsafe);
  }
}

}  // namespace
}  // namespace switchyard
