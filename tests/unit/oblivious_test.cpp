#include "hw/routing/oblivious.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "hw/analysis/deadlock.h"
#include "hw/topology/builders.h"
#include "tests/support/changed_routing.h"
#include "tests/support/oblivious_networks.h"

namespace switchyard {
namespace {

using Rule = IntermediateNodes::Rule;
using Order = ObliviousRoute::Order;

/// Follows a packet by the choices that are its own, and asks how far it has to go. Records what it might
/// have done in each state: ports, and the class of their VCs, of which each has two.
using State = std::tuple<NodeId, PortId, VcId, NodeId>;  ///< Here, held port and VC, destination.
using Choices = std::map<State, std::set<std::pair<int, VcId>>>;
Nodes follow(const Topology& topology, const ObliviousRouting& routing, PacketId packet, NodeId destination,
             Choices& choices) {
  RouteQuery query{static_cast<NodeId>(packet % topology.node_count()), destination, topology.terminal_port(),
                   0};
  Nodes way;
  std::vector<int> to_go;
  for (;;) {
    RouteSet routes;
    routing.route_packet(query, packet, routes);
    to_go.push_back(routing.hops_to_go(query, packet).value());
    if (routes.empty()) break;
    EXPECT_EQ(routes.size(), 1U);
    const RouteChoice choice = *routes.begin();
    const VcId vc = lowest_bit(choice.vcs);
    EXPECT_EQ(choice.vcs, VcMask{0b11U << vc}) << "two VCs for each class";
    choices[{query.here, query.held_port, query.held_vc, destination}].insert({choice.port, vc / 2});
    const PortRef far = topology.peer({query.here, choice.port});
    way.push_back(far.node);
    query = {far.node, destination, far.port, vc};
  }
  for (std::size_t i = 0; i < to_go.size(); ++i) EXPECT_EQ(to_go[i], static_cast<int>(to_go.size() - 1 - i));
  return way;
}

/// What any packet may do is all that some packet does, and no more.
void expect_allowed(const ObliviousNetwork& network, const ObliviousRouting& routing,
                    const Choices& choices) {
  for (const auto& [state, taken] : choices) {
    const auto& [here, port, vc, destination] = state;
    RouteSet routes;
    routing.route({here, destination, port, vc}, routes);
    std::set<std::pair<int, VcId>> allowed;
    for (const RouteChoice& choice : routes) {
      for_each_bit(choice.vcs, [&](VcId next) { allowed.insert({choice.port, next / 2}); });
    }
    EXPECT_EQ(allowed, taken) << network.topology << ": node " << here << ", port " << port << ", VC " << vc
                              << ", to " << destination;
  }
}

TEST(Oblivious, GoesToARandomNodeAndThenOnThroughItsDestinationIfThatIsOnTheWay) {
  for (const ObliviousNetwork& network : small_oblivious_networks()) {
    const ObliviousRouting routing(network.graph,
                                   {.intermediate = IntermediateNodes({.seed = 7}, network.nodes(), 0)},
                                   4 * network.stages);
    Choices choices;
    for (NodeId destination = 0; destination < network.nodes(); ++destination) {
      for (PacketId packet = 0; packet < 150 * network.nodes(); ++packet) {
        const auto source = static_cast<NodeId>(packet % network.nodes());
        const NodeId via = routing.intermediate_of(packet);
        Nodes expected = network.way(source, via);
        for (const NodeId node : network.way(via, destination)) expected.push_back(node);
        ASSERT_EQ(follow(network.graph, routing, packet, destination, choices), expected)
            << network.topology << ", packet " << packet << " to " << destination << " via " << via;
      }
    }
    expect_allowed(network, routing, choices);
  }
}

TEST(Oblivious, GoesStraightToItsDestinationInOnePhase) {
  for (const ObliviousNetwork& network : small_oblivious_networks()) {
    const ObliviousRouting routing(network.graph, {}, 2 * network.stages);
    Choices choices;
    for (NodeId destination = 0; destination < network.nodes(); ++destination) {
      for (NodeId source = 0; source < network.nodes(); ++source) {
        ASSERT_EQ(follow(network.graph, routing, source, destination, choices),
                  network.way(source, destination))
            << network.topology << ", " << source << " to " << destination;
      }
    }
    expect_allowed(network, routing, choices);
  }
}

/// The dimensions of a packet's hops, in order.
std::vector<int> dimensions_of(const Topology& cube, Order order, PacketId packet, NodeId destination) {
  const ObliviousRouting routing(cube, {.order = order}, 2);
  Choices choices;
  std::vector<int> dimensions;
  auto here = static_cast<NodeId>(packet % cube.node_count());
  for (const NodeId node : follow(cube, routing, packet, destination, choices)) {
    dimensions.push_back(std::countr_zero(here ^ node));
    here = node;
  }
  return dimensions;
}

TEST(Oblivious, DrawsAnOrderOfTheDimensionsForEachPacket) {
  const Topology four = build_hypercube({.dimensions = 4});
  std::map<std::vector<int>, int> drawn;
  std::map<std::vector<int>, int> turned;
  constexpr int kPackets = 4800;
  for (int n = 0; n < kPackets; ++n) {
    const PacketId packet = static_cast<PacketId>(n) * 16 + 5;
    ++drawn[dimensions_of(four, Order::Drawn, packet, 5 ^ 0b1111)];
    ++turned[dimensions_of(four, Order::DrawnStart, packet, 5 ^ 0b1011)];
  }
  EXPECT_EQ(drawn.size(), 24U);
  for (const auto& [order, times] : drawn) EXPECT_NEAR(times, kPackets / 24, 60);
  // Bit 2 is right: a start there goes on to bit 3.
  EXPECT_EQ(turned.size(), 3U);
  EXPECT_NEAR((turned[{0, 1, 3}]), kPackets / 4, 140);
  EXPECT_NEAR((turned[{1, 3, 0}]), kPackets / 4, 140);
  EXPECT_NEAR((turned[{3, 0, 1}]), kPackets / 2, 140);
}

Nodes intermediates(const IntermediateNodes::Config& rule, int dimensions, NodeId source, int packets) {
  const Topology topology = build_hypercube({.dimensions = dimensions});
  const auto route = make_oblivious_route(topology, Order::LowestFirst);
  const IntermediateNodes nodes(rule, topology.node_count(), dimensions);
  Nodes found;
  for (int n = 0; n < packets; ++n)
    found.push_back(nodes.of(static_cast<PacketId>(n) * topology.node_count() + source, *route));
  return found;
}

TEST(IntermediateNodes, DrawsEveryNodeAsOftenAsAnyOther) {
  constexpr int kPackets = 16000;
  std::map<NodeId, int> count;
  for (const NodeId node : intermediates({}, 4, /*source=*/5, kPackets)) ++count[node];
  ASSERT_EQ(count.size(), 16U) << "its own, too";
  for (const auto& [node, times] : count) EXPECT_NEAR(times, kPackets / 16, 150) << node;
  EXPECT_NE(intermediates({.seed = 1}, 4, 5, 20), intermediates({.seed = 2}, 4, 5, 20));
}

TEST(IntermediateNodes, ReplacesTheBitsThatTheRuleSays) {
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

TEST(IntermediateNodes, StaysInTheColumnIfToldTo) {
  const auto drawn = [](const Topology& topology, NodeId source) {
    const auto route = make_oblivious_route(topology, Order::LowestFirst);
    const IntermediateNodes nodes({.in_column = true}, topology.node_count(), 0);
    std::set<NodeId> found;
    for (int n = 0; n < 300; ++n)
      found.insert(nodes.of(static_cast<PacketId>(n) * topology.node_count() + source, *route));
    return found;
  };
  EXPECT_EQ(drawn(build_mesh({.radix = {3, 5}}), 4), (std::set<NodeId>{1, 4, 7, 10, 13}));
  EXPECT_EQ(drawn(build_butterfly({.dimensions = 3}), 4), (std::set<NodeId>{1, 4, 7, 10, 13, 16, 19, 22}));
}

DeadlockVerdict::Kind verdict_of(const ObliviousNetwork& network, const ObliviousRouting::Config& config,
                                 int vcs, Holding holding) {
  const ObliviousRouting routing(network.graph, config, vcs);
  return find_verdict(ResourceSpace(network.graph, vcs), routing, holding).kind;
}

TEST(Oblivious, CannotDeadlockWithAClassForEachPhaseWhereOneAloneCannot) {
  using Kind = DeadlockVerdict::Kind;
  const auto in_phases = [](const ObliviousNetwork& network, int phases, Order order, Holding holding) {
    ObliviousRouting::Config config{.order = order};
    if (phases == 2) config.intermediate.emplace(IntermediateNodes::Config{}, network.nodes(), 0);
    return verdict_of(network, config, phases * network.stages, holding);
  };
  std::vector<ObliviousNetwork> safe;
  safe.push_back(oblivious_cube(4));
  safe.push_back(oblivious_mesh({4, 4}));
  safe.push_back(oblivious_mesh({3, 3, 2}));
  for (const ObliviousNetwork& network : safe) {
    for (const int phases : {1, 2})
      EXPECT_EQ(in_phases(network, phases, Order::LowestFirst, Holding::OwnVcs), Kind::Acyclic);
    EXPECT_EQ(in_phases(network, 1, Order::LowestFirst, Holding::LinkQueue), Kind::Acyclic);
    EXPECT_EQ(in_phases(network, 2, Order::LowestFirst, Holding::LinkQueue), Kind::Unsafe) << "one queue";
  }
  for (const Order order : {Order::Drawn, Order::DrawnStart})
    EXPECT_EQ(in_phases(oblivious_cube(3), 1, order, Holding::OnePacket), Kind::Unsafe);
  EXPECT_EQ(in_phases(oblivious_butterfly(3), 1, Order::LowestFirst, Holding::OnePacket), Kind::Unsafe);
  EXPECT_EQ(in_phases(oblivious_cycles(3), 1, Order::LowestFirst, Holding::OnePacket), Kind::Unsafe);
  for (const ObliviousNetwork& network : {oblivious_shuffle(2, 3), oblivious_shuffle(3, 2),
                                          oblivious_shuffle_exchange(3), oblivious_torus({5, 4})}) {
    for (const Holding holding : {Holding::OnePacket, Holding::OwnVcs}) {
      EXPECT_EQ(in_phases(network, 1, Order::LowestFirst, holding), Kind::Acyclic) << network.topology;
      EXPECT_EQ(in_phases(network, 2, Order::LowestFirst, holding), Kind::Acyclic) << network.topology;
    }
    EXPECT_EQ(in_phases(network, 1, Order::LowestFirst, Holding::LinkQueue), Kind::Unsafe)
        << network.topology;
  }
}

TEST(Oblivious, CanDeadlockIfPhasesMixTheirVcs) {
  const ObliviousNetwork four = oblivious_cube(4);
  const ChangedRouting mixed(
      std::make_unique<ObliviousRouting>(
          four.graph, ObliviousRouting::Config{.intermediate = IntermediateNodes({}, four.nodes(), 4)}, 2),
      [](const RouteQuery&, RouteChoice& choice) {
        choice.vcs = 0b11;
        return true;
      });
  EXPECT_EQ(find_verdict(ResourceSpace(four.graph, 2), mixed, Holding::OwnVcs).kind,
            DeadlockVerdict::Kind::Unsafe);
}

}  // namespace
}  // namespace switchyard
