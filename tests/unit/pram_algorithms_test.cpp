#include "testbench/pram/pram_algorithms.h"

#include <gtest/gtest.h>

#include "tests/support/pram_bench.h"

namespace switchyard {
namespace {

/// Runs the program on a machine; what it says of its result.
std::string fault_of(PramProgram& program, int dimensions, Step in_flight) {
  PramSetup setup{.dimensions = dimensions,
                  .words = 2 * static_cast<std::uint32_t>(dimensions << dimensions)};
  setup.pace.in_flight = in_flight;
  PramBench bench(setup, program);
  EXPECT_TRUE(bench.run(1'000'000));
  EXPECT_EQ(bench.scoreboard.failure() + bench.monitor.failure(), "");
  return program.fault();
}

TEST(PramAlgorithms, ListRankingFindsEveryRank) {
  for (const int n : {1, 2, 3, 5}) {
    for (const Step in_flight : {1U, 4U}) {
      ListRanking program(static_cast<NodeId>(n) << n, /*seed=*/static_cast<std::uint64_t>(n));
      EXPECT_EQ(fault_of(program, n, in_flight), "") << n;
    }
  }
}

TEST(PramAlgorithms, ParallelPrefixFindsEverySum) {
  for (const int n : {1, 2, 3, 5}) {
    ParallelPrefix program(static_cast<NodeId>(n) << n, /*seed=*/3);
    EXPECT_EQ(fault_of(program, n, /*in_flight=*/3), "") << n;
  }
}

TEST(PramAlgorithms, HistogramTellsEachProcessorItsPlace) {
  HistogramProgram program(/*steps=*/20, /*processors=*/64, /*bins=*/5, /*seed=*/1);
  EXPECT_EQ(fault_of(program, 4, /*in_flight=*/6), "");
}

/// Answers all as the scripts of a broken memory would.
template <class Program>
std::string fault_without_memory(Program& program, NodeId processors) {
  for (Step step = 0; step < program.steps(); ++step) {
    for (NodeId p = 0; p < processors; ++p) {
      if (program.operation(p, step)) program.answer(p, step, {1, 1});
    }
  }
  return program.fault();
}

TEST(PramAlgorithms, AWrongResultIsSeen) {
  ListRanking ranking(24, 1);
  EXPECT_NE(fault_without_memory(ranking, 24).find("list ranking: element"), std::string::npos);
  ParallelPrefix prefix(24, 1);
  EXPECT_NE(fault_without_memory(prefix, 24).find("parallel prefix: sum"), std::string::npos);
  HistogramProgram histogram(3, 24, 2, 1);
  EXPECT_NE(fault_without_memory(histogram, 24).find("histogram: processor"), std::string::npos);
}

}  // namespace
}  // namespace switchyard
