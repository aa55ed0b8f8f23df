#include "testbench/pram/pram_simulation.h"

#include <cmath>

#include <gtest/gtest.h>

#include "hw/router/combining/ranade_router.h"
#include "testbench/pram/pram_figures.h"
#include "testbench/report/report.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// All processors write one word in every step.
Experiment writers(const std::string& pace, const std::string& more = "", int link_latency = 1) {
  return experiment_from("topology: {kind: butterfly, dimensions: 2, straight_links: 3, link_latency: " +
                         std::to_string(link_latency) +
                         "}\n"
                         "router: {kind: ranade, words: 32, hashing: identity}\n"
                         "workload: {kind: pram_all_to_one, operation: write_priority, " +
                         pace + "}\n" + more);
}

Results run(const Experiment& experiment) { return simulate_program(experiment, *find_level("fast"), {}); }

const PramFigures& figures_of(const Results& results) {
  return dynamic_cast<const PramFigures&>(*results.of_machine);
}

TEST(PramSimulation, WordsThatAreWrittenAndNeverReadAreRight) {
  EXPECT_EQ(run(writers("steps: 3")).failed_check, "");
}

TEST(PramSimulation, AWrongWordThatNobodyReadsIsAFailedCheck) {
  Experiment broken = writers("steps: 1");
  broken.design.make_router = [make = broken.design.make_router](NodeId node) {
    std::unique_ptr<RouterCore> core = make(node);
    if (node == 5) dynamic_cast<const RanadeRouter&>(*core).memory().at(0) = 77;
    return core;
  };
  EXPECT_NE(run(broken).failed_check.find("memory of node 5 holds 77"), std::string::npos);
}

TEST(PramSimulation, TheFloorIsTheLongestWayOfAnOperationInAnIdleMachine) {
  EXPECT_EQ(figures_of(run(writers("steps: 1"))).floor, 12U);
}

TEST(PramSimulation, TheFloorKnowsTheLatencyOfLinks) {
  const Experiment experiment = writers("steps: 1", "", /*link_latency=*/5);
  const Results results = run(experiment);
  EXPECT_EQ(figures_of(results).floor, (6U * 2 - 2) * 5 + 2);
  EXPECT_EQ(figures_of(results).longest_step,
            figures_of(results).floor);  // All on one word go as fast as one alone.
  EXPECT_NE(summary(experiment, results).find("52 cycles, the longest way of an operation"),
            std::string::npos);
}

TEST(PramSimulation, OnlyStepsThatHaveEndedCount) {
  const Results results =
      run(writers("steps: 100, in_flight: 8", "measure: {cycles: 5}\nexpect: {max_mean_step: 10}\n"));
  EXPECT_EQ(figures_of(results).steps, 0U);
  EXPECT_EQ(figures_of(results).operations, 0U);
  ASSERT_EQ(results.missed_expectations.size(), 1U);
  EXPECT_EQ(results.missed_expectations[0], "expect.max_mean_step = 10, but no step has ended");
}

TEST(PramSimulation, OfStepsThatOverlapThereIsNoInterval) {
  EXPECT_TRUE(std::isnan(figures_of(run(writers("steps: 50, in_flight: 8"))).step_time.half_width));
}

TEST(PramSimulation, OfSingleStepsThereIsAnIntervalHoweverManyMayBeInFlight) {
  EXPECT_TRUE(
      std::isfinite(figures_of(run(writers("steps: 50, in_flight: 8, period: 100"))).step_time.half_width));
}

}  // namespace
}  // namespace switchyard
