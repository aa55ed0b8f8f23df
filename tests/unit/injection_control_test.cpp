#include "hw/router/packet/injection_control.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr PortMask kLinks = 0b101;

TEST(InjectionControl, StopsANodeThatLeadsANeighbourByTheLimit) {
  InjectionControl control(kLinks, /*lead=*/2);
  for (int packets = 0; packets < 2; ++packets) {
    control.count_neighbours(0);
    EXPECT_TRUE(control.may_inject());
    EXPECT_EQ(control.count_own(), kLinks);
    EXPECT_FALSE(control.may_inject()) << "one pulse a cycle";
  }
  control.count_neighbours(0b001);
  EXPECT_FALSE(control.may_inject()) << "it leads the other neighbour";
  control.count_neighbours(0b100);
  EXPECT_TRUE(control.may_inject());
}

TEST(InjectionControl, ANodeIsBehindUntilItHasPassedAsManyTurns) {
  InjectionControl control(kLinks, 2);
  EXPECT_FALSE(control.behind());
  control.count_neighbours(0b100);
  control.count_neighbours(0b100);
  EXPECT_TRUE(control.behind());
  control.count_own();
  EXPECT_TRUE(control.behind());
  control.count_own();
  EXPECT_FALSE(control.behind());
  control.reset();
  EXPECT_TRUE(control.may_inject());
}

TEST(InjectionControl, WithoutALimitItDoesNothing) {
  InjectionControl control(kLinks, 0);
  for (int packets = 0; packets < 100; ++packets) EXPECT_EQ(control.count_own(), 0U);
  control.count_neighbours(kLinks);
  EXPECT_TRUE(control.may_inject());
  EXPECT_FALSE(control.behind());
}

/// Flits by the source of which the least was accepted, as a share of the mean.
double fairness(const std::string& injection, const std::string& router = "chaos",
                const std::string& routing = "minimal") {
  const Experiment experiment =
      experiment_from("topology: {kind: hypercube, dimensions: 5}\nrouter: {kind: " + router +
                      "}\nrouting: {kind: " + routing + "}\n" + injection +
                      "traffic: {pattern: complement, load: 1, packet_length: 1}\n");
  FastBench bench(experiment);
  bench.run(1000);
  bench.bench.measurement.open_window(1000, 5000);
  bench.run(4000);
  double all = 0;
  double least = 1e9;
  const auto& by_source = bench.bench.measurement.window_flits_by_source();
  for (const std::uint64_t flits : by_source) {
    all += static_cast<double>(flits);
    least = std::min(least, static_cast<double>(flits));
  }
  return least * static_cast<double>(by_source.size()) / all;
}

TEST(InjectionControl, KeepsTheSourcesOfANetworkBeyondSaturationTogether) {
  EXPECT_LT(fairness("injection: {policy: competition}\n"), 0.9);
  EXPECT_GT(fairness("injection: {policy: control, lead: 4}\n"), 0.97);
}

TEST(InjectionGate, KeepsTheSourcesOfCentralQueuesTogether) {
  EXPECT_LT(fairness("injection: {policy: competition}\n", "konstantinidou", "three_queue"), 0.6);
  EXPECT_GT(fairness("injection: {policy: control, lead: 4}\n", "konstantinidou", "three_queue"), 0.95);
}

std::uint64_t hash_with(const std::string& injection, const std::string& phits_per_packet) {
  const Experiment experiment = experiment_from(
      "topology: {kind: hypercube, dimensions: 4}\nrouter: {kind: konstantinidou, phits_per_packet: " +
      phits_per_packet + "}\nrouting: {kind: three_queue}\n" + injection +
      "traffic: {pattern: uniform, load: 0.3, packet_length: 1, process: bursty, burst_length: 10}\n");
  FastBench bench(experiment);
  bench.run(2000);
  EXPECT_EQ(bench.bench.scoreboard.failure() + bench.bench.links.failure(), "");
  return bench.bench.measurement.event_hash().value();
}

TEST(InjectionGate, HasNoTimingOfItsOwn) {
  for (const std::string phits_per_packet : {"1", "3"}) {
    const std::uint64_t open = hash_with("", phits_per_packet);
    EXPECT_EQ(hash_with("injection: {policy: control, lead: 1000}\n", phits_per_packet), open)
        << "it is never closed";
    EXPECT_NE(hash_with("injection: {policy: control, lead: 1}\n", phits_per_packet), open);
  }
}

TEST(InjectionControl, ASourceWithNothingToSendStopsNobody) {
  const Experiment experiment = experiment_from(
      "topology: {kind: hypercube, dimensions: 4}\nrouter: {kind: chaos}\nrouting: {kind: minimal}\n"
      "injection: {policy: control, lead: 1}\n"
      "traffic: {pattern: transpose, load: 0.1, packet_length: 1}\n");  // Nodes 0, 5, 10 and 15 are silent.
  FastBench bench(experiment);
  bench.run(5000);
  EXPECT_GT(bench.bench.scoreboard.log().delivered(), 5500U);
  EXPECT_LT(bench.bench.scoreboard.log().pending(), 50U);
}

}  // namespace
}  // namespace switchyard
