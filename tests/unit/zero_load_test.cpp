#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/analysis/zero_load.h"
#include "hw/router/vc/duato_config.h"
#include "hw/topology/grid.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/random_attached_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// Every way from `query` on that routing offers a packet that is alone, behind `before`.
void add_paths(const Design& design, const RouteQuery& query, const ZeroLoadPath& before,
               std::vector<ZeroLoadPath>& ways) {
  RouteSet routes;
  design.routing->route_unless_arrived(query, routes);
  if (routes.empty()) return ways.push_back(before);
  for (const RouteChoice& choice : routes) {
    if (choice.preference != routes.begin()->preference) break;  // It need not escape.
    ZeroLoadPath path = before;
    if (choice.port == kCentralQueues) {
      if (query.held_port == kCentralQueues) ++path.internal_moves;
      add_paths(design, {query.here, query.destination, kCentralQueues, lowest_bit(choice.vcs)}, path, ways);
      continue;
    }
    const int channel = design.topology->channel_from({query.here, choice.port});
    const Channel& link = design.topology->channels()[static_cast<std::size_t>(channel)];
    path.links.push_back({link.delay(), link.cycles_per_flit});
    add_paths(design, {link.to.node, query.destination, link.to.port, lowest_bit(choice.vcs)}, path, ways);
  }
}

/// The way of the analysis, or all.
enum class Ways : std::uint8_t { First, All };
/// What the analysis claims.
enum class Claim : std::uint8_t { Exact, AtMost };

std::set<Cycle> latencies_of(const Design& design, const PipelineTiming& timing, Ways ways, NodeId source,
                             NodeId destination, int flits) {
  std::vector<ZeroLoadPath> paths;
  if (ways == Ways::First)
    paths.push_back(zero_load_path(*design.topology, *design.routing, source, destination));
  else
    add_paths(design, {source, destination, /*held_port=*/-1, 0}, {}, paths);
  std::set<Cycle> latencies;
  for (const ZeroLoadPath& path : paths) latencies.insert(zero_load_latency(timing, path, flits));
  return latencies;
}

/// Sends one packet of each length from every terminal to every terminal (itself too), each alone in the
/// network. Returns the first whose latency is not what the analysis claims; `timing` is what it is told of
/// the routers.
std::string first_difference(const Experiment& network, const PipelineTiming& timing,
                             const std::vector<int>& lengths, Ways ways = Ways::First,
                             Claim claim = Claim::Exact) {
  const Topology& topology = *network.design.topology;
  const TerminalId terminals = topology.terminal_count();
  struct Expected {
    TerminalId source;
    TerminalId destination;
    int flits;
    Cycle created;
    std::set<Cycle> latencies;
    PacketId packet;
  };
  std::vector<Expected> all;
  std::vector<TraceEntry> packets;
  std::vector<PacketId> sent(terminals, 0);
  Cycle now = 3;
  for (TerminalId source = 0; source < terminals; ++source) {
    for (TerminalId destination = 0; destination < terminals; ++destination) {
      const PortRef entry = topology.attachment(source).entry;
      const PortRef exit = topology.attachment(destination).exit;
      if (entry.node == kNoNode || exit.node == kNoNode) continue;
      for (const int flits : lengths) {
        const std::set<Cycle> latencies =
            latencies_of(network.design, timing, ways, entry.node, exit.node, flits);
        all.push_back({source, destination, flits, now, latencies, sent[source]++ * terminals + source});
        packets.push_back({source, {now, destination, flits}});
        now += *latencies.rbegin() + 150;  // The last credits.
      }
    }
  }
  const Experiment experiment = with_packets(network, packets);
  FastBench bench(experiment);
  TailTimes tails;
  bench.bench.observers.add(&tails);
  bench.run(now);
  for (const Expected& one : all) {
    const Cycle measured = tails.of(one.packet) - one.created;
    if (one.latencies.contains(measured)) continue;
    if (claim == Claim::AtMost && measured < *one.latencies.rbegin()) continue;
    return std::to_string(one.flits) + " flits from terminal " + std::to_string(one.source) +
           " to terminal " + std::to_string(one.destination) + ": " + testing::PrintToString(one.latencies) +
           " cycles computed, " + std::to_string(measured) + " measured";
  }
  return "";
}

std::string first_difference(const Experiment& experiment, const std::vector<int>& lengths) {
  return first_difference(experiment, experiment.design.router.timing, lengths);
}

Experiment network(const std::string& topology, const std::string& router, const std::string& routing) {
  return experiment_from("topology: {" + topology + "}\nrouter: {kind: duato, " + router +
                         "}\nrouting: {kind: " + routing +
                         "}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n");
}

const std::string kTorus = "kind: torus, radix: [4, 3]";
const std::string kChain =
    "kind: custom, nodes: 6, links: [[0, 1, 3], [1, 2, 1], [2, 3, 5], [3, 4, 2], [4, 5, 1]]";

const std::vector<int> kLengths{1, 2, 5, 9, 33};

class ZeroLoadOfAttachedTerminals : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ZeroLoadOfAttachedTerminals, CountsEveryNarrowLinkAndEveryEntryAndExit) {
  const Experiment drawn = experiment_from(random_attached_experiment(GetParam()));
  const int longest = drawn.design.router.packets.flits;
  std::vector<int> lengths{1};
  for (const int flits : {4, 13}) {
    if (flits <= longest) lengths.push_back(flits);
  }
  EXPECT_EQ(first_difference(drawn, drawn.design.router.timing, lengths, Ways::All), "");
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, ZeroLoadOfAttachedTerminals, testing::Range<std::uint64_t>(1, 41));

TEST(ZeroLoad, TorusOfFourByFour) {
  EXPECT_EQ(first_difference(network("kind: torus, radix: [4, 4]", "virtual_channels: 3", "duato"), kLengths),
            "");
}

TEST(ZeroLoad, TorusOfFiveByThreeWithSlowRoutersAndLinks) {
  const auto slow = network("kind: torus, radix: [5, 3], link_latency: 2",
                            "virtual_channels: 2, t_routing: 3, t_crossbar: 2", "dimension_order");
  EXPECT_EQ(first_difference(slow, kLengths), "");
}

TEST(ZeroLoad, MeshWithLongLinks) {
  const auto mesh = network("kind: mesh, radix: [4, 3], link_latency: 7",
                            "virtual_channels: 2, input_depth: 15, t_crossbar: 3", "duato");
  EXPECT_EQ(first_difference(mesh, kLengths), "");
}

TEST(ZeroLoad, Hypercube) {
  EXPECT_EQ(
      first_difference(
          network("kind: hypercube, dimensions: 4", "virtual_channels: 2, t_routing: 2", "duato"), {1, 9}),
      "");
}

TEST(ZeroLoad, ChainOfLinksOfDifferentLatencies) {
  EXPECT_EQ(first_difference(network(kChain, "virtual_channels: 2, input_depth: 11", "up_down"), kLengths),
            "");
  EXPECT_EQ(first_difference(network(kChain, "virtual_channels: 2, input_depth: 4, t_routing: 9", "up_down"),
                             kLengths),
            "");
  EXPECT_EQ(
      first_difference(
          network(kChain, "virtual_channels: 2, input_depth: 3, output_depth: 0, t_routing: 2", "up_down"),
          kLengths),
      "");
}

TEST(ZeroLoad, RoutersWithoutOutputVcs) {
  for (const std::string crossbar : {"vcs", "ports"}) {
    const std::string router = "virtual_channels: 3, output_depth: 0, t_crossbar: 2, crossbar: " + crossbar;
    EXPECT_EQ(first_difference(network(kTorus, router, "duato"), kLengths), "");
    EXPECT_EQ(first_difference(network(kTorus + ", link_latency: 2", router + ", input_depth: 3", "duato"),
                               kLengths),
              "");
  }
}

TEST(ZeroLoad, VcsShallowerThanTheCreditLoop) {
  for (const int depth : {1, 2, 3}) {
    const std::string router = "virtual_channels: 3, t_routing: 3, input_depth: " + std::to_string(depth);
    EXPECT_EQ(first_difference(network(kTorus, router, "duato"), kLengths), "") << depth;
    EXPECT_EQ(first_difference(network(kTorus + ", link_latency: 4", router, "duato"), kLengths), "")
        << depth;
  }
}

TEST(ZeroLoad, HalfDuplexLinks) {
  for (const std::string latency : {"1", "2", "3"}) {
    const std::string topology = kTorus + ", duplex: half, link_latency: " + latency;
    for (const std::string router :
         {"output_depth: 4", "output_depth: 2, t_crossbar: 2", "output_depth: 0, t_crossbar: 2"}) {
      for (const std::string depth : {"1", "3", "7"}) {
        const auto experiment =
            network(topology, "virtual_channels: 3, input_depth: " + depth + ", " + router, "duato");
        EXPECT_EQ(first_difference(experiment, {3, 19}), "") << latency << ", " << depth << ", " << router;
      }
    }
  }
}

Experiment queue_network(const std::string& topology, const std::string& router, const std::string& routing) {
  return experiment_from("topology: {" + topology + "}\nrouter: {kind: konstantinidou, " + router +
                         "}\nrouting: {selection: first, kind: " + routing +
                         "}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n");
}

TEST(ZeroLoad, CentralQueues) {
  for (const std::string router : {"phits_per_packet: 1", "phits_per_packet: 3, input_buffer: 1",
                                   "queue_size: 1, input_buffer: 1", "queue_service: head"}) {
    for (const std::string latency : {", link_latency: 1", ", link_latency: 3"}) {
      const std::string cube = "kind: hypercube, dimensions: 4" + latency;
      EXPECT_EQ(first_difference(queue_network(cube, router, "three_queue"), {1}), "");
      EXPECT_EQ(first_difference(queue_network(cube, router, "hanging"), {1}), "");
      EXPECT_EQ(first_difference(queue_network(cube, router, "two_queue"), {1}), "");
      EXPECT_EQ(
          first_difference(queue_network("kind: mesh, radix: [4, 3]" + latency, router, "two_queue"), {1}),
          "");
      const auto shuffle =
          queue_network("kind: shuffle_exchange, dimensions: 4" + latency, router, "four_queue");
      EXPECT_EQ(first_difference(shuffle, {1}), "");
    }
  }
}

TEST(ZeroLoadMutant, AMoveMoreOrLessIsFound) {
  const auto experiment =
      queue_network("kind: hypercube, dimensions: 3", "phits_per_packet: 2", "three_queue");
  EXPECT_EQ(first_difference(experiment, {1}), "");
  PipelineTiming timing = experiment.design.router.timing;
  timing.internal_move = 1;
  EXPECT_NE(first_difference(experiment, timing, {1}), "");
}

/// Off a grid the ways that a selection has differ in length, and those that are not minimal do.
Ways ways_of(const std::string& yaml, const Experiment& experiment) {
  const bool minimal =
      experiment.design.topology->shape<Grid>() && experiment.design.routing->stops_at_destination();
  const bool alike = minimal || yaml.find("selection: first") != std::string::npos;
  return alike ? Ways::First : Ways::All;
}

TEST(ZeroLoad, RandomDesigns) {
  int with_a_choice = 0;
  for (std::uint64_t n = 300; n < 400; ++n) {
    const std::string yaml = random_experiment(n);
    const Experiment experiment = experiment_from(yaml);
    if (experiment.design.routing->routes_by_packet()) continue;  // There are no figures of those.
    const Ways ways = ways_of(yaml, experiment);
    with_a_choice += ways == Ways::All;
    const std::vector<int> lengths{1, std::min(experiment.design.router.packets.flits, 23)};
    EXPECT_EQ(first_difference(experiment, experiment.design.router.timing, lengths, ways), "") << yaml;
  }
  EXPECT_GT(with_a_choice, 10);
}

TEST(ZeroLoad, RandomDesignsWithShortHops) {
  int with_one_cycle = 0;
  for (std::uint64_t n = 300; n < 360; ++n) {
    const std::string yaml = random_short_hop_experiment(n);
    const Experiment experiment = experiment_from(yaml);
    if (experiment.design.routing->routes_by_packet()) continue;
    with_one_cycle += experiment.design.router.timing.router == 0;
    const std::vector<int> lengths{1, std::min(experiment.design.router.packets.flits, 23)};
    EXPECT_EQ(
        first_difference(experiment, experiment.design.router.timing, lengths, ways_of(yaml, experiment)), "")
        << yaml;
  }
  EXPECT_GT(with_one_cycle, 10);
}

TEST(ZeroLoad, RandomDesignsWithStages) {
  int with_bypass = 0;
  int speculative = 0;
  for (std::uint64_t n = 300; n < 372; ++n) {
    const std::string yaml = random_stage_experiment(n);
    const Experiment experiment = experiment_from(yaml);
    if (experiment.design.routing->routes_by_packet()) continue;
    with_bypass += experiment.design.router.timing.bypass;
    speculative += experiment.design.router.as<DuatoConfig>()->speculative;
    const std::vector<int> lengths{1, 3, std::min(experiment.design.router.packets.flits, 23)};
    EXPECT_EQ(
        first_difference(experiment, experiment.design.router.timing, lengths, ways_of(yaml, experiment)), "")
        << yaml;
  }
  EXPECT_GT(with_bypass, 20);
  EXPECT_GT(speculative, 20);
}

/// Which VC a packet takes the analysis does not know: it reckons with the smallest.
TEST(ZeroLoad, RandomDesignsWithDepthsOfTheirOwn) {
  int below_the_bound = 0;
  for (std::uint64_t n = 300; n < 360; ++n) {
    const std::string yaml = random_depth_experiment(n);
    const Experiment experiment = experiment_from(yaml);
    if (experiment.design.routing->routes_by_packet()) continue;
    const PipelineTiming& timing = experiment.design.router.timing;
    const Ways ways = ways_of(yaml, experiment);
    EXPECT_EQ(first_difference(experiment, timing, {1, timing.input_depth.smallest()}, ways), "") << yaml;
    const std::vector<int> lengths{std::min(experiment.design.router.packets.flits, 23)};
    EXPECT_EQ(first_difference(experiment, timing, lengths, ways, Claim::AtMost), "") << yaml;
    below_the_bound += !first_difference(experiment, timing, lengths, ways).empty();
  }
  EXPECT_GT(below_the_bound, 5) << "else it is exact, and the pages can say so";
}

/// With links of one cycle a mesh whose routers take none has a cycle per hop.
TEST(ZeroLoad, AHopTakesOneCycleIfTheRouterTakesNone) {
  const auto mesh =
      network("kind: mesh, radix: [8, 8]",
              "virtual_channels: 1, output_depth: 0, t_routing: 0, t_crossbar: 0", "dimension_order");
  const ZeroLoadPath path = zero_load_path(*mesh.design.topology, *mesh.design.routing, 0, 63);
  EXPECT_EQ(zero_load_latency(mesh.design.router.timing, path, 1), 1U + 14 + 1);
  EXPECT_EQ(first_difference(mesh, {1, 4}), "");
}

TEST(ZeroLoadMutant, ACycleMoreOrLessIsFound) {
  const Experiment experiment =
      network(kChain, "virtual_channels: 2, input_depth: 4, t_routing: 9", "up_down");
  EXPECT_EQ(first_difference(experiment, kLengths), "");
  const auto changed = [&](auto PipelineTiming::*part, int value) {
    PipelineTiming timing = experiment.design.router.timing;
    timing.*part = value;
    return first_difference(experiment, timing, kLengths);
  };
  const PipelineTiming& timing = experiment.design.router.timing;
  EXPECT_NE(changed(&PipelineTiming::router, timing.router + 1), "");
  EXPECT_NE(changed(&PipelineTiming::input_depth, timing.input_depth[0] + 1), "");
  EXPECT_NE(changed(&PipelineTiming::credit_turnaround, timing.credit_turnaround + 1), "");
}

TEST(ZeroLoadMutant, AFlitThatGoesThroughTheStagesOrPastThemIsFound) {
  for (const std::string bypass : {"false", "true"}) {
    const Experiment experiment = network(
        kChain,
        "virtual_channels: 2, input_depth: 4, output_depth: 0, crossbar: ports, t_routing: 0, bypass: " +
            bypass,
        "up_down");
    EXPECT_EQ(first_difference(experiment, kLengths), "");
    PipelineTiming timing = experiment.design.router.timing;
    timing.bypass = !timing.bypass;
    EXPECT_NE(first_difference(experiment, timing, {1}), "");
    EXPECT_NE(first_difference(experiment, timing, {33}), "");
  }
}

TEST(ZeroLoadMutant, ACycleMoreOrLessIsFoundWhereWaysDiffer) {
  for (std::uint64_t n = 300; n < 400; ++n) {
    const std::string yaml = random_experiment(n);
    const Experiment experiment = experiment_from(yaml);
    if (ways_of(yaml, experiment) == Ways::First) continue;
    for (const int by : {-1, 1}) {
      PipelineTiming timing = experiment.design.router.timing;
      timing.router += by;
      EXPECT_NE(first_difference(experiment, timing, {1}, Ways::All), "") << yaml;
    }
  }
}

}  // namespace
}  // namespace switchyard
