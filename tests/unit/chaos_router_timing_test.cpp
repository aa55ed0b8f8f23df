#include <gtest/gtest.h>

#include "hw/analysis/zero_load.h"
#include "tests/support/chaos_router_bench.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr PortId kTerminal = ChaosRouterBench::kTerminal;

TEST(ChaosRouter, ZeroLoadLatencyIsOneCycle) {
  for (const int visits : {1, 2, 8}) {
    for (const NodeId destination : {0b0000U, 0b0100U}) {
      for (const PortId from : {PortId{0}, PortId{3}, kTerminal}) {
        ChaosRouterBench bench(chaos_of(5, visits));
        const PortId to = destination == 0 ? kTerminal : 2;
        bench.packet(from, 9, destination);
        bench.step();
        EXPECT_FALSE(bench.sent(to));
        EXPECT_TRUE(bench.returned(from)) << "The credit leaves in the cycle of the visit.";
        EXPECT_TRUE(bench.awake());
        bench.step();
        EXPECT_EQ(bench.sent(to), 9U);
        EXPECT_FALSE(bench.awake());
      }
    }
  }
}

TEST(ChaosRouter, EmptyVisitsThatCountAddAtMostTwoCyclesPerChannel) {
  constexpr int kChannels = 4;
  for (PortId from = 0; from < kChannels; ++from) {
    for (PortId to = 0; to < kChannels; ++to) {
      for (PortId before = 0; before < kChannels; ++before) {  // Where the turn is.
        ChaosConfig config = chaos_of(5);
        config.empty_visits = ChaosConfig::EmptyVisits::Counted;
        ChaosRouterBench bench(config);
        bench.inject(1, NodeId{1} << before);
        bench.credit(before);
        bench.step();
        bench.packet(from, 9, NodeId{1} << to);
        int cycles = -1;
        do {
          bench.step();
          ++cycles;
        } while (bench.sent(to) != 9U && cycles < 30);
        EXPECT_GE(cycles, 1);
        EXPECT_LE(cycles, 1 + 2 * kChannels);
      }
    }
  }
}

/// Packets per cycle from node 0 to node 1, which sends as many back, from some cycle on.
double link_rate(int latency, Cycle back_from, int visits, int flits = 1) {
  constexpr int kPackets = 200;
  std::vector<TraceEntry> packets;
  for (int n = 0; n < kPackets; ++n) {
    packets.push_back({0, {0, 1, flits}});
    packets.push_back({1, {back_from, 0, flits}});
  }
  const Experiment experiment = with_packets(
      experiment_from(
          "topology: {kind: hypercube, dimensions: 1, link_latency: " + std::to_string(latency) +
          "}\nrouter: {kind: chaos, visits_per_cycle: " + std::to_string(visits) +
          ", packet_flits: " + std::to_string(flits) +
          "}\nrouting: {kind: minimal}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n"),
      packets);
  FastBench bench(experiment, /*record_events=*/true);
  EXPECT_TRUE(bench.drain(200000));
  Cycle first = kNever;
  Cycle last = 0;
  for (const LinkEvent& event : bench.bench.recorder.events()) {
    if (event.at_terminal || event.node != 1 || event.port != 0 || event.credits != 0) continue;
    if (!event.flit.head) continue;
    first = std::min(first, event.cycle);
    last = event.cycle;
  }
  return (kPackets - 1) / static_cast<double>(last - first);
}

TEST(ChaosRouter, ALinkCarriesAPacketPerTwoLatenciesAndPerFourIfBothEndsSendOutOfStep) {
  constexpr Cycle kAfterAll = 100000;
  for (const int latency : {1, 2, 5}) {
    for (const int visits : {1, 3}) {
      EXPECT_NEAR(link_rate(latency, kAfterAll, visits), 1 / (2.0 * latency), 0.01) << latency;
      EXPECT_NEAR(link_rate(latency, /*back_from=*/0, visits), 1 / (2.0 * latency), 0.01) << latency;
      const auto out_of_step = static_cast<Cycle>(latency);
      EXPECT_NEAR(link_rate(latency, out_of_step, visits), 1 / (4.0 * latency), 0.01) << latency;
    }
  }
}

TEST(ChaosRouter, APacketTakesALinkForItsFlitsAndTheRoundTripOfACredit) {
  constexpr Cycle kAfterAll = 100000;
  for (const int latency : {1, 3}) {
    for (const int flits : {2, 4, 16}) {
      const double least = flits - 1 + 2 * latency;
      EXPECT_NEAR(1 / link_rate(latency, kAfterAll, /*visits=*/1, flits), least, 0.1);
      for (Cycle out_of_step = 0; out_of_step < 8; ++out_of_step) {
        const double cycles = 1 / link_rate(latency, out_of_step, /*visits=*/1, flits);
        EXPECT_GT(cycles, least - 0.1) << out_of_step;
        EXPECT_LT(cycles, 2 * least + 0.1) << out_of_step;
      }
    }
  }
}

TEST(ChaosRouter, AHeadFlitLeavesBeforeItsTailHasCome) {
  constexpr int kFlits = 5;
  ChaosConfig config = chaos_of(5);
  config.packet_flits = kFlits;
  for (const NodeId destination : {0b0000U, 0b0100U}) {
    for (const PortId from : {PortId{0}, kTerminal}) {
      ChaosRouterBench bench(config);
      const PortId to = destination == 0 ? kTerminal : 2;
      for (int cycle = 0; cycle <= kFlits; ++cycle) {
        const auto remaining = static_cast<std::uint16_t>(kFlits - cycle);
        if (remaining != 0)
          bench.flit(from, {9, destination, payload_of(9, remaining), remaining, 0, cycle == 0});
        bench.step();
        EXPECT_EQ(bench.sent(to).has_value(), cycle != 0) << "in cycle " << cycle;
        EXPECT_EQ(bench.returned(from), remaining != 0) << "in cycle " << cycle;
      }
      bench.step();
      EXPECT_FALSE(bench.sent(to));
      EXPECT_FALSE(bench.awake());
    }
  }
}

TEST(ChaosRouter, ZeroLoadLatencyInANetworkIsThatOfItsTiming) {
  for (const std::string duplex : {"full", "half"}) {
    for (const std::string latency : {"1", "3"}) {
      for (const int flits : {1, 5}) {
        const Experiment network = experiment_from(
            "topology: {kind: torus, radix: [5, 5], link_latency: " + latency + ", duplex: " + duplex +
            "}\nrouter: {kind: chaos, packet_flits: 5}\nrouting: {kind: minimal}\n"
            "traffic: {pattern: uniform, load: 0, packet_length: 1}\n");
        const Design& design = network.design;
        for (const NodeId destination : {0U, 1U, 12U}) {
          const ZeroLoadPath path = zero_load_path(*design.topology, *design.routing, 0, destination);
          const Experiment one_packet = with_packets(network, {{0, {0, destination, flits}}});
          FastBench bench(one_packet);
          bench.bench.measurement.open_window(0, kNever);
          ASSERT_TRUE(bench.drain(1000));
          EXPECT_EQ(bench.bench.measurement.packet_latency().max(),
                    zero_load_latency(design.router.timing, path, flits))
              << duplex << ", " << latency << ", " << flits << " flits to node " << destination;
        }
      }
    }
  }
}

}  // namespace
}  // namespace switchyard
