#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/hand_made_packets.h"
#include "tests/support/queue_router_bench.h"

namespace switchyard {
namespace {

constexpr PortId kTerminal = QueueRouterBench::kTerminal;

TEST(KonstantinidouRouter, ZeroLoadLatencyIsARoutingCycle) {
  for (const int phits_per_packet : {1, 2, 5, 64}) {
    KonstantinidouConfig config = queues_of({4, 4});
    config.phits_per_packet = phits_per_packet;
    for (const PortId out : {2, kTerminal}) {
      QueueRouterBench bench(config, QueueRouterBench::straight());
      bench.packet(0, 1, 9, out == kTerminal ? 0 : 3);
      for (int cycle = 0; cycle < phits_per_packet; ++cycle) {
        bench.step();
        ASSERT_FALSE(bench.sent(out)) << phits_per_packet << " phits_per_packet per packet, after " << cycle;
        EXPECT_TRUE(bench.awake());
      }
      bench.step();
      ASSERT_TRUE(bench.sent(out)) << phits_per_packet << " phits_per_packet per packet, port " << out;
      EXPECT_EQ(bench.sent(out)->packet, 9U);
    }
  }
}

TEST(KonstantinidouRouter, EveryMoveFromQueueToQueueTakesARoutingCycleMore) {
  const QueueRouterBench::Route through_all = [](const RouteQuery& query, RouteSet& routes) {
    if (query.held_vc == 2) return routes.add(2, 0b100, Preference::Static);
    routes.add(kCentralQueues, bit<VcMask>(query.held_vc + 1), Preference::Static);
  };
  for (const int phits_per_packet : {1, 3}) {
    KonstantinidouConfig config = queues_of({1, 1, 1});
    config.phits_per_packet = phits_per_packet;
    QueueRouterBench bench(config, through_all);
    bench.packet(0, 0, 9, 3);
    for (int cycle = 0; cycle < 3 * phits_per_packet; ++cycle) {
      bench.step();
      ASSERT_FALSE(bench.sent(2)) << phits_per_packet << " phits_per_packet per packet, after " << cycle;
    }
    bench.step();
    EXPECT_TRUE(bench.sent(2)) << phits_per_packet << " phits_per_packet";
  }
}

TEST(KonstantinidouRouter, ACreditLeavesInTheCycleInWhichItsPacketStartsToLeaveTheInputBuffer) {
  KonstantinidouConfig config = queues_of({1});
  QueueRouterBench bench(config, QueueRouterBench::straight());
  std::vector<bool> returned;
  for (PacketId id = 0; id < 6; ++id) {  // The queue takes one, its link two more; then all stands still.
    if (bench.buffered(0, 0) < config.input_buffer) bench.packet(0, 0, id, 3);
    const int before = bench.buffered(0, 0) + (id < 5 ? 1 : 0);
    bench.step();
    EXPECT_EQ(bench.returned(0, 0) ? 1 : 0, before - bench.buffered(0, 0)) << "packet " << id;
    returned.push_back(bench.returned(0, 0));
  }
  EXPECT_EQ(returned, (std::vector<bool>{true, true, true, false, false, false}));
  EXPECT_FALSE(bench.awake());
  bench.credit(2, 0);
  bench.step();
  EXPECT_TRUE(bench.sent(2));
  EXPECT_TRUE(bench.returned(0, 0));
}

/// Cycles from the first packet to the last of 40 on the link between two nodes.
Cycle time_of_forty(int link_latency, int phits_per_packet, int input_buffer) {
  std::vector<TraceEntry> packets(40, {0, {0, 1, 1}});
  const Experiment experiment = with_packets(
      experiment_from(
          "topology: {kind: mesh, radix: [2], link_latency: " + std::to_string(link_latency) +
          "}\nrouter: {kind: konstantinidou, queue_size: 8, phits_per_packet: " +
          std::to_string(phits_per_packet) + ", input_buffer: " + std::to_string(input_buffer) +
          "}\nrouting: {kind: two_queue}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n"),
      packets);
  FastBench bench(experiment, /*record_events=*/true);
  EXPECT_TRUE(bench.drain(5000));
  std::vector<Cycle> arrivals;
  for (const LinkEvent& event : bench.bench.recorder.events()) {
    if (!event.at_terminal && event.node == 1 && event.credits == 0) arrivals.push_back(event.cycle);
  }
  EXPECT_EQ(arrivals.size(), 40U);
  return arrivals.back() - arrivals.front();
}

TEST(KonstantinidouRouter, FullRateNeedsBuffersForTwiceTheLinkLatency) {
  for (const int link : {1, 2, 3}) {
    for (const int phits_per_packet : {1, 2, 3, 6}) {
      const int needed = (2 * link + phits_per_packet - 1) / phits_per_packet;
      const auto full_rate = static_cast<Cycle>(39 * phits_per_packet);
      EXPECT_EQ(time_of_forty(link, phits_per_packet, std::max(needed, phits_per_packet == 1 ? 2 : 1)),
                full_rate)
          << link << ", " << phits_per_packet;
      if (needed > 1) {
        EXPECT_GT(time_of_forty(link, phits_per_packet, needed - 1), full_rate)
            << link << ", " << phits_per_packet;
      }
    }
  }
}

TEST(KonstantinidouRouter, ALinkCarriesOnePacketPerRoutingCycle) {
  KonstantinidouConfig config = queues_of({4, 4});
  config.phits_per_packet = 3;
  QueueRouterBench bench(config, QueueRouterBench::straight());
  bench.packet(0, 0, 1, 3);
  bench.packet(1, 1, 2, 3);
  std::vector<int> sent;
  for (int cycle = 0; cycle < 12; ++cycle) {
    bench.step();
    if (bench.sent(2)) sent.push_back(cycle);
  }
  EXPECT_EQ(sent, (std::vector<int>{3, 6}));
}

TEST(KonstantinidouRouter, EjectionRateBoundsWhatLeavesTheEjectionBuffer) {
  for (const auto& [rate, cycles] : {std::pair{1.0, 20}, std::pair{0.4, 50}, std::pair{0.25, 80}}) {
    KonstantinidouConfig config = queues_of({4});
    config.ejection_rate = rate;
    config.ejection_buffer = 8;
    QueueRouterBench bench(config, QueueRouterBench::straight());
    int delivered = 0;
    PacketId id = 0;
    for (int cycle = 0; cycle < cycles + 1; ++cycle) {
      if (bench.buffered(0, 0) < 2) bench.packet(0, 0, id++, 0);
      bench.step();
      if (!bench.sent(kTerminal)) continue;
      ++delivered;
      bench.credit(kTerminal, bench.sent(kTerminal)->vc);
    }
    EXPECT_EQ(delivered, 20) << rate;
    while (bench.awake()) {  // Nothing more comes; what is inside leaves without help.
      bench.step();
      if (bench.sent(kTerminal)) bench.credit(kTerminal, bench.sent(kTerminal)->vc);
    }
    EXPECT_EQ(bench.buffer({Side::Output, kTerminal, 0}).occupancy, 0) << rate;
  }
}

}  // namespace
}  // namespace switchyard
