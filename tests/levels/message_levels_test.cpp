#include <gtest/gtest.h>

#include <tuple>

#include "tests/support/clocked_bench.h"
#include "tests/support/faulty_network.h"
#include "tests/support/level_events.h"
#include "tests/support/message_workload.h"
#include "tests/support/random_attached_experiment.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_queue_experiment.h"

namespace switchyard {
namespace {

const std::string kGraph =
    "graph: random, messages: 600, dependences: 1.5, compute: 10, window: 150, message_length: {min: 1, max: "
    "9}";

/// Whether two terminals of the network send and receive, so that it can have a random graph.
bool has_two_both_ways(const std::string& yaml) {
  const Experiment experiment = experiment_from(yaml);
  const Topology& topology = *experiment.design.topology;
  int both = 0;
  for (TerminalId t = 0; t < topology.terminal_count(); ++t)
    both += topology.attachment(t).sends() && topology.attachment(t).receives() ? 1 : 0;
  return both >= 2;
}

void expect_equal_levels(const std::string& yaml) {
  constexpr Cycle kCycles = 2000;
  SCOPED_TRACE(yaml);
  const Experiment experiment = experiment_from(yaml);
  FastBench fast(experiment, /*record_events=*/true);
  fast.run(kCycles);
  ClockedBench clocked(experiment);
  clocked.leave_reset(2);
  clocked.run(kCycles);

  const ListeningSource& expected = *fast.bench.source->listening();
  const ListeningSource& actual = *clocked.bench.source->listening();
  ASSERT_NO_FATAL_FAILURE(expect_same_events(fast.bench.recorder.events(), clocked.bench.recorder.events()));
  EXPECT_GT(expected.figures().latency.count(), 10U);
  EXPECT_EQ(expected.figures().latency.count(), actual.figures().latency.count());
  EXPECT_EQ(expected.figures().sum_of_values, actual.figures().sum_of_values);
  EXPECT_EQ(expected.figures().full_looks, actual.figures().full_looks);
  EXPECT_EQ(fast.bench.measurement.event_hash().value(), clocked.bench.measurement.event_hash().value());
  EXPECT_EQ(fast.bench.scoreboard.failure() + fast.bench.links.failure() + expected.failure(), "");
  EXPECT_EQ(clocked.bench.scoreboard.failure() + clocked.bench.links.failure() + actual.failure(), "");
}

class LevelsOfMessages : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfMessages, EveryFlitAndCreditArrivesInTheSameCycle) {
  constexpr std::string (*kFamilies[])(std::uint64_t) = {
      random_experiment,          random_switched_experiment, random_hierarchy_experiment,
      random_attached_experiment, random_queue_experiment,    random_chaos_experiment,
      random_exchange_experiment};
  const std::uint64_t n = GetParam();
  const std::string yaml = kFamilies[n % std::size(kFamilies)](n);
  if (has_two_both_ways(yaml)) expect_equal_levels(with_messages(yaml, kGraph));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfMessages, testing::Range<std::uint64_t>(1, 71));

class LevelsOfTrees : public testing::TestWithParam<const char*> {};

TEST_P(LevelsOfTrees, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(
      "topology: {kind: multistage, terminals: 16, switch: 2, wiring: omega}\n"
      "router: {kind: duato, virtual_channels: 1, input_depth: 2, output_depth: 1}\n"
      "routing: {kind: destination_tag}\nworkload: {kind: messages, graph: quadtree, rounds: 5, " +
      std::string(GetParam()) + "}\n");
}

INSTANTIATE_TEST_SUITE_P(Schedules, LevelsOfTrees,
                         testing::Values("levels: one_at_a_time, compute: 3", "levels: pipelined",
                                         "levels: pipelined, slots: scheduled",
                                         "slots: scheduled, direction: descend, message_length: 3"));

/// A network, and a graph on its 16 terminals.
class LevelsOfCollectives : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(LevelsOfCollectives, EveryFlitAndCreditArrivesInTheSameCycle) {
  const auto [network, graph] = GetParam();
  expect_equal_levels("topology: " + std::string(network) + "workload: {kind: messages, graph: " + graph +
                      "}\n");
}

INSTANTIATE_TEST_SUITE_P(
    All, LevelsOfCollectives,
    testing::Combine(
        testing::Values("{kind: torus, radix: [4, 4]}\nrouter: {kind: duato, virtual_channels: 4, "
                        "input_depth: 4}\nrouting: {kind: duato}\n",
                        "{kind: hypercube, dimensions: 4}\nrouter: {kind: duato, virtual_channels: 2, "
                        "input_depth: 3}\nrouting: {kind: dimension_order}\n"),
        testing::Values(
            "total_exchange, grain: 20, synchronization: barrier",
            "total_exchange, algorithm: pairwise, grain: 20, synchronization: receive",
            "total_exchange, algorithm: indirect_pairwise, shape: [4, 4], grain: 12, packet_bytes: 8",
            "total_exchange, algorithm: indirect_pairwise, shape: [2, 8], order: rows_first, grain: 12",
            "total_exchange, algorithm: randomized, grain: 20, packet_bytes: 8, header_flits: 2",
            "broadcast, grain: 40, packet_bytes: 16, root: 3", "scatter, grain: 8",
            "gather, grain: 8, root: 5", "reduce, grain: 8, compute: 9", "all_gather, grain: 8",
            "reduce_scatter, grain: 8, algorithm: by_dimension, shape: [4, 4]",
            "all_reduce, grain: 8, algorithm: halving_doubling", "barrier",
            "supersteps, supersteps: 8, h: 2, compute: 20, grain: 16")));

class LevelsOfMessagesWithFaults : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfMessagesWithFaults, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(with_faults(with_messages(random_adaptive_experiment(GetParam()), kGraph),
                                  "[{random_links: 1, from: 120, to: 300}, {node: 1, from: 200, to: 400}]"));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfMessagesWithFaults, testing::Range<std::uint64_t>(1, 21));

}  // namespace
}  // namespace switchyard
