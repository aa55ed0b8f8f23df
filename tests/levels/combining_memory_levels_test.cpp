#include <gtest/gtest.h>

#include "tests/support/combining_bench.h"

namespace switchyard {
namespace {

void expect_same_ends(const CombiningBenchSettings& settings, const std::vector<std::string>& levels) {
  std::vector<std::unique_ptr<CombiningBench>> benches;
  std::vector<CombiningBench*> all;
  for (const std::string& level : levels) {
    benches.push_back(std::make_unique<CombiningBench>(level.c_str(), settings, *find_level(level)));
    all.push_back(benches.back().get());
  }
  ASSERT_TRUE(run_to_end(all, sc_core::sc_time(1, sc_core::SC_MS)));
  for (CombiningBench* bench : all) {
    EXPECT_EQ(bench->faults(/*at_end=*/true) + bench->fault_of_steps(), "") << bench->name();
    EXPECT_TRUE(bench->ends() == all[0]->ends()) << bench->name();
  }
}

TEST(CombiningMemoryLevels, TransactionsEndAtTheSameTimesAtFastAndClocked) {
  expect_same_ends({.dimensions = 3, .initiators = 12, .transactions = 150}, {"fast", "clocked"});
}

TEST(CombiningMemoryLevels, TransactionsEndAtTheSameTimesWithStepsInFlight) {
  expect_same_ends({.topology = ", link_latency: 2", .memory = ", in_flight: 5", .initiators = 7},
                   {"fast", "clocked"});
}

void expect_same_resets(const std::string& topology) {
  const CombiningBenchSettings settings{.topology = topology,
                                        .memory = ", in_flight: 3",
                                        .initiators = 7,
                                        .transactions = 150,
                                        .may_fail = true};
  CombiningBench fast("fast", settings, *find_level("fast"));
  CombiningBench clocked("clocked", settings, *find_level("clocked"));
  for (const double at :
       {0.2, 100.5, 133.0, 150.25, 600.0, 601.0}) {  // During a reset, at an edge, twice in a row.
    sc_core::sc_start(sc_core::sc_time(at, sc_core::SC_NS) - sc_core::sc_time_stamp());
    fast.memory().reset();
    clocked.memory().reset();
  }
  ASSERT_TRUE(run_to_end({&fast, &clocked}, sc_core::sc_time(1, sc_core::SC_MS)));
  EXPECT_EQ(fast.faults(/*at_end=*/true) + clocked.faults(/*at_end=*/true), "");
  EXPECT_TRUE(fast.ends() == clocked.ends());
  for (std::uint32_t address = 0; address < settings.words; ++address)
    EXPECT_EQ(fast.word(address), clocked.word(address)) << address;
  EXPECT_GT(fast.failed(), 10U);
}

TEST(CombiningMemoryLevels, AResetIsTheSameAtFastAndClocked) { expect_same_resets(""); }

TEST(CombiningMemoryLevels, AResetEmptiesLongLinks) { expect_same_resets(", link_latency: 8"); }

}  // namespace
}  // namespace switchyard
