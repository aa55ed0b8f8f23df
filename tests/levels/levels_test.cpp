#include <gtest/gtest.h>

#include "tests/support/clocked_bench.h"
#include "tests/support/faulty_network.h"
#include "tests/support/level_events.h"
#include "tests/support/random_attached_experiment.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/random_circuit_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_multistage_experiment.h"
#include "tests/support/random_output_queued_experiment.h"
#include "tests/support/random_queue_experiment.h"
#include "tests/support/random_splitter_experiment.h"

namespace switchyard {
namespace {

void expect_equal_levels(const std::string& yaml, std::size_t least_events = 100) {
  constexpr Cycle kCycles = 600;
  SCOPED_TRACE(yaml);
  const Experiment experiment = experiment_from(yaml);

  FastBench fast(experiment, /*record_events=*/true);
  fast.run(kCycles);
  ClockedBench clocked(experiment);
  clocked.leave_reset(2);
  clocked.run(kCycles);

  const std::vector<LinkEvent> expected = fast.bench.recorder.events();
  const std::vector<LinkEvent> actual = clocked.bench.recorder.events();
  EXPECT_GE(expected.size(), least_events);
  ASSERT_NO_FATAL_FAILURE(expect_same_events(expected, actual));
  EXPECT_TRUE(least_events == 0 || fast.bench.scoreboard.log().delivered() > 0);
  EXPECT_EQ(fast.bench.scoreboard.refused(), clocked.bench.scoreboard.refused());
  EXPECT_EQ(fast.bench.measurement.event_hash().value(), clocked.bench.measurement.event_hash().value());
  EXPECT_EQ(fast.bench.scoreboard.failure() + fast.bench.links.failure(), "");
  EXPECT_EQ(clocked.bench.scoreboard.failure() + clocked.bench.links.failure(), "");
}

class Levels : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Levels, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, Levels, testing::Range<std::uint64_t>(1, 61));

/// The same network and pattern, in parts and phases.
std::string in_phases(std::string yaml) {
  const std::string key = "traffic: {pattern: ";
  const std::size_t begin = yaml.find(key);
  const std::size_t end = yaml.find(", load:", begin);
  const std::string pattern = yaml.substr(begin + key.size(), end - begin - key.size());
  return yaml.replace(begin, end - begin,
                      "traffic: {phases: [{cycles: 40, pattern: " + pattern +
                          "}, {cycles: 25, parts: [{weight: 2, pattern: " + pattern +
                          "}, {weight: 1, pattern: uniform, packet_length: 1, "
                          "rates: [{terminals: 0, rate: 0.5}]}]}]");
}

class LevelsOfPhases : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfPhases, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(in_phases(random_experiment(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfPhases, testing::Range<std::uint64_t>(1, 21));

class LevelsOfSwitches : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfSwitches, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_switched_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfSwitches, testing::Range<std::uint64_t>(1, 41));
class LevelsOfHierarchies : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfHierarchies, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_hierarchy_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfHierarchies, testing::Range<std::uint64_t>(1, 61));

class LevelsOfHypercubes : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfHypercubes, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_hypercube_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfHypercubes, testing::Range<std::uint64_t>(1, 43));

class LevelsOfTurnModels : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfTurnModels, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_turn_model_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfTurnModels, testing::Range<std::uint64_t>(1, 25));

class LevelsOfOrders : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfOrders, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_ordered_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfOrders, testing::Range<std::uint64_t>(1, 25));

class LevelsOfMisrouting : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfMisrouting, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_misrouting_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfMisrouting, testing::Range<std::uint64_t>(1, 25));

TEST(LevelsOfExtraTerminals, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(R"(
topology: {kind: mesh, radix: [3, 2], concentration: 2, extra_terminals: [5, 0, 5]}
router: {kind: duato, virtual_channels: 3, input_depth: 3}
routing: {kind: duato}
traffic: {pattern: uniform, load: 0.3, packet_length: 3}
measure: {warmup: 50, cycles: 500}
)");
}

class LevelsOfAllocators : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfAllocators, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_allocator_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfAllocators, testing::Range<std::uint64_t>(1, 73));

class LevelsOfVcAllocators : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfVcAllocators, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_vc_allocator_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfVcAllocators, testing::Range<std::uint64_t>(1, 73));

class LevelsOfShortHops : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfShortHops, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_short_hop_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfShortHops, testing::Range<std::uint64_t>(1, 73));

class LevelsOfAllocatorsInShortHops : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfAllocatorsInShortHops, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_short_hop_allocator_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfAllocatorsInShortHops, testing::Range<std::uint64_t>(1, 73));

class LevelsOfStages : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfStages, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_stage_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfStages, testing::Range<std::uint64_t>(1, 97));

class LevelsOfDepths : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfDepths, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_depth_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfDepths, testing::Range<std::uint64_t>(1, 73));

class LevelsOfClasses : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfClasses, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_class_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfClasses, testing::Range<std::uint64_t>(1, 73));

/// The fewest VCs with which each works, and the most; input-queued and with output buffers; both duplexes.
class LevelsOfFewAndManyVcs : public testing::TestWithParam<std::tuple<int, bool, int, const char*>> {};

TEST_P(LevelsOfFewAndManyVcs, EveryFlitAndCreditArrivesInTheSameCycle) {
  const auto& [kind, most_vcs, output_depth, duplex] = GetParam();
  Dice dice(kind);
  const RandomShape shape = hypercube_shape(kind, dice);
  expect_equal_levels(
      "topology: {" + shape.topology + ", duplex: " + duplex +
      "}\nrouter: {kind: duato, virtual_channels: " + std::to_string(most_vcs ? kMaxVcs : shape.least_vcs) +
      ", input_depth: 3, output_depth: " + std::to_string(output_depth) + "}\nrouting: {" + shape.routing +
      "}\ntraffic: {pattern: uniform, load: 0.3, packet_length: 5}\n");
}

INSTANTIATE_TEST_SUITE_P(Hypercubes, LevelsOfFewAndManyVcs,
                         testing::Combine(testing::Range(0, 7), testing::Bool(), testing::Values(0, 4),
                                          testing::Values("full", "half")));

class LevelsOfQueueRouters : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfQueueRouters, EveryPacketAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_queue_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfQueueRouters, testing::Range<std::uint64_t>(1, 41));

class LevelsOfOutputQueuedRouters : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfOutputQueuedRouters, EveryPacketAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_output_queued_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfOutputQueuedRouters, testing::Range<std::uint64_t>(1, 41));

class LevelsOfSplitters : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfSplitters, EveryPacketAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_splitter_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfSplitters, testing::Range<std::uint64_t>(1, 41));

TEST(LevelsOfConcentratedOutputQueuedRouters, EveryPacketAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(R"(
topology: {kind: mesh, radix: [3, 4], concentration: 3}
router: {kind: output_queued, virtual_channels: 2, queue_size: 2, discipline: random}
routing: {kind: duato}
traffic: {pattern: uniform, load: 0.3, packet_length: 1}
)");
}

class LevelsOfMultistage : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfMultistage, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_multistage_experiment(GetParam()));
}

TEST_P(LevelsOfMultistage, EveryPacketOfCentralQueuesArrivesInTheSameCycle) {
  expect_equal_levels(random_multistage_queue_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfMultistage, testing::Range<std::uint64_t>(1, 31));

class LevelsOfChaosRouters : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfChaosRouters, EveryPacketAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_chaos_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfChaosRouters, testing::Range<std::uint64_t>(1, 31));

class LevelsOfCircuitSwitches : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfCircuitSwitches, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_circuit_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfCircuitSwitches, testing::Range<std::uint64_t>(1, 41));

class LevelsOfExchangeRouters : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfExchangeRouters, EveryPacketAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_exchange_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfExchangeRouters, testing::Range<std::uint64_t>(1, 21));

class LevelsOfAttachedTerminals : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsOfAttachedTerminals, EveryFlitAndCreditArrivesInTheSameCycle) {
  expect_equal_levels(random_attached_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsOfAttachedTerminals, testing::Range<std::uint64_t>(1, 61));

class LevelsWithFaults : public testing::TestWithParam<std::uint64_t> {};

TEST_P(LevelsWithFaults, EveryFlitAndCreditArrivesInTheSameCycle) {
  const std::uint64_t n = GetParam();
  constexpr std::string (*kFamilies[])(std::uint64_t) = {
      random_experiment,          random_queue_experiment,    random_chaos_experiment,
      random_exchange_experiment, random_adaptive_experiment, random_circuit_experiment};
  const std::string passing =
      "{random_links: 1, from: 120, to: 300}, {random_links: 1, known: false}, {node: 1, from: 200, to: 400}";
  const std::string known = n % 2 == 0 ? "{random_links: 1}, " : "";
  expect_equal_levels(with_faults(kFamilies[n % std::size(kFamilies)](n), "[" + known + passing + "]"),
                      /*least_events=*/0);
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, LevelsWithFaults, testing::Range<std::uint64_t>(1, 41));

}  // namespace
}  // namespace switchyard
