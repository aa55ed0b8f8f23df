#include "testbench/run/pram_simulation.h"

#include <gtest/gtest.h>

#include "hw/router/ranade_router.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// `more`: of the workload.
Experiment writers(const std::string& more) {
  return experiment_from(
      "topology: {kind: butterfly, dimensions: 2, straight_links: 3}\n"
      "router: {kind: ranade, words: 32, hashing: identity}\n"
      "workload: {kind: pram_all_to_one, operation: write_priority, " +
      more + "}\n");
}

Results run(const Experiment& experiment) { return simulate_program(experiment, *find_level("fast"), {}); }

TEST(PramSimulation, WhatIsWrittenAndNeverReadIsChecked) {
  EXPECT_EQ(run(writers("steps: 3")).failed_check, "");
}

TEST(PramSimulation, AWrongWordThatNobodyReadsIsAFailedCheck) {
  Experiment broken = writers("steps: 3");
  broken.design.make_router = [make = broken.design.make_router](NodeId node) {
    std::unique_ptr<RouterCore> core = make(node);
    if (node == 5) dynamic_cast<const RanadeRouter&>(*core).memory().at(0) = 77;
    return core;
  };
  EXPECT_NE(run(broken).failed_check.find("memory of node 5 holds 77"), std::string::npos);
}

}  // namespace
}  // namespace switchyard
