#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "hw/base/random_stream.h"
#include "hw/design/proof/verdict.h"
#include "testbench/monitor/watchdog.h"
#include "tests/support/delta_network.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/random_circuit_experiment.h"

namespace switchyard {
namespace {

/// Random packets, all created in the first 300 cycles.
std::vector<TraceEntry> random_packets(TerminalId terminals, std::uint64_t seed) {
  RandomStream random(seed, 0, Purpose::Process);
  std::vector<TraceEntry> packets;
  for (TerminalId n = 0; n < 12 * terminals; ++n) {
    const TerminalId source = random.below(terminals);
    const Cycle created = random.below(300);
    const TerminalId destination = random.below(terminals);
    packets.push_back({source, {created, destination, 1 + static_cast<int>(random.below(14))}});
  }
  return packets;
}

class CircuitNetworks : public testing::TestWithParam<std::uint64_t> {};

TEST_P(CircuitNetworks, DeliverEveryPacketOnceAndGetAllCreditsBack) {
  const std::string yaml = random_circuit_experiment(GetParam());
  SCOPED_TRACE(yaml);
  const Experiment network = experiment_from(yaml);
  EXPECT_EQ(verdict_of(network.design).kind, DeadlockVerdict::Kind::Acyclic);
  const Experiment experiment =
      with_packets(network, random_packets(network.design.topology->terminal_count(), GetParam()));
  FastBench bench(experiment);
  Watchdog watchdog(experiment.design, 5000);
  for (Cycle now = 1; now < 60000 && !(now > 301 && bench.bench.scoreboard.log().pending() == 0); ++now) {
    bench.run(1);
    if (now >= watchdog.next_look()) watchdog.look(now, bench);
  }
  EXPECT_EQ(bench.bench.scoreboard.log().pending(), 0U);
  EXPECT_FALSE(watchdog.deadlock().has_value());
  bench.run(100);
  bench.bench.links.check_drained();
  EXPECT_EQ(bench.bench.scoreboard.failure() + bench.bench.links.failure(), "");
  for (NodeId node = 0; node < experiment.design.topology->node_count(); ++node) {
    bench.router(node).visit_buffers([&](const BufferView& view) {
      EXPECT_EQ(view.occupancy, 0);
      EXPECT_FALSE(view.allocated);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, CircuitNetworks, testing::Range<std::uint64_t>(1, 61));

/// Four switches in a ring of one direction, on which every packet goes three hops.
std::string ring(const std::string& router) {
  return "topology: {kind: custom, nodes: 4, links: ["
         "{from: 0, to: 1, one_way: true}, {from: 1, to: 2, one_way: true}, "
         "{from: 2, to: 3, one_way: true}, {from: 3, to: 0, one_way: true}]}\n"
         "routing: {kind: table, entries: [[0, 1, 1], [0, 2, 1], [0, 3, 1], [1, 2, 2], [1, 3, 2], [1, 0, 2], "
         "[2, 3, 3], [2, 0, 3], [2, 1, 3], [3, 0, 0], [3, 1, 0], [3, 2, 0]]}\n"
         "router: {kind: circuit, " +
         router + "}\ntraffic: {pattern: uniform, load: 0, packet_length: 4}\n";
}

TEST(CircuitDeadlock, HoldingCanCloseACircleWhereDroppingCannot) {
  std::vector<TraceEntry> packets;
  for (TerminalId t = 0; t < 4; ++t) packets.push_back({t, {0, (t + 3) % 4, 4}});
  for (const bool drops : {false, true}) {
    const Experiment experiment =
        with_packets(experiment_from(ring(drops ? "blocking: drop" : "blocking: hold")), packets);
    EXPECT_EQ(verdict_of(experiment.design).kind,
              drops ? DeadlockVerdict::Kind::Acyclic : DeadlockVerdict::Kind::Unsafe);
    FastBench bench(experiment);
    Watchdog watchdog(experiment.design, 200);
    for (Cycle now = 1; now < 3000; ++now) {
      bench.run(1);
      if (now >= watchdog.next_look()) watchdog.look(now, bench);
    }
    EXPECT_EQ(watchdog.deadlock().has_value(), !drops);
    EXPECT_EQ(bench.bench.scoreboard.log().pending(), drops ? 0U : 4U);
  }
}

/// Headers of one flit that arrive without having been refused, of those that each terminal sends with
/// probability `offered`, in so many networks that are empty before.
struct OnePass {
  double accepted = 0;  ///< Per terminal.
  double error = 0;     ///< Its standard error, from network to network.
};

OnePass one_pass(const DeltaNetwork& network, double offered, int passes) {
  const Experiment experiment = experiment_from(network.yaml() + "router: {kind: circuit, blocking: drop}\n" +
                                                "traffic: {pattern: uniform, load: 0, packet_length: 1}\n");
  const auto terminals = static_cast<TerminalId>(network.terminals());
  double sum = 0, squares = 0;
  for (int pass = 0; pass < passes; ++pass) {
    RandomStream random(static_cast<std::uint64_t>(pass), 0, Purpose::Process);
    std::vector<TraceEntry> packets;
    for (TerminalId t = 0; t < terminals; ++t) {
      const bool sends = random.unit() < offered;
      const TerminalId destination = random.below(terminals);
      if (sends) packets.push_back({t, {0, destination, 1}});
    }
    int accepted = 0;
    if (!packets.empty()) {
      const Experiment filled = with_packets(experiment, packets);
      TailTimes times;
      FastBench bench(filled);
      bench.bench.observers.add(&times);
      // A header that is refused anywhere cannot be in time: it sets out again a cycle later, or more.
      bench.run(static_cast<Cycle>(network.stages()) + 2);
      for (const TraceEntry& entry : packets) accepted += times.of(entry.source) != kNever;
    }
    const double share = static_cast<double>(accepted) / terminals;
    sum += share;
    squares += share * share;
  }
  const double mean = sum / passes;
  return {mean, std::sqrt((squares / passes - mean * mean) / (passes - 1))};
}

TEST(CircuitNetwork, AcceptsOfOnePassWhatPatelsRecurrenceSays) {
  struct Case {
    int ports, stages;
    double offered;
  };
  for (const Case& each : {Case{2, 2, 1}, Case{2, 3, 1}, Case{2, 5, 1}, Case{2, 4, 0.5}, Case{4, 2, 1},
                           Case{4, 2, 0.3}, Case{8, 2, 0.8}}) {
    double expected = each.offered;
    for (int stage = 0; stage < each.stages; ++stage)
      expected = 1 - std::pow(1 - expected / each.ports, each.ports);
    const OnePass found = one_pass(DeltaNetwork(each.ports, each.stages), each.offered, 400);
    EXPECT_NEAR(found.accepted, expected, 3.5 * found.error) << each.ports << ", " << each.stages;
    EXPECT_LT(found.error, 0.02) << each.ports << ", " << each.stages;
  }
}

TEST(CircuitNetwork, IsFairToAllThatWantOneTerminal) {
  const DeltaNetwork network(4, 2);
  const Experiment experiment = with_packets(
      experiment_from(network.yaml() +
                      "router: {kind: circuit}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n"),
      [&] {
        std::vector<TraceEntry> packets;
        for (TerminalId t = 0; t < 16; ++t) {
          for (int n = 0; n < 20; ++n) packets.push_back({t, {0, 5, 3}});
        }
        return packets;
      }());
  FastBench bench(experiment, /*record_events=*/true);
  ASSERT_TRUE(bench.drain(100000));
  std::vector<TerminalId> order;
  for (const LinkEvent& event : bench.bench.recorder.events()) {
    if (event.at_terminal && event.node == 5 && event.credits == 0 && event.flit.tail())
      order.push_back(event.flit.packet % 16);
  }
  ASSERT_EQ(order.size(), 320U);
  for (std::size_t round = 0; round < 20; ++round)  // Each once before anybody twice.
    EXPECT_EQ(std::set<TerminalId>(order.begin() + 16 * round, order.begin() + 16 * (round + 1)).size(), 16U);
}

}  // namespace
}  // namespace switchyard
