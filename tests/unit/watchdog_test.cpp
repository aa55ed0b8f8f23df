#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
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

struct BufferState {
  PacketId packet;
  int remaining;
  int occupancy;
  friend bool operator==(const BufferState&, const BufferState&) = default;
};

BufferState state_of(const Network& network, const WaitingBuffer& buffer) {
  BufferState state{};
  network.router(buffer.node).visit_buffers([&](const BufferView& view) {
    if (view.buffer != buffer.buffer) return;
    state = {view.front != nullptr ? view.front->packet : 0,
             view.front != nullptr ? view.front->remaining : 0, view.occupancy};
  });
  return state;
}

/// Checks that the deadlock is one: its buffers wait for each other in a ring, and never move again.
void expect_true_deadlock(FastBench& bench, const Design& design, const Deadlock& deadlock) {
  EXPECT_TRUE(is_cycle(design, bench, deadlock.cycle));
  EXPECT_GE(deadlock.knot_buffers, deadlock.cycle.size());
  std::vector<BufferState> before;
  for (const WaitingBuffer& buffer : deadlock.cycle) before.push_back(state_of(bench, buffer));
  bench.run(2000);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(state_of(bench, deadlock.cycle[i]), before[i]) << to_string(deadlock.cycle[i]);
}

/// Runs the network with these seeds, one after the other, until one of them deadlocks; checks that it truly
/// does.
bool deadlocks(const std::string& network, int seeds, Cycle cycles) {
  for (int seed = 1; seed <= seeds; ++seed) {
    const Experiment experiment = experiment_from("seed: " + std::to_string(seed) + "\n" + network);
    FastBench bench(experiment);
    Watchdog watchdog(experiment.design, 400);
    run_watched(bench, watchdog, cycles);
    EXPECT_GT(bench.bench.scoreboard.log().delivered(), 0U);
    if (!watchdog.deadlock()) continue;
    expect_true_deadlock(bench, experiment.design, *watchdog.deadlock());
    return true;
  }
  return false;
}

std::string ring(bool dateline, int nodes, int output_depth) {
  return "topology: {kind: torus, radix: [" + std::to_string(nodes) +
         "]}\nrouter: {kind: duato, virtual_channels: 2, input_depth: 2, injection_vcs: 2, output_depth: " +
         std::to_string(output_depth) +
         "}\nrouting: {kind: dimension_order, dateline: " + (dateline ? "true" : "false") +
         "}\ntraffic: {pattern: tornado, load: 1.0, packet_length: 8}\n";
}

TEST(Watchdog, FindsTheDeadlockOfARingWithoutADatelineAndNoneWithOne) {
  for (const int nodes : {5, 8}) {
    for (const int output_depth : {0, 1}) {
      EXPECT_TRUE(deadlocks(ring(/*dateline=*/false, nodes, output_depth), 5, 10000))
          << nodes << ", " << output_depth;
      EXPECT_FALSE(deadlocks(ring(/*dateline=*/true, nodes, output_depth), 2, 5000))
          << nodes << ", " << output_depth;
    }
  }
}

TEST(Watchdog, FindsTheDeadlockOfImmediateVcReallocationAndNoneOfTheOtherTwo) {
  const auto network = [](const std::string& reuse) {
    return "topology: {kind: torus, radix: [8]}\nrouter: {kind: duato, virtual_channels: 3, input_depth: 8, "
           "output_depth: 0, "
           "injection_vcs: 3, vc_reallocation: " +
           reuse +
           "}\nrouting: {kind: duato}\ntraffic: {pattern: uniform, load: 1.0, packet_length: {min: 1, max: "
           "12}}\n";
  };
  EXPECT_TRUE(deadlocks(network("immediate"), 8, 5000));
  EXPECT_FALSE(deadlocks(network("whole_packet"), 2, 5000));
  EXPECT_FALSE(deadlocks(network("atomic"), 2, 5000));
}

/// A ring of nodes 0 .. 4 that packets go round one way only, and a tail of nodes 5 and 6 that hangs on node
/// 0.
std::string ring_with_a_tail() {
  std::string entries;
  const auto add = [&](NodeId here, NodeId destination, NodeId next) {
    entries +=
        "[" + std::to_string(here) + ", " + std::to_string(destination) + ", " + std::to_string(next) + "], ";
  };
  for (NodeId destination = 0; destination < 7; ++destination) {
    for (NodeId here = 0; here < 5; ++here) {
      if (here == destination) continue;
      add(here, destination, here == 0 && destination > 4 ? 5 : (here + 1) % 5);
    }
    if (destination != 5) add(5, destination, destination == 6 ? 6 : 0);
    if (destination != 6) add(6, destination, 5);
  }
  return "topology: {kind: custom, nodes: 7, links: [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 5], [5, "
         "6]]}\n"
         "router: {kind: duato, virtual_channels: 2, input_depth: 2, output_depth: 1, injection_vcs: 2}\n"
         "routing: {kind: table, entries: [" +
         entries +
         "]}\n"
         "traffic: {pattern: uniform, load: 0, packet_length: 1}\n";
}

TEST(Watchdog, FindsADeadlockOfOnePartWhileTheRestKeepsMoving) {
  std::vector<TraceEntry> packets;
  for (NodeId node = 0; node < 5; ++node) {
    for (int n = 0; n < 2; ++n) packets.push_back({node, {0, (node + 3) % 5, 30}});
  }
  for (Cycle created = 0; created < 10000; created += 10) {
    packets.push_back({5, {created, 6, 4}});
    packets.push_back({6, {created, 5, 4}});
  }
  const Experiment experiment = with_packets(experiment_from(ring_with_a_tail()), packets);
  FastBench bench(experiment);
  Watchdog watchdog(experiment.design, 400);
  run_watched(bench, watchdog, 5000);
  ASSERT_TRUE(watchdog.deadlock());
  for (const WaitingBuffer& buffer : watchdog.deadlock()->cycle)
    EXPECT_LT(buffer.node, 5U) << to_string(buffer);
  const std::uint64_t delivered = bench.bench.scoreboard.log().delivered();
  expect_true_deadlock(bench, experiment.design, *watchdog.deadlock());
  EXPECT_GT(bench.bench.scoreboard.log().delivered(), delivered + 300) << "packets of nodes 5 and 6";
}

TEST(Watchdog, CallsAPacketThatLosesToOthersStarvedNotDeadlocked) {
  const Experiment experiment = experiment_from(R"(
topology: {kind: torus, radix: [4, 4]}
router: {kind: duato, virtual_channels: 3, input_depth: 4, output_depth: 2}
routing: {kind: duato}
traffic: {pattern: hot_spot, hot_nodes: [5], hot_fraction: 1, load: 1.0, packet_length: 16}
)");
  FastBench bench(experiment);
  Watchdog watchdog(experiment.design, 100);
  run_watched(bench, watchdog, 6000);
  EXPECT_FALSE(watchdog.deadlock());
  ASSERT_TRUE(watchdog.first_starvation());
  EXPECT_GE(watchdog.first_starvation()->found - watchdog.first_starvation()->since, 100U);
  EXPECT_GE(watchdog.longest_wait(), 100U);
  EXPECT_TRUE(watchdog.first_starvation()->buffer.occupied);
}

/// A random experiment beyond saturation over links of up to 16 cycles.
std::string saturated_with_long_links(std::uint64_t number) {
  std::string yaml = random_experiment(number);
  const auto replace_number = [&](const std::string& key, const std::string& value) {
    const std::size_t begin = yaml.find(key) + key.size();
    yaml.replace(begin, yaml.find_first_of(",}", begin) - begin, value);
  };
  replace_number("link_latency: ", std::to_string(4 + number % 13));
  replace_number(" load: ", "0.95");
  return yaml;
}

TEST(Watchdog, FindsNoDeadlockInSaturatedNetworksWithLongLinks) {
  int starved = 0;
  for (std::uint64_t n = 200; n < 230; ++n) {
    const std::string yaml = saturated_with_long_links(n);
    const Experiment experiment = experiment_from(yaml);
    int longest = 1;
    for (const Channel& channel : experiment.design.topology->channels())
      longest = std::max(longest, channel.latency);
    const int round_trip =
        experiment.design.router.timing.router + credit_loop(experiment.design.router.timing, longest);
    FastBench bench(experiment);
    Watchdog watchdog(experiment.design,
                      static_cast<Cycle>(4 * round_trip));  // Half of what a configuration may ask for.
    run_watched(bench, watchdog, 2500);
    EXPECT_FALSE(watchdog.deadlock()) << yaml;
    starved += watchdog.first_starvation() ? 1 : 0;
  }
  EXPECT_GT(starved, 0) << "otherwise no wait-for graph was ever built";
}

/// One node of a ring of three whose buffers a test moves.
class WatchdogByHand : public testing::Test {
 protected:
  WatchdogByHand() {
    design_.topology = std::make_shared<const Topology>(build_torus({{3}}));
    design_.router.terminal.virtual_channels = 2;
    for (NodeId node = 0; node < 3; ++node) {
      network_.routers[node].buffers.push_back({{Side::Input, 1, 0},
                                                1,
                                                {node, 0, 0, 5, 0, false},
                                                true,
                                                {{WaitFor::Where::Far, {Side::Input, 0, 0}}}});
    }
  }
  /// Looks whenever the watchdog asks for it, up to cycle `end`.
  void look_until(Cycle end) {
    for (; watchdog_.next_look() <= end && !watchdog_.deadlock();)
      watchdog_.look(watchdog_.next_look(), network_);
  }
  /// `change` happens to one buffer when the others have stood for 300 cycles.
  template <class Change>
  void expect_patience_anew(Change change) {
    look_until(400);
    change();  // Seen in cycle 500, when the others have stood for 400 cycles.
    look_until(800);
    EXPECT_FALSE(watchdog_.deadlock());
    ASSERT_TRUE(watchdog_.first_starvation());
    EXPECT_EQ(watchdog_.first_starvation()->since, 100U);
    EXPECT_EQ(watchdog_.longest_wait(), 700U);
    look_until(900);
    EXPECT_TRUE(watchdog_.deadlock()) << "nothing has changed since";
  }
  FakeRouter::Buffer& buffer(NodeId node) { return network_.routers[node].buffers.front(); }

  Design design_;
  FakeNetwork network_{3};
  Watchdog watchdog_{design_, 400};
};

TEST_F(WatchdogByHand, LooksFourTimesInItsPatience) {
  EXPECT_EQ(watchdog_.next_look(), 100U);
  watchdog_.look(100, network_);
  EXPECT_EQ(watchdog_.next_look(), 200U);
}

TEST_F(WatchdogByHand, FindsADeadlockAfterItsPatienceAndNotBefore) {
  look_until(400);
  EXPECT_FALSE(watchdog_.deadlock()) << "first seen in cycle 100";
  look_until(500);
  ASSERT_TRUE(watchdog_.deadlock());
  EXPECT_EQ(watchdog_.deadlock()->found, 500U);
  EXPECT_EQ(watchdog_.deadlock()->knot_buffers, 3U);
}

TEST_F(WatchdogByHand, ABufferThatMovedInTheLastHalfOfThePatienceIsNotStuck) {
  expect_patience_anew([&] { buffer(1).front.remaining = 4; });
}

TEST_F(WatchdogByHand, ABufferThatWasAllocatedInTheLastHalfOfThePatienceIsNotStuck) {
  buffer(1).allocated = false;
  expect_patience_anew([&] { buffer(1).allocated = true; });
}

TEST_F(WatchdogByHand, ABufferThatWasSetFreeInTheLastHalfOfThePatienceIsNotStuck) {
  expect_patience_anew([&] { buffer(1).allocated = false; });
}

TEST_F(WatchdogByHand, ABufferThatHasStoodForHalfThePatienceMayBeStuck) {
  look_until(200);
  buffer(1).front.remaining = 4;  // Seen in cycle 300.
  look_until(500);
  EXPECT_TRUE(watchdog_.deadlock());
}

TEST_F(WatchdogByHand, FlitsOfOnePacketThatMoveOnAreNotMistakenForAStandstill) {
  for (Cycle now = 100; now < 5000; now += 100) {
    for (NodeId node = 0; node < 3; ++node)
      buffer(node).front.remaining = static_cast<std::uint16_t>(5000 - now);
    look_until(now);
  }
  EXPECT_FALSE(watchdog_.deadlock());
  EXPECT_FALSE(watchdog_.first_starvation());
}

}  // namespace
}  // namespace switchyard
