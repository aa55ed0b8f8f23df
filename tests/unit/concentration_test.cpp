#include <gtest/gtest.h>

#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <set>

#include "hw/analysis/deadlock.h"
#include "hw/routing/duato.h"
#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "hw/topology/metrics.h"
#include "tests/support/config_faults.h"
#include "tests/support/dice.h"
#include "tests/support/graphs.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr std::uint64_t kDraws = 30;

struct Concentrated {
  Topology topology;
  std::vector<int> radix;
  int per_node;
};

Concentrated drawn(std::uint64_t seed) {
  Dice dice(seed);
  std::vector<int> radix(static_cast<std::size_t>(dice.between(1, 3)));
  for (int& k : radix) k = dice.between(2, 4);
  const int per_node = dice.between(2, 5);
  const bool wraps = dice.chance(0.5);
  return {wraps ? build_torus({radix, 1, per_node}) : build_mesh({radix, 1, per_node}), radix, per_node};
}

TEST(Concentration, TerminalsAreAtThePortsBehindTheLinks) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const auto [topology, radix, per_node] = drawn(seed);
    const auto c = static_cast<NodeId>(per_node);
    const auto links = static_cast<PortId>(2 * radix.size());
    EXPECT_EQ(topology.port_count(), links + per_node);
    EXPECT_EQ(topology.terminals_per_node(), per_node);
    ASSERT_EQ(topology.terminal_count(), topology.node_count() * c);
    for (NodeId node = 0; node < topology.node_count(); ++node) {
      for (NodeId k = 0; k < c; ++k) {
        const PortRef at{node, links + static_cast<PortId>(k)};
        EXPECT_EQ(topology.attachment(node * c + k), (Attachment{at, at})) << "seed " << seed;
      }
    }
  }
}

TEST(ExtraTerminals, AreBehindAllOthersInTheirNumbersAndPorts) {
  const std::vector<NodeId> extra{5, 0, 5, 3};
  const Topology mesh = build_mesh({{3, 2}, 1, 2, extra});
  EXPECT_EQ(mesh.port_count(), 4 + 2 + 2);
  EXPECT_EQ(mesh.terminals_per_node(), 0);
  ASSERT_EQ(mesh.terminal_count(), 12U + 4);
  const auto at = [&](TerminalId terminal) { return mesh.attachment(terminal); };
  for (TerminalId n = 0; n < 12; ++n) {
    const PortRef port{n / 2, 4 + static_cast<PortId>(n % 2)};
    EXPECT_EQ(at(n), (Attachment{port, port}));
  }
  EXPECT_EQ(at(12), (Attachment{{5, 6}, {5, 6}}));
  EXPECT_EQ(at(13), (Attachment{{0, 6}, {0, 6}}));
  EXPECT_EQ(at(14), (Attachment{{5, 7}, {5, 7}}));
  EXPECT_EQ(at(15), (Attachment{{3, 6}, {3, 6}}));
  EXPECT_EQ(mesh.terminal_ports(1), PortMask{0b110000U});
  EXPECT_EQ(mesh.terminal_ports(5), PortMask{0b11110000U});
}

TEST(ExtraTerminals, TakePacketsAsAllOthersDo) {
  for (const char* grid : {"mesh, radix: [3, 3]", "torus, radix: [4, 2], concentration: 2"}) {
    const Experiment experiment =
        experiment_from(fmt::format("topology: {{kind: {}, extra_terminals: [0, 2, 0]}}\n"
                                    "router: {{kind: duato, virtual_channels: 3}}\nrouting: {{kind: duato}}\n"
                                    "traffic: {{pattern: uniform, load: 0.1, packet_length: 2}}\n",
                                    grid));
    FastBench bench(experiment);
    bench.bench.measurement.open_window(0, kNever);
    bench.run(3000);
    EXPECT_EQ(bench.bench.scoreboard.failure(), "");
    const Measurement& measured = bench.bench.measurement;
    ASSERT_EQ(measured.window_flits_by_source().size(), experiment.design.topology->terminal_count());
    for (const auto* flits : {&measured.window_flits_by_source(), &measured.window_flits_by_destination()}) {
      for (const std::uint64_t of_terminal : *flits) EXPECT_NEAR(static_cast<double>(of_terminal), 300, 80);
    }
  }
}

std::string refusal_of(const std::string& topology, const std::string& pattern = "uniform") {
  return error_of([&] {
    experiment_from("topology: {" + topology + "}\nrouter: {kind: duato, virtual_channels: 3}\n" +
                    "routing: {kind: dimension_order}\n" + "traffic: {pattern: " + pattern +
                    ", load: 0.1, packet_length: 2}\n");
  });
}

TEST(ExtraTerminals, AreRefusedWhereTheyCannotBe) {
  const auto says = [](const std::string& error, const std::string& text) {
    EXPECT_NE(error.find(text), std::string::npos) << error;
  };
  says(refusal_of("kind: mesh, radix: [3, 3], extra_terminals: [9]"),
       "topology.extra_terminals[0] = 9 is out of range: 0..8");
  std::string many = "0";
  for (int n = 1; n < 28; ++n) many += ", 0";
  says(
      refusal_of("kind: torus, radix: [3, 3], extra_terminals: [" + many + "]"),
      "topology.extra_terminals makes routers of 33 ports, those of links included; a router has at most 32");
  says(refusal_of("kind: mesh, radix: [3, 3], extra_terminals: [0]", "transpose"),
       "moves coordinates: all nodes must have as many terminals");
  says(refusal_of("kind: hypercube, dimensions: 3, extra_terminals: [0]"), "extra_terminals");
}

TEST(Concentration, OfOneIsThePlainTopology) {
  const Topology mesh = build_mesh({{3, 4}, 2, 1});
  EXPECT_TRUE(mesh.has_plain_terminals());
  EXPECT_EQ(mesh.port_count(), 5);
  EXPECT_EQ(build_torus({{3, 4}, 2, 1}).terminal_count(), 12U);
}

/// Over ordered pairs of different terminals, from the distances of the graph.
double mean_distance_of_terminals(const Topology& topology, int per_node) {
  double hops = 0;
  for (const std::vector<int>& row : all_distances(topology))
    hops += std::accumulate(row.begin(), row.end(), 0);
  const double terminals = static_cast<double>(topology.node_count()) * per_node;
  return hops * per_node * per_node / (terminals * (terminals - 1));
}

TEST(Concentration, FiguresAreThoseOfTheGridSharedByTheTerminals) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const auto [topology, radix, per_node] = drawn(seed);
    const bool wraps = topology.kind() == "torus";
    const TopologyMetrics plain =
        measure(wraps ? build_torus({radix}) : build_mesh({radix}), /*half_duplex=*/false);
    const TopologyMetrics metrics = measure(topology, /*half_duplex=*/false);
    EXPECT_EQ(metrics.diameter, plain.diameter);
    EXPECT_EQ(metrics.bisection, plain.bisection);
    EXPECT_DOUBLE_EQ(metrics.capacity, plain.capacity / per_node) << "seed " << seed;
    EXPECT_NEAR(metrics.mean_distance, mean_distance_of_terminals(topology, per_node), 1e-9)
        << "seed " << seed;
    const double c = per_node;
    const double nodes = topology.node_count();
    EXPECT_NEAR(metrics.mean_distance, plain.mean_distance * c * (nodes - 1) / (c * nodes - 1), 1e-9)
        << "seed " << seed;
  }
}

TEST(Concentration, LeavesRoutingFreeOfDeadlock) {
  const Topology torus = build_torus({{4, 4}, 1, 3});
  const Duato routing(*torus.shape<Grid>(), 3);
  EXPECT_EQ(find_verdict(ResourceSpace(torus, 3), routing, Holding::OwnVcs).kind,
            DeadlockVerdict::Kind::Escape);
}

TEST(Concentration, GridPatternsPairTheTerminalsOfPartners) {
  constexpr NodeId kSide = 4;
  constexpr NodeId kPerNode = 3;
  const auto pattern_of = [&](const std::string& name) {
    return experiment_from(
        fmt::format("topology: {{kind: torus, radix: [{}, {}], concentration: {}}}\n"
                    "router: {{kind: duato, virtual_channels: 3}}\n"
                    "routing: {{kind: duato}}\n"
                    "traffic: {{pattern: {}, load: 0.1, packet_length: 1}}\n",
                    kSide, kSide, kPerNode, name));
  };
  const auto expect_partners = [&](const std::string& name, auto&& partner) {
    const Experiment experiment = pattern_of(name);
    for (NodeId node = 0; node < kSide * kSide; ++node) {
      const NodeId other = partner(node % kSide, node / kSide);
      for (NodeId k = 0; k < kPerNode; ++k) {
        const double expected = other == node ? 0 : 1;
        EXPECT_EQ(experiment.injection.demand->rate(node * kPerNode + k, other * kPerNode + k), expected)
            << name << ", node " << node << ", terminal " << k;
      }
    }
  };
  expect_partners("transpose", [](NodeId x, NodeId y) { return x * kSide + y; });
  expect_partners("tornado", [](NodeId x, NodeId y) { return (x + 1) % kSide + (y + 1) % kSide * kSide; });
  expect_partners("neighbour", [](NodeId x, NodeId y) { return (x + 1) % kSide + (y + 1) % kSide * kSide; });
}

}  // namespace
}  // namespace switchyard
