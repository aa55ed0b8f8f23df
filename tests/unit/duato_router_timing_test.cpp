#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/hand_made_packets.h"
#include "tests/support/router_bench.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

TEST(DuatoRouter, ZeroLoadHeadLatencyIsRoutingAndCrossbar) {
  for (const int t_routing : {0, 1, 2, 5, 64}) {
    for (const int t_crossbar : {0, 1, 2, 4, 64}) {
      for (const int output_depth : {0, 64}) {
        if (t_crossbar == 0 && output_depth != 0) continue;
        for (const auto crossbar : {DuatoConfig::Crossbar::Vcs, DuatoConfig::Crossbar::Ports}) {
          DuatoConfig config = config_of(2, 4, output_depth);
          config.t_routing = t_routing;
          config.t_crossbar = t_crossbar;
          config.crossbar = crossbar;
          RouterBench bench(config);
          bench.flit(0, header(9, 2, 1, 1));
          for (int cycle = 0; cycle < t_routing + t_crossbar; ++cycle) {
            bench.step();
            ASSERT_FALSE(bench.sent(2))
                << t_routing << " + " << t_crossbar << " cycles, sent after " << cycle;
            EXPECT_TRUE(bench.awake());
          }
          bench.step();
          ASSERT_TRUE(bench.sent(2)) << t_routing << " + " << t_crossbar << ", output_depth " << output_depth;
          EXPECT_EQ(bench.sent(2)->packet, 9U);
        }
      }
    }
  }
}

TEST(DuatoRouter, ACreditLeavesInTheCycleInWhichItsFlitLeavesTheInputVc) {
  constexpr int kFlits = 12;
  for (const int output_depth : {0, 1, 3}) {
    DuatoConfig config = config_of(2, 4, output_depth);
    config.t_routing = 3;
    RouterBench bench(config, over_vcs(0b01));
    int to_come = kFlits;
    int inside = 0;
    int beyond_link = 0;
    int credits = 0;
    for (int cycle = 0; cycle < 80; ++cycle) {
      if (to_come > 0 && inside < config.input_depth.largest()) {
        bench.flit(1, flit_of(3, 2, to_come, 0, to_come == kFlits));
        --to_come;
        ++inside;
      }
      if (cycle > 25 && cycle % 3 == 0 && beyond_link > 0) {  // The VC beyond stays full for a while.
        bench.credit(2, 0);
        --beyond_link;
      }
      bench.step();
      const int left = bench.buffer(Side::Input, 1, 0).occupancy;
      EXPECT_EQ(bench.returned(1, 0) ? 1 : 0, inside - left) << "cycle " << cycle;
      credits += inside - left;
      inside = left;
      beyond_link += bench.sent(2) ? 1 : 0;
    }
    EXPECT_EQ(credits, kFlits);
  }
}

/// Cycles without a flit between the head flit and the tail of a packet of 40 flits on the link from node 0
/// to node 1.
int bubbles(int link_latency, int t_routing, int t_crossbar, int input_depth, int output_depth) {
  const Experiment experiment = with_packets(
      experiment_from(
          "topology: {kind: torus, radix: [4], link_latency: " + std::to_string(link_latency) +
          "}\nrouter: {kind: duato, virtual_channels: 2, t_routing: " + std::to_string(t_routing) +
          ", t_crossbar: " + std::to_string(t_crossbar) + ", input_depth: " + std::to_string(input_depth) +
          ", output_depth: " + std::to_string(output_depth) +
          "}\nrouting: {kind: dimension_order}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n"),
      {{0, {0, 1, 40}}});
  FastBench bench(experiment, /*record_events=*/true);
  EXPECT_TRUE(bench.drain(5000));
  std::vector<Cycle> arrivals;
  for (const LinkEvent& event : bench.bench.recorder.events()) {
    if (!event.at_terminal && event.node == 1 && event.credits == 0 && !event.request)
      arrivals.push_back(event.cycle);
  }
  EXPECT_EQ(arrivals.size(), 40U);
  return static_cast<int>(arrivals.back() - arrivals.front()) - 39;
}

TEST(DuatoRouter, FullRateNeedsVcsAsDeepAsTheCreditLoop) {
  for (const int link : {2, 3}) {
    for (const int t_routing : {1, 4}) {
      for (const int t_crossbar : {1, 3}) {
        const int loop = 2 * link + t_routing;
        EXPECT_EQ(bubbles(link, t_routing, t_crossbar, loop, t_crossbar), 0);
        EXPECT_GT(bubbles(link, t_routing, t_crossbar, loop - 1, 9), 0);
        EXPECT_EQ(bubbles(link, t_routing, t_crossbar, loop + t_crossbar, 0), 0);
        EXPECT_GT(bubbles(link, t_routing, t_crossbar, loop + t_crossbar - 1, 0), 0);
      }
    }
  }
}

}  // namespace
}  // namespace switchyard
