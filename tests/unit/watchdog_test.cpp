#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "hw/topology/builders.h"
#include "testbench/monitor/watchdog.h"
#include "tests/support/fake_network.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/random_experiment.h"
#include "tests/support/test_bench.h"
#include "tests/support/waiting.h"

namespace switchyard {
namespace {

/// Runs until a deadlock is found, for `cycles` at the most.
void run_watched(FastBench& bench, Watchdog& watchdog, Cycle cycles) {
  for (Cycle now = 1; now <= cycles && !watchdog.deadlock(); ++now) {
    bench.run(1);
    if (now >= watchdog.next_look()) watchdog.look(now, bench);
  }
}

struct LaneState {
  PacketId packet;
  int remaining;
  int occupancy;
  friend bool operator==(const LaneState&, const LaneState&) = default;
};

LaneState state_of(const Network& network, const WaitingLane& lane) {
  LaneState state{};
  network.router(lane.node).visit_lanes([&](const LaneView& view) {
    if (view.lane != lane.lane) return;
    state = {view.front != nullptr ? view.front->packet : 0, view.front != nullptr ? view.front->remaining : 0, view.occupancy};
  });
  return state;
}

/// Checks that the deadlock is one: its lanes wait for each other in a ring, and never move again.
void expect_true_deadlock(FastBench& bench, const Design& design, const Deadlock& deadlock) {
  EXPECT_TRUE(is_cycle(design, bench, deadlock.cycle));
  EXPECT_GE(deadlock.knot_lanes, deadlock.cycle.size());
  std::vector<LaneState> before;
  for (const WaitingLane& lane : deadlock.cycle) before.push_back(state_of(bench, lane));
  bench.run(2000);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(state_of(bench, deadlock.cycle[i]), before[i]) << to_string(deadlock.cycle[i]);
}

std::string ring(bool dateline, int nodes, int output_depth) {
  return "topology: {kind: torus, radix: [" + std::to_string(nodes) +
         "]}\nrouter: {kind: duato, virtual_channels: 2, input_depth: 2, injection_lanes: 2, output_depth: " +
         std::to_string(output_depth) + "}\nrouting: {kind: dimension_order, dateline: " + (dateline ? "true" : "false") +
         "}\ntraffic: {pattern: uniform, load: 1.0, packet_length: 8}\n";
}

TEST(Watchdog, FindsTheDeadlockOfARingWithoutADateline) {
  for (const int nodes : {5, 8}) {
    for (const int output_depth : {0, 1}) {
      const Experiment experiment = experiment_from(ring(/*dateline=*/false, nodes, output_depth));
      FastBench bench(experiment);
      Watchdog watchdog(experiment.design, 400);
      run_watched(bench, watchdog, 20000);
      ASSERT_TRUE(watchdog.deadlock()) << nodes << " nodes, output_depth " << output_depth;
      expect_true_deadlock(bench, experiment.design, *watchdog.deadlock());
    }
  }
}

TEST(Watchdog, FindsNoDeadlockInARingWithADateline) {
  for (const int nodes : {5, 8}) {
    for (const int output_depth : {0, 1}) {
      const Experiment experiment = experiment_from(ring(/*dateline=*/true, nodes, output_depth));
      FastBench bench(experiment);
      Watchdog watchdog(experiment.design, 400);
      run_watched(bench, watchdog, 8000);
      EXPECT_FALSE(watchdog.deadlock());
      EXPECT_GT(bench.bench.scoreboard.log().delivered(), 1000U);
    }
  }
}

std::string torus_with_reuse(const std::string& reuse, int seed) {
  return "seed: " + std::to_string(seed) +
         "\ntopology: {kind: torus, radix: [5, 5]}\nrouter: {kind: duato, virtual_channels: 3, input_depth: 3, output_depth: 3, "
         "injection_lanes: 3, lane_reuse: " + reuse +
         "}\nrouting: {kind: duato}\ntraffic: {pattern: uniform, load: 1.0, packet_length: {min: 1, max: 12}}\n";
}

TEST(Watchdog, X) {
  for (int seed = 1; seed < 12; ++seed) for (const char* reuse : {"immediate", "whole_packet", "atomic"}) {
    const Experiment experiment = experiment_from(torus_with_reuse(reuse, seed));
    FastBench bench(experiment);
    Watchdog watchdog(experiment.design, 400);
    run_watched(bench, watchdog, 6000);
    printf("%d %s %d %lu\n", seed, reuse, watchdog.deadlock().has_value(), watchdog.deadlock() ? watchdog.deadlock()->found : 0);
  }
}

}  // namespace
}  // namespace switchyard
