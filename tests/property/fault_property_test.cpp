#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/analysis/reachability.h"
#include "hw/design/proof/verdict.h"
#include "tests/support/changed_routing.h"
#include "tests/support/chaos_frames.h"
#include "tests/support/faulty_network.h"
#include "tests/support/graphs.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_queue_experiment.h"
#include "tests/support/sanitized.h"

namespace switchyard {
namespace {

using MakeYaml = std::string (*)(std::uint64_t);
constexpr MakeYaml kFamilies[] = {random_experiment, random_queue_experiment, random_chaos_experiment,
                                  random_exchange_experiment, random_adaptive_experiment};
constexpr std::uint64_t kBatch = 10;

// What is left of a routing relation, against a search of the relation as it was.

bool uses_any_graph(const Design& design) {
  return design.routing_kind.ends_with("up_down") || design.routing_kind == "minimal";
}

/// Whether some way of the relation as it was leads there over links that are left; for relations that are
/// made for any graph, whether any way does.
bool way_is_left(const Design& whole, const Topology& rest, NodeId source, NodeId destination) {
  if (uses_any_graph(whole)) {
    return all_distances(rest)[source][destination] < static_cast<int>(rest.node_count());
  }
  for (const PacketState& state : states_from(rest, *whole.routing, source, destination)) {
    if (std::get<0>(state) == destination) return true;
  }
  return false;
}

/// The first thing that is wrong with `routing`, which should be what is left of the relation of `whole`.
std::string fault_in_relation(const Design& whole, const Topology& rest, const RoutingFunction& routing) {
  const NodeId nodes = rest.node_count();
  for (NodeId source = 0; source < nodes; ++source) {
    for (NodeId destination = 0; destination < nodes; ++destination) {
      if (source == destination) continue;
      const std::string pair = std::to_string(source) + " -> " + std::to_string(destination);
      const bool reachable = is_reachable(rest, routing, source, destination);
      if (reachable != way_is_left(whole, rest, source, destination)) return pair + ": reachable is wrong";
      if (!reachable) continue;
      for (const PacketState& state : states_from(rest, routing, source, destination)) {
        const auto& [here, port, vc] = state;
        if (here == destination) continue;
        RouteSet routes;
        routing.route({here, destination, port, vc}, routes);
        if (routes.empty()) return pair + ": a dead end at node " + std::to_string(here);
        for (const RouteChoice& choice : routes) {
          if (choice.port != kCentralQueues && rest.is_open({here, choice.port}))
            return pair + ": a faulty link at node " + std::to_string(here);
        }
      }
    }
  }
  return "";
}

class FaultProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(FaultProperty, AdmittedPacketsArriveAndOthersHaveNoWay) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    for (const MakeYaml make : kFamilies) {
      const std::string yaml = routed_with_faults(make(n));
      const std::string faulty = with_faults(
          yaml, n % 3 == 0 ? "[{random_links: 1}, {node: 1}]" : "[{random_links: 1}, {random_links: 1}]");
      const Experiment whole = experiment_from(yaml);
      const Experiment rest = experiment_from(faulty);
      EXPECT_EQ(fault_in_relation(whole.design, *rest.design.topology, *rest.design.routing), "") << faulty;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, FaultProperty,
                         testing::Range<std::uint64_t>(1, kSanitized ? 11 : 41, kBatch));

constexpr char kCube[] = R"(
topology: {kind: hypercube, dimensions: 3}
router: {kind: duato, virtual_channels: 2}
routing: {kind: duato}
traffic: {pattern: uniform, load: 0.1, packet_length: 1}
)";

/// Asks another one.
class Borrowed final : public RoutingFunction {
 public:
  explicit Borrowed(const RoutingFunction& routing) : routing_(routing) {}
  void route(const RouteQuery& query, RouteSet& routes) const override { routing_.route(query, routes); }
  std::size_t max_choices() const override { return routing_.max_choices(); }

 private:
  const RoutingFunction& routing_;
};

TEST(FaultPropertyMutant, RelationsThatAreLeftWronglyAreFound) {
  const Experiment whole = experiment_from(kCube);
  const Experiment rest = experiment_from(with_faults(kCube, "[{link: [0, 1]}]"));
  const Topology& topology = *rest.design.topology;
  EXPECT_EQ(fault_in_relation(whole.design, topology, *rest.design.routing), "");

  EXPECT_EQ(fault_in_relation(whole.design, topology, *whole.design.routing), "0 -> 1: reachable is wrong");
  const auto changed = [&](const RoutingFunction& routing, const ChangedRouting::Change& change) {
    return fault_in_relation(whole.design, topology,
                             ChangedRouting(std::make_unique<Borrowed>(routing), change));
  };
  EXPECT_EQ(changed(*whole.design.routing,
                    [&](const RouteQuery& query, RouteChoice& choice) {
                      return !topology.is_open({query.here, choice.port});
                    }),
            "2 -> 1: a dead end at node 0")
      << "looks at the next link only";
  EXPECT_NE(
      changed(*rest.design.routing, [](const RouteQuery& query,
                                       RouteChoice&) { return query.here != 2 || query.destination != 6; }),
      "")
      << "has lost a way";
}

// Runs.

/// Random packets, all created in the first 300 cycles.
std::vector<TraceEntry> random_packets(NodeId nodes, std::uint64_t seed) {
  RandomStream random(seed, 0, Purpose::Process);
  std::vector<TraceEntry> packets;
  for (NodeId n = 0; n < 12 * nodes; ++n) {
    const NodeId source = random.below(nodes);
    const NodeId destination = (source + 1 + random.below(nodes - 1)) % nodes;
    packets.push_back({source, {random.below(300), destination, 1}});
  }
  return packets;
}

/// Sends the packets and waits for the last that can arrive. Returns the first thing that is wrong.
std::string fault_in_run(const Experiment& network, const std::vector<TraceEntry>& packets,
                         std::size_t to_refuse) {
  const Experiment experiment = with_packets(network, packets);
  FastBench bench(experiment);
  const PacketLog& log = bench.bench.scoreboard.log();
  const auto refused = [&] {
    std::uint64_t count = 0;
    for (const auto& [pair, of_pair] : bench.bench.scoreboard.refused()) count += of_pair;
    return count;
  };
  for (Cycle now = 0; log.delivered() + refused() < packets.size(); now += 50) {
    if (now > 100000) return std::to_string(log.pending()) + " packets never arrive";
    bench.run(50);
    if (!bench.bench.scoreboard.failure().empty()) return bench.bench.scoreboard.failure();
    if (!bench.bench.links.failure().empty()) return bench.bench.links.failure();
  }
  if (log.created() + refused() != packets.size()) return "packets are neither let in nor refused";
  if (refused() != to_refuse) return std::to_string(refused()) + " packets are refused";
  bench.run(200);
  bench.bench.links.check_drained();
  return bench.bench.links.failure();
}

bool is_safe(const Design& design) { return verdict_of(design).kind != DeadlockVerdict::Kind::Unsafe; }

TEST_P(FaultProperty, WhatIsInjectedIsDeliveredOrRefusedOnceFaultsAreRepaired) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    for (const MakeYaml make : kFamilies) {
      const std::string passing =
          "{random_links: 1, from: 50, to: 250}, {random_links: 1, known: false, to: 400}, "
          "{node: 0, from: 100, to: 200}";
      const std::string known = with_faults(make(n), "[{random_links: 1}, " + passing + "]");
      const bool safe = is_safe(experiment_from(known).design);
      const std::string yaml = safe ? known : with_faults(make(n), "[" + passing + "]");
      const Experiment experiment = experiment_from(yaml);
      const Design& design = experiment.design;
      const std::vector<TraceEntry> packets = random_packets(design.topology->node_count(), n);
      std::size_t to_refuse = 0;
      for (const auto& [source, packet] : packets) {
        const bool cut_off =
            (source == 0 || packet.destination == 0) && packet.created >= 100 && packet.created < 200;
        const bool no_way = !is_reachable(*design.topology, *design.routing, source, packet.destination);
        if (cut_off || no_way) ++to_refuse;
      }
      EXPECT_EQ(fault_in_run(experiment, packets, to_refuse), "") << yaml;
    }
  }
}

TEST(AdaptiveUpDown, IsSafeAndReachesWhateverIsConnectedWhateverIsFaulty) {
  for (std::uint64_t n = 1; n <= 40; ++n) {
    const std::string yaml = with_faults(random_adaptive_experiment(n), "[{random_links: 3}, {node: 2}]");
    EXPECT_TRUE(is_safe(experiment_from(yaml).design)) << yaml;
  }
}

// Chaos.

TEST(ChaosFaults, TheFourFramesOfALinkAreNeverAllFull) {
  for (std::uint64_t n = 1; n <= (kSanitized ? 5 : 20); ++n) {
    const std::string yaml = with_faults(random_chaos_experiment(n),
                                         "[{random_links: 1, from: 100, to: 300}, {random_links: 1, known: "
                                         "false}, {node: 1, from: 200, to: 400}]");
    const Experiment experiment = experiment_from(yaml);
    FastBench bench(experiment);
    for (Cycle now = 0; now < 600; ++now) {
      bench.run(1);
      ASSERT_EQ(fault_in_frames(*experiment.design.topology, bench), "") << "in cycle " << now << yaml;
    }
  }
}

// No packet starts over a faulty link, and some do again when it is repaired.

constexpr Cycle kFrom = 300;
constexpr Cycle kTo = 1500;
constexpr Cycle kGrace = 150;  ///< For packets that have begun to take the link.

/// Head flits that arrive over the link between two nodes.
class LinkWatch final : public LinkObserver {
 public:
  LinkWatch(PortRef a, PortRef b) : ends_{a, b} {}

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    for (const PortRef& end : ends_) {
      if (end.node != node || (arrivals.flit_ports >> end.port & 1) == 0 || !arrivals.flits[end.port].head)
        continue;
      ++(now < kFrom ? before : now < kFrom + kGrace ? grace : now < kTo ? during : after);
    }
  }
  void at_terminal(Cycle, NodeId, const PortInputs&) override {}

  int before = 0;
  int grace = 0;
  int during = 0;
  int after = 0;

 private:
  PortRef ends_[2];
};

LinkWatch watch(const Experiment& experiment) {
  LinkWatch watch({0, 0}, experiment.design.topology->peer({0, 0}));
  FastBench bench(experiment);
  bench.bench.observers.add(&watch);
  bench.run(kTo + 1000);
  return watch;
}

class FaultyLink : public testing::TestWithParam<std::string> {
 protected:
  static Experiment experiment() {
    return experiment_from(with_faults("topology: {kind: hypercube, dimensions: 3}\n" + GetParam() +
                                           "\ntraffic: {pattern: uniform, load: 0.1, packet_length: 1}\n",
                                       "[{link: [0, 1], from: 300, to: 1500}]"));
  }
};

TEST_P(FaultyLink, CarriesNoNewPacketUntilItIsRepaired) {
  const LinkWatch seen = watch(experiment());
  EXPECT_GT(seen.before, 0);
  EXPECT_EQ(seen.during, 0);
  EXPECT_GT(seen.after, 0);
}

TEST_P(FaultyLink, TheMutantThatDoesNotHearOfItIsFound) {
  const LinkWatch seen = watch(with_routers(experiment(), [](NodeId, std::unique_ptr<RouterCore> core) {
    return std::make_unique<DeafRouter>(std::move(core));
  }));
  EXPECT_GT(seen.during, 0);
}

/// Where the packets are that are under way: nodes.
std::vector<NodeId> nodes_with_packets(const Design& design, const Network& network) {
  std::vector<NodeId> nodes;
  for (NodeId node = 0; node < design.topology->node_count(); ++node) {
    network.router(node).visit_buffers([&](const BufferView& view) {
      if (view.front != nullptr) nodes.push_back(node);
    });
  }
  return nodes;
}

TEST_P(FaultyLink, APacketThatHasBegunToTakeItArrivesAndOneThatHasNotStaysBefore) {
  bool arrived = false;
  bool stayed = false;
  for (Cycle from = 0; from < 30; ++from) {
    const std::string yaml =
        with_faults("topology: {kind: hypercube, dimensions: 3, link_latency: 3}\n" + GetParam() +
                        "\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n",
                    "[{link: [0, 1], known: false, from: " + std::to_string(from) + "}]");
    const Experiment experiment = with_packets(experiment_from(yaml), {{0, {10, 1, 1}}});
    FastBench bench(experiment);
    bench.run(300);
    const PacketLog& log = bench.bench.scoreboard.log();
    ASSERT_EQ(log.created(), 1U);
    arrived |= log.delivered() == 1;
    if (log.delivered() == 1) continue;
    stayed = true;
    EXPECT_FALSE(arrived) << "a later fault cannot keep more";
    EXPECT_EQ(nodes_with_packets(experiment.design, bench), std::vector<NodeId>{0}) << "from cycle " << from;
  }
  EXPECT_TRUE(arrived);
  EXPECT_TRUE(stayed);
}

/// Counts the cycles in which the core was stepped.
class SteppedRouter final : public RouterDecorator {
 public:
  /// `steps` must outlive the router.
  SteppedRouter(std::unique_ptr<RouterCore> core, int& steps)
      : RouterDecorator(std::move(core)), steps_(steps) {}
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    ++steps_;
    return RouterDecorator::step(inputs, outputs);
  }

 private:
  int& steps_;
};

TEST_P(FaultyLink, ARouterWhosePacketWaitsForARepairIsIdle) {
  const Experiment network =
      experiment_from(with_faults("topology: {kind: hypercube, dimensions: 3}\n" + GetParam() +
                                      "\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n",
                                  "[{link: [0, 1], known: false, to: 400}]"));
  int steps = 0;
  const Experiment experiment =
      with_routers(with_packets(network, {{0, {10, 1, 1}}}), [&](NodeId, std::unique_ptr<RouterCore> core) {
        return std::make_unique<SteppedRouter>(std::move(core), steps);
      });
  FastBench bench(experiment);
  bench.run(200);
  steps = 0;
  bench.run(200);
  EXPECT_EQ(steps, 0);
  bench.run(100);
  EXPECT_EQ(bench.bench.scoreboard.log().delivered(), 1U);
}

INSTANTIATE_TEST_SUITE_P(
    Routers, FaultyLink,
    testing::Values("router: {kind: duato, virtual_channels: 4}\nrouting: {kind: duato}",
                    "router: {kind: duato, virtual_channels: 2, output_depth: 0, crossbar: ports, "
                    "t_routing: 2}\nrouting: {kind: dimension_order}",
                    "router: {kind: konstantinidou}\nrouting: {kind: three_queue}",
                    "router: {kind: konstantinidou, phits_per_packet: 3}\nrouting: {kind: hanging}",
                    "router: {kind: chaos}\nrouting: {kind: minimal}",
                    "router: {kind: exchange}\nrouting: {kind: minimal}"));

}  // namespace
}  // namespace switchyard
