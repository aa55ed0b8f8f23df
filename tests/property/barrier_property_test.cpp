#include <gtest/gtest.h>

#include <string>

#include "hw/router/output_queued/output_queued_router.h"
#include "tests/support/random_barrier_experiment.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A run of barriers at `fast`, to its end.
class BarrierRun {
 public:
  explicit BarrierRun(const std::string& yaml) : BarrierRun(experiment_from(yaml)) {}
  explicit BarrierRun(Experiment experiment) : experiment_(std::move(experiment)), fast_(experiment_) {
    if (experiment_.design.router.holds_behind_waves) source().forbid_early_packets();
    constexpr Cycle kLimit = 200'000;
    for (Cycle cycle = 0; cycle < kLimit && !ended(); cycle += 50) fast_.run(50);
  }

  bool ended() { return source().exhausted() || !failure().empty(); }
  std::string failure() {
    return source().failure() + fast_.bench.scoreboard.failure() + fast_.bench.links.failure();
  }
  BarrierFigures figures() { return *source().barriers(); }
  std::uint64_t flit_hops() const { return fast_.bench.links.flit_hops(); }
  const Design& design() const { return experiment_.design; }
  /// After the credits have come home.
  std::string leak() {
    fast_.run(2000);
    fast_.bench.links.check_drained();
    return failure();
  }

 private:
  ListeningSource& source() { return *fast_.bench.source->listening(); }

  Experiment experiment_;
  FastBench fast_;
};

/// The source checks that nobody is released too soon, that no packet is left behind, and where waves hold
/// packets back, that none is early.
void expect_barriers(const std::string& yaml) {
  SCOPED_TRACE(yaml);
  BarrierRun run(yaml);
  ASSERT_EQ(run.failure(), "");
  ASSERT_TRUE(run.ended()) << run.figures().cost.count() << " have passed";
  EXPECT_EQ(run.figures().waits.count(),
            run.figures().cost.count() * run.design().topology->terminal_count());
  EXPECT_EQ(run.leak(), "");
}

class Barriers : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Barriers, ReleaseEveryProcessorOnceAndLeaveNoPacketBehind) {
  expect_barriers(random_barrier_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, Barriers, testing::Range<std::uint64_t>(1, 151));

class LinkBarriers : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LinkBarriers, ReleaseEveryProcessorOnceAndLeaveNoPacketBehind) {
  expect_barriers(random_link_barrier_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LinkBarriers, testing::Range<std::uint64_t>(1, 101));

/// All arrive in cycle 0. A marker takes a cycle into the injection buffer, one per hop, one in the ejection
/// buffer and one to the terminal.
TEST(BarrierWaves, TakeAsManyCyclesAsTheirLongestWayHasHopsAndThree) {
  for (int n = 2; n <= 7; ++n) {
    for (const bool three_queue : {false, true}) {
      for (const char* const discipline : {"hold", "epoch_bit"}) {
        BarrierRun run("topology: {kind: hypercube, dimensions: " + std::to_string(n) +
                       "}\nrouter: {kind: konstantinidou, barriers: " + discipline +
                       "}\nrouting: {kind: " + (three_queue ? "three_queue" : "hanging") +
                       "}\nworkload: {kind: barriers, barriers: 1}\n");
        const std::uint64_t cube_links = std::uint64_t{1} << (n - 1);  // Of a dimension, in one direction.
        ASSERT_EQ(run.failure(), "");
        EXPECT_EQ(run.figures().cost.max(), static_cast<Cycle>((three_queue ? 3 : 2) * n + 3));
        EXPECT_EQ(run.design().router.waves->longest_way, (three_queue ? 3 : 2) * n);
        // Two classes up with three queues. The release is a hop, too.
        EXPECT_EQ(run.flit_hops(), (three_queue ? 3 : 2) * n * cube_links + 2 * cube_links);
      }
    }
  }
}

/// A cycle into the injection buffer, one per hop, and one to the terminal.
TEST(LinkBarrierWaves, TakeAsManyCyclesAsTheirLongestWayHasHopsAndTwo) {
  const auto expect_cost = [](const std::string& topology, int hops, const char* routing = "oblivious") {
    for (const char* const discipline : {"hold", "epoch_bit"}) {
      BarrierRun run("topology: {" + topology + "}\nrouter: {kind: output_queued, barriers: " + discipline +
                     "}\nrouting: {kind: " + routing + "}\nworkload: {kind: barriers, barriers: 1}\n");
      ASSERT_EQ(run.failure(), "");
      EXPECT_EQ(run.figures().cost.max(), static_cast<Cycle>(hops + 2)) << topology;
      EXPECT_EQ(run.design().router.waves->longest_way, hops) << topology;
    }
  };
  for (int n = 1; n <= 8; ++n) expect_cost("kind: hypercube, dimensions: " + std::to_string(n), n);
  expect_cost("kind: mesh, radix: [5, 3]", 6);  // To the end of a row and of a column.
  expect_cost("kind: mesh, radix: [2, 3, 4]", 6);
  for (int n = 1; n <= 5; ++n) {
    expect_cost("kind: multibutterfly, dimensions: " + std::to_string(n), n, "multibutterfly");
    expect_cost("kind: multistage, wiring: omega, switch: 2, terminals: " + std::to_string(2 << n), n,
                "destination_tag");
  }
}

/// A rule of the plan that is left out: packets are left behind, or nobody is ever released.
TEST(LinkBarrierWaves, AreBrokenByEachChannelThatAQueueDoesNotWaitFor) {
  const Experiment sound = experiment_from(
      "topology: {kind: hypercube, dimensions: 3}\nrouter: {kind: output_queued, barriers: epoch_bit}\n"
      "routing: {kind: oblivious}\n"
      "workload: {kind: barriers, barriers: 60, packets: 12, pattern: uniform, work: 40}\n");
  ASSERT_EQ(BarrierRun(sound).failure(), "");
  const OutputQueuedConfig& config = *sound.design.router.as<OutputQueuedConfig>();
  const Topology& topology = *sound.design.topology;
  constexpr NodeId kNode = 5;
  int broken = 0;
  int channels = 0;
  const WaveSite& site = sound.design.router.waves->sites[kNode];
  for (std::size_t q = 0; q < site.queues.size(); ++q) {
    for_each_bit(BitSet<std::uint64_t>(site.queues[q].from_channels), [&](int channel) {
      ++channels;
      WaveSite changed = site;
      changed.queues[q].from_channels &= ~(std::uint64_t{1} << channel);
      Experiment experiment = sound;
      experiment.design.make_router =
          [&, make = sound.design.make_router](NodeId node) -> std::unique_ptr<RouterCore> {
        if (node != kNode) return make(node);
        return std::make_unique<OutputQueuedRouter>(config, node, topology, 1, *sound.design.routing,
                                                    &changed);
      };
      BarrierRun run(std::move(experiment));
      broken += !run.failure().empty() || !run.ended() ? 1 : 0;
    });
  }
  EXPECT_GE(channels, 8);
  EXPECT_EQ(broken, channels);
}

constexpr const char* kCrowded =
    "topology: {kind: hypercube, dimensions: 5}\n"
    "router: {kind: konstantinidou, barriers: epoch_bit, queue_size: 1, ejection_rate: 0.2}\n"
    "routing: {kind: hanging}\n"
    "workload: {kind: barriers, barriers: 20, packets: 30, pattern: hot_spot, hot_nodes: [3, 9], "
    "hot_fraction: 0.4}\n";

/// Otherwise the check that no packet is early where waves hold could not fail.
TEST(BarrierWaves, LetPacketsComeEarlyWhereTheyHoldNoneBack) {
  BarrierRun run(kCrowded);
  ASSERT_EQ(run.failure(), "");
  EXPECT_GT(run.figures().early, 100U);
}

TEST(BarrierWaves, WaitForALateProcessorOnlyAndNotForPacketsBetweenOthers) {
  BarrierRun run(
      "topology: {kind: hypercube, dimensions: 4}\n"
      "router: {kind: konstantinidou, barriers: hold}\nrouting: {kind: three_queue}\n"
      "workload: {kind: barriers, barriers: 50, packets: 20, pattern: uniform, late_share: 0.05, late: "
      "4000}\n");
  ASSERT_EQ(run.failure(), "");
  ASSERT_TRUE(run.ended());
  // Its own packets have long been delivered when the last one arrives late: the wave alone is left.
  EXPECT_EQ(run.figures().cost.min(), 4U * 2 + 3);
}

}  // namespace
}  // namespace switchyard
