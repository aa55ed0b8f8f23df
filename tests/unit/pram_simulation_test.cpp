#include "testbench/run/pram_simulation.h"

#include <cmath>

#include <gtest/gtest.h>

#include "hw/router/combining/ranade_router.h"
#include "testbench/report/pram_report.h"
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
  EXPECT_EQ(run(writers("steps: 1")).pram->floor, 12U);
}

TEST(PramSimulation, TheFloorKnowsTheLatencyOfLinks) {
  const Experiment experiment = writers("steps: 1", "", /*link_latency=*/5);
  const Results results = run(experiment);
  EXPECT_EQ(results.pram->floor, (6U * 2 - 2) * 5 + 2);
  EXPECT_EQ(results.pram->longest_step, results.pram->floor);  // All on one word go as fast as one alone.
  EXPECT_NE(summary_of_program(experiment, results).find("52 cycles, the longest way of an operation"),
            std::string::npos);
}

TEST(PramSimulation, OnlyStepsThatHaveEndedCount) {
  const Results results =
      run(writers("steps: 100, in_flight: 8", "measure: {cycles: 5}\nexpect: {max_mean_step: 10}\n"));
  EXPECT_EQ(results.pram->steps, 0U);
  EXPECT_EQ(results.pram->operations, 0U);
  ASSERT_EQ(results.missed_expectations.size(), 1U);
  EXPECT_EQ(results.missed_expectations[0], "expect.max_mean_step = 10, but no step has ended");
}

TEST(PramSimulation, OfStepsThatOverlapThereIsNoInterval) {
  EXPECT_TRUE(std::isnan(run(writers("steps: 50, in_flight: 8")).pram->step_time.half_width));
}

TEST(PramSimulation, OfSingleStepsThereIsAnIntervalHoweverManyMayBeInFlight) {
  EXPECT_TRUE(std::isfinite(run(writers("steps: 50, in_flight: 8, period: 100")).pram->step_time.half_width));
}

}  // namespace
}  // namespace switchyard
