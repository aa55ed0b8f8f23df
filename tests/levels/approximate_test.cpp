#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/engine/network_bench.h"
#include "testbench/engine/packet_traffic.h"
#include "tests/support/sanitized.h"
#include "tlm/fast_engine.h"

namespace switchyard {
namespace {

struct Case {
  const char* name;
  const char* network;  ///< YAML
  int flits;
  double load;  ///< Flits per node and cycle, at most 70 % of saturation under each of the patterns.
};

constexpr const char* kDuatoTorus =
    "topology: {kind: torus, radix: [8, 8]}\n"
    "router: {kind: duato, virtual_channels: 4, input_depth: 16, output_depth: 8, throttle_vcs: 1}\n"
    "routing: {kind: duato}\n";
constexpr const char* kSlowRouters =
    "topology: {kind: torus, radix: [4, 4], link_latency: 2}\n"
    "router: {kind: duato, virtual_channels: 4, input_depth: 8, output_depth: 4, t_routing: 2, t_crossbar: "
    "2}\n"
    "routing: {kind: duato}\n";
constexpr const char* kMesh =
    "topology: {kind: mesh, radix: [8, 8]}\n"
    "router: {kind: duato, virtual_channels: 2, input_depth: 16, output_depth: 8}\n"
    "routing: {kind: dimension_order}\n";
constexpr const char* kHalfDuplexTorus =
    "topology: {kind: torus, radix: [4, 4], link_latency: 2, duplex: half}\n"
    "router: {kind: duato, virtual_channels: 4, input_depth: 8, output_depth: 4}\n"
    "routing: {kind: duato}\n";
constexpr const char* kThreeQueue =
    "topology: {kind: hypercube, dimensions: 6}\n"
    "router: {kind: konstantinidou}\n"
    "routing: {kind: three_queue}\n";
constexpr const char* kChaosCube =
    "topology: {kind: hypercube, dimensions: 6}\n"
    "router: {kind: chaos}\n"
    "routing: {kind: minimal}\n";
constexpr const char* kChaosTorus =
    "topology: {kind: torus, radix: [8, 8]}\n"
    "router: {kind: chaos, packet_flits: 8, visits_per_cycle: 2}\n"
    "routing: {kind: minimal}\n";

Experiment experiment_of(const std::string& network, const std::string& injection) {
  ConfigDocument document = ConfigDocument::from_text(network + injection, "approximate_test.yaml");
  return read_experiment(document, standard_catalogs());
}

Experiment open_loop(const char* network, const char* pattern, int flits, double load) {
  return experiment_of(network, std::string("traffic: {pattern: ") + pattern + ", packet_length: " +
                                    std::to_string(flits) + ", load: " + std::to_string(load) + "}\n");
}

struct Outcome {
  double latency = 0;
  std::uint64_t delivered = 0;
  std::string hash;
};
Outcome outcome_of(const Measurement& measurement) {
  return {measurement.packet_latency().mean(), measurement.packet_latency().count(),
          measurement.event_hash().hex()};
}

constexpr Cycle kWarmUp = 500;
constexpr Cycle kWindow = kSanitized ? 500 : 2000;
constexpr Cycle kDrain = 1500;

Outcome at_fast(const Experiment& experiment) {
  NetworkBench bench(experiment);
  FastEngine engine(experiment.design, bench.terminals(), &bench.links);
  bench.measurement.open_window(kWarmUp, kWarmUp + kWindow);
  while (engine.now() < kWarmUp + kWindow + kDrain) engine.step_cycle();
  EXPECT_EQ(bench.measurement.tagged_pending(), 0U);
  return outcome_of(bench.measurement);
}

Outcome at_approximate(const Experiment& experiment) {
  Measurement measurement(experiment.design.topology->node_count(), experiment.design.distance);
  PacketTraffic traffic(experiment, measurement);
  measurement.open_window(kWarmUp, kWarmUp + kWindow);
  traffic.advance(kWarmUp + kWindow + kDrain);
  Results results;
  traffic.collect(results);
  EXPECT_EQ(results.failed_check, "");
  EXPECT_EQ(measurement.tagged_pending(), 0U);
  return outcome_of(measurement);
}

/// Within 3 %.
void expect_latency_near_fast(const Experiment& experiment) {
  const double fast = at_fast(experiment).latency;
  EXPECT_NEAR(at_approximate(experiment).latency, fast, 0.03 * fast);
}

class Approximate : public testing::TestWithParam<Case> {};

TEST_P(Approximate, MeanLatencyIsWithinTenPerCentOfFast) {
  for (const char* pattern : {"uniform", "transpose", "bit_reversal"}) {
    const Experiment experiment = open_loop(GetParam().network, pattern, GetParam().flits, GetParam().load);
    const Outcome fast = at_fast(experiment);
    const Outcome approximate = at_approximate(experiment);
    EXPECT_EQ(approximate.delivered, fast.delivered) << pattern;
    EXPECT_NEAR(approximate.latency, fast.latency, 0.1 * fast.latency) << pattern;
  }
}

TEST_P(Approximate, LatencyRisesWithTheLoad) {
  double last = 0;
  for (const double part : {0.2, 0.6, 1.0}) {
    const Outcome outcome =
        at_approximate(open_loop(GetParam().network, "uniform", GetParam().flits, part * GetParam().load));
    EXPECT_GT(outcome.latency, last);
    last = outcome.latency;
  }
}

TEST_P(Approximate, EveryRunIsTheSame) {
  const Experiment experiment = open_loop(GetParam().network, "uniform", GetParam().flits, GetParam().load);
  EXPECT_EQ(at_approximate(experiment).hash, at_approximate(experiment).hash);
}

/// Everything at once: far beyond saturation.
TEST_P(Approximate, EveryPacketArrivesOnceAtItsDestination) {
  const Experiment experiment = experiment_of(
      GetParam().network, "workload: {kind: static, pattern: uniform, packets_per_node: 20, packet_length: " +
                              std::to_string(GetParam().flits) + "}\n");
  Measurement measurement(experiment.design.topology->node_count(), experiment.design.distance);
  PacketTraffic traffic(experiment, measurement);
  traffic.advance(1);
  const std::uint64_t created = traffic.log().created();
  EXPECT_EQ(created, 20U * experiment.design.topology->node_count());
  traffic.advance(50000);
  EXPECT_TRUE(traffic.exhausted());
  EXPECT_EQ(traffic.log().delivered(), created);
  Results results;
  traffic.collect(results);
  EXPECT_EQ(results.failed_check, "");
}

TEST_P(Approximate, APacketAloneTakesExactlyWhatTheAnalysisSays) {
  const Experiment experiment = open_loop(GetParam().network, "uniform", 1, 0.01);
  const Design& design = experiment.design;
  std::vector<PacketArrival> arrivals;
  const auto network =
      make_approximate_network(design, [&](const PacketArrival& arrival) { arrivals.push_back(arrival); });
  for (NodeId source = 0; source < design.topology->node_count(); source += kSanitized ? 7 : 1) {
    for (NodeId destination = 0; destination < design.topology->node_count(); ++destination) {
      const Cycle begin = network->now();
      network->send(7, source, destination, GetParam().flits, begin);
      while (network->next() != kNever) network->run(network->next() + 1);
      network->run(network->now() + 100);  // Credits come home.
      ASSERT_EQ(arrivals.size(), 1U);
      const ZeroLoadPath path = zero_load_path(*design.topology, *design.routing, source, destination);
      ASSERT_EQ(arrivals[0].arrived - begin, zero_load_latency(design.router.timing, path, GetParam().flits))
          << source << " to " << destination;
      EXPECT_EQ(arrivals[0].hops, design.distance(source, destination));
      EXPECT_EQ(arrivals[0].injected, begin);
      arrivals.clear();
    }
  }
}

/// Of many packets that stand in line: each departs once, before it arrives, and a source's link carries a
/// flit per cycle; none arrives sooner than it would alone.
TEST_P(Approximate, EveryPacketDepartsWhenItsSourcesLinkHasCarriedIt) {
  const Experiment experiment = open_loop(GetParam().network, "uniform", 1, 0.01);
  const NodeId nodes = experiment.design.topology->node_count();
  constexpr PacketId kPackets = 12;  // Of each node.
  std::map<PacketId, Cycle> departures;
  std::size_t arrivals = 0;
  const auto alone = [&design = experiment.design](const PacketArrival& arrival) {
    const int hops = design.distance(arrival.source, arrival.destination);
    const ZeroLoadPath path = ZeroLoadPath::over(hops, design.topology->channels().front().latency);
    return zero_load_latency(design.router.timing, path, /*flits=*/1) + static_cast<Cycle>(arrival.flits) - 1;
  };
  const auto network = make_approximate_network(
      experiment.design,
      [&](const PacketArrival& arrival) {
        ++arrivals;
        ASSERT_TRUE(departures.contains(arrival.packet));
        EXPECT_LT(departures[arrival.packet], arrival.arrived);
        EXPECT_GE(arrival.arrived, arrival.created + alone(arrival));
        EXPECT_GE(departures[arrival.packet], arrival.injected + static_cast<Cycle>(arrival.flits) - 1);
      },
      [&](const PacketDeparture& departure) {
        EXPECT_EQ(departure.flits, GetParam().flits);
        EXPECT_TRUE(departures.emplace(departure.packet, departure.at).second);
      });
  for (PacketId n = 0; n < kPackets; ++n) {
    for (NodeId source = 0; source < nodes; ++source)
      network->send(n * nodes + source, source, (source + 1 + n) % nodes, GetParam().flits, network->now());
    network->run(network->now() + 1);
  }
  network->run(network->now() + 50000);
  ASSERT_EQ(arrivals, kPackets * nodes);
  for (PacketId id = nodes; id < kPackets * nodes; ++id)
    EXPECT_GE(departures[id], departures[id - nodes] + static_cast<Cycle>(GetParam().flits));
}

INSTANTIATE_TEST_SUITE_P(
    Networks, Approximate,
    testing::Values(Case{"duato_torus", kDuatoTorus, 16, 0.35}, Case{"short_packets", kDuatoTorus, 2, 0.35},
                    Case{"slow_routers", kSlowRouters, 8, 0.3},
                    Case{"half_duplex_torus", kHalfDuplexTorus, 8, 0.15}, Case{"mesh", kMesh, 16, 0.1},
                    Case{"three_queue", kThreeQueue, 1, 0.4}, Case{"chaos_cube", kChaosCube, 1, 0.15},
                    Case{"chaos_torus", kChaosTorus, 8, 0.15}),
    [](const auto& network) { return std::string(network.param.name); });

/// Where no virtual channels share a link, little is left out.
TEST(ApproximateNetwork, OfPacketSwitchedNodesHasTheMeanLatencyOfFastToTheLastDigit) {
  const std::string one_place =
      "topology: {kind: torus, radix: [8, 8]}\n"
      "router: {kind: chaos, packet_flits: 16, ejection_buffer: 1}\n"
      "routing: {kind: minimal}\n";
  const std::string one_flit =
      "topology: {kind: mesh, radix: [4, 4]}\n"
      "router: {kind: chaos, injection_buffer: 1, visits_per_cycle: 2, empty_visits: counted}\n"
      "routing: {kind: minimal}\n";
  const auto queues = [](const std::string& routing, const std::string& settings) {
    return "topology: {kind: hypercube, dimensions: 5}\nrouter: {kind: konstantinidou, " + settings +
           "}\nrouting: {kind: " + routing + ", selection: least_loaded}\n";
  };
  const std::string heads = queues("three_queue", "queue_service: head");
  const std::string two_heads = queues("two_queue", "queue_service: head, queue_size: [3, 5]");
  const std::string narrow = queues("three_queue", "input_buffer: 1");
  const std::string slow = queues("two_queue", "phits_per_packet: 2, ejection_rate: 0.7");
  for (const Case& network :
       {Case{"three_queue", kThreeQueue, 1, 0.4}, Case{"heads", heads.c_str(), 1, 0.15},
        Case{"two_heads", two_heads.c_str(), 1, 0.15}, Case{"narrow", narrow.c_str(), 1, 0.2},
        Case{"slow", slow.c_str(), 1, 0.15}, Case{"chaos_cube", kChaosCube, 1, 0.15},
        Case{"chaos_torus", kChaosTorus, 8, 0.15}, Case{"one_place", one_place.c_str(), 16, 0.1},
        Case{"one_flit", one_flit.c_str(), 1, 0.2}}) {
    const Experiment experiment = open_loop(network.network, "uniform", network.flits, network.load);
    EXPECT_EQ(at_approximate(experiment).latency, at_fast(experiment).latency) << network.name;
  }
}

/// Packets of a flit or two take turns on a link, rather than all wait for all.
TEST(ApproximateNetwork, OfShortPacketsThatShareAChannelHasTheMeanLatencyOfFast) {
  const auto network = [](const std::string& topology, const std::string& routing) {
    return "topology: {kind: " + topology + ", radix: [8, 8]}\n" +
           "router: {kind: duato, virtual_channels: 4, input_depth: 8, output_depth: 4}\n" +
           "routing: {kind: " + routing + "}\n";
  };
  const std::string torus = network("torus", "duato");
  const std::string ordered = network("torus", "dimension_order");
  const std::string mesh = network("mesh", "duato");
  for (const Case& of : {Case{"torus", torus.c_str(), 1, 0.6}, Case{"ordered", ordered.c_str(), 1, 0.3},
                         Case{"mesh", mesh.c_str(), 1, 0.3}, Case{"mesh_2", mesh.c_str(), 2, 0.3}}) {
    const Experiment experiment = open_loop(of.network, "uniform", of.flits, of.load);
    SCOPED_TRACE(of.name);
    expect_latency_near_fast(experiment);
  }
}

/// What keeps packets back there is that both VCs of a link are taken, or their credits are on their way.
TEST(ApproximateNetwork, OfFewVcsOnLongLinksHasTheMeanLatencyOfFast) {
  const Experiment experiment = open_loop(
      "topology: {kind: mesh, radix: [4, 4], link_latency: 4}\n"
      "router: {kind: duato, virtual_channels: 2, input_depth: 8, output_depth: 2, vc_reallocation: atomic}\n"
      "routing: {kind: dimension_order}\n",
      "uniform", 4, 0.2);
  expect_latency_near_fast(experiment);
}

/// At 60 % of saturation packets follow each other in VCs, and no flit of one goes before the last of the
/// other.
TEST(ApproximateNetwork, OfATorusUnderLoadHasTheMeanLatencyOfFast) {
  const Experiment experiment = open_loop(
      "topology: {kind: torus, radix: [16, 16]}\n"
      "router: {kind: duato, virtual_channels: 4, input_depth: 16, output_depth: 8, throttle_vcs: 1}\n"
      "routing: {kind: duato}\n",
      "uniform", 16, 0.3);
  expect_latency_near_fast(experiment);
}

constexpr const char* kDetours =
    "topology: {kind: hypercube, dimensions: 7}\n"
    "router: {kind: duato, virtual_channels: 4, input_depth: 8, output_depth: 4}\n"
    "routing: {kind: non_minimal}\n";

TEST(ApproximateNetwork, OfPacketsThatPassTheirDestinationHasTheMeanLatencyOfFast) {
  for (const char* pattern : {"uniform", "complement", "bit_reversal"}) {
    const Experiment experiment = open_loop(kDetours, pattern, /*flits=*/8, /*load=*/0.15);
    const Outcome fast = at_fast(experiment);
    const Outcome approximate = at_approximate(experiment);
    EXPECT_EQ(approximate.delivered, fast.delivered) << pattern;
    EXPECT_NEAR(approximate.latency, fast.latency, 0.1 * fast.latency) << pattern;
  }
}

TEST(ApproximateNetwork, OnAWayWithDetoursAPacketAloneTakesTheTimeOfItsHops) {
  const Experiment experiment = open_loop(kDetours, "uniform", /*flits=*/8, /*load=*/0.1);
  const Design& design = experiment.design;
  std::vector<PacketArrival> arrivals;
  const auto network =
      make_approximate_network(design, [&](const PacketArrival& arrival) { arrivals.push_back(arrival); });
  constexpr NodeId kSource = 0b1010011;
  for (NodeId destination = 0; destination < design.topology->node_count(); ++destination) {
    const Cycle begin = network->now();
    network->send(7, kSource, destination, /*flits=*/8, begin);
    while (network->next() != kNever) network->run(network->next() + 1);
    network->run(network->now() + 100);  // Credits come home.
    ASSERT_EQ(arrivals.size(), destination + 1U);
    const PacketArrival& arrival = arrivals.back();
    // Each of phases 6, 5 and 4 has a hop of its own before that of its dimension; a packet to itself has
    // no phase.
    EXPECT_GE(arrival.hops, destination == kSource ? 0 : 3);
    EXPECT_LE(arrival.hops, 2 * 7 - 4);
    EXPECT_EQ(arrival.hops % 2, design.distance(kSource, destination) % 2);
    EXPECT_EQ(
        arrival.arrived - begin,
        zero_load_latency(design.router.timing, ZeroLoadPath::over(arrival.hops, /*link_latency=*/1), 8));
  }
}

TEST(ApproximateNetwork, RefusesWhatItHasNoModelOf) {
  const auto build = [](const char* network, const char* injection) {
    const Experiment experiment = experiment_of(network, injection);
    make_approximate_network(experiment.design, [](const PacketArrival&) {});
  };
  EXPECT_THROW(build("topology: {kind: mesh, radix: [4, 4]}\nrouter: {kind: mesh16}\n",
                     "workload: {kind: many_to_one, algorithm: route_columns, shape: south_east, "
                     "max_per_destination: 1}\n"),
               std::invalid_argument);
  EXPECT_THROW(build(kChaosCube,
                     "injection: {policy: control}\n"
                     "traffic: {pattern: uniform, packet_length: 1, load: 0.1}\n"),
               std::invalid_argument);
}

TEST(ApproximateNetwork, RefusesByNameWhatItWouldGetWrong) {
  const auto refusal = [](const std::string& duplex, const std::string& router) -> std::string {
    const Experiment experiment =
        open_loop(("topology: {kind: torus, radix: [4, 4], link_latency: 2, duplex: " + duplex +
                   "}\nrouter: {kind: duato, " + router + "}\nrouting: {kind: dimension_order}\n")
                      .c_str(),
                  "uniform", 1, 0.1);
    try {
      make_approximate_network(experiment.design, [](const PacketArrival&) {});
      return "";
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal("full", "vc_reallocation: immediate"),
            "level approximate has no model of router.vc_reallocation = immediate; use fast");
  EXPECT_EQ(refusal("full", "head_flit_order: in_transit_first"),
            "level approximate has no model of router.head_flit_order = in_transit_first; use fast");
  EXPECT_EQ(
      refusal("half", "output_depth: 0"),
      "level approximate has no model of topology.duplex = half with router.output_depth = 0; use fast");
  EXPECT_EQ(
      refusal("half", "input_depth: 6"),
      "level approximate has no model of router.input_depth = 6 with links of 2 cycles, which half duplex "
      "need 7 flits here; use fast");
  EXPECT_EQ(
      refusal("full", "input_depth: 2"),
      "level approximate has no model of router.input_depth = 2 with links of 2 cycles, which need 3 flits "
      "here; use fast");
  EXPECT_EQ(refusal("half", "input_depth: 7"), "");
  EXPECT_EQ(refusal("full", "input_depth: 3, output_depth: 0"), "");
}

}  // namespace
}  // namespace switchyard
