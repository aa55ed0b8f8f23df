#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "hw/analysis/zero_load.h"
#include "testbench/messages/graph_catalog.h"
#include "testbench/messages/message_source.h"
#include "tests/support/message_run.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

Experiment on(const std::string& topology, const std::string& routing, const std::string& workload) {
  return experiment_from("topology: " + topology +
                         "\nrouter: {kind: duato, virtual_channels: 4, input_depth: 16, output_depth: 4}\n"
                         "routing: {kind: " +
                         routing + "}\nworkload: {kind: messages, graph: " + workload + "}\n");
}

Cycle latency_over(const Experiment& experiment, int hops, int flits) {
  return zero_load_latency(experiment.design.router.timing, ZeroLoadPath::over(hops, 1), flits);
}

/// All shift by as much, so messages of no more flits than the cycles of a hop never meet; a barrier costs a
/// cycle.
TEST(Exchange, OfShiftsOnARingTakesTheZeroLoadLatencyOfEachStep) {
  for (const int n : {3, 4, 5, 8, 9}) {
    for (const int flits : {1, 2}) {
      const Experiment experiment =
          on("{kind: torus, radix: [" + std::to_string(n) + "]}", "dimension_order",
             "total_exchange, synchronization: barrier, grain: " + std::to_string(4 * flits));
      Cycle expected = 0;
      for (int i = 1; i < n; ++i) expected += latency_over(experiment, std::min(i, n - i), flits);
      EXPECT_EQ(MessageRun(experiment).end(), expected + static_cast<Cycle>(n - 2)) << n << ' ' << flits;
    }
  }
}

/// Headers are flits of every packet: two packets of two flits each in place of one of two.
TEST(Exchange, HeadersLengthenPackets) {
  const Experiment plain =
      on("{kind: torus, radix: [4]}", "dimension_order", "broadcast, grain: 16, packet_bytes: 16");
  const Experiment headed = on("{kind: torus, radix: [4]}", "dimension_order",
                               "broadcast, grain: 16, packet_bytes: 16, header_flits: 3");
  EXPECT_EQ(MessageRun(plain).end(),
            2 * latency_over(plain, 1, 4) + latency_over(plain, 2, 4) - latency_over(plain, 1, 4));
  EXPECT_EQ(MessageRun(headed).end() - MessageRun(plain).end(), 2 * 3U);
  EXPECT_EQ(MessageRun(headed).source().figures().flits, 3 * 4U);
}

TEST(Collectives, ABroadcastOnAHypercubeTakesOneHopForEachDimension) {
  for (const int dimension : {1, 2, 3, 5}) {
    for (const int compute : {0, 7}) {
      const Experiment experiment =
          on("{kind: hypercube, dimensions: " + std::to_string(dimension) + "}", "dimension_order",
             "broadcast, grain: 12, compute: " + std::to_string(compute));
      const auto steps = static_cast<Cycle>(dimension);
      EXPECT_EQ(MessageRun(experiment).end(),
                steps * (latency_over(experiment, 1, 3) + static_cast<Cycle>(compute)));
    }
  }
}

/// Partners are neighbours; a step carries half or twice the blocks of the one before.
TEST(Collectives, HalvingAndDoublingOnAHypercubeNeverMeet) {
  for (const int dimension : {1, 2, 3, 4}) {
    const Experiment experiment = on("{kind: hypercube, dimensions: " + std::to_string(dimension) + "}",
                                     "dimension_order", "all_reduce, grain: 4, algorithm: halving_doubling");
    Cycle expected = 0;
    for (int d = 0; d < dimension; ++d) expected += 2 * latency_over(experiment, 1, 1 << d);
    EXPECT_EQ(MessageRun(experiment).end(), expected);
  }
}

TEST(Collectives, ARingOnARingNeverMeets) {
  for (const int n : {3, 8}) {
    const Experiment experiment =
        on("{kind: torus, radix: [" + std::to_string(n) + "]}", "dimension_order", "all_reduce, grain: 20");
    EXPECT_EQ(MessageRun(experiment).end(), 2 * static_cast<Cycle>(n - 1) * latency_over(experiment, 1, 5));
  }
}

/// The check watches over every run: all algorithms, on a network that reorders.
TEST(Exchange, OfEveryAlgorithmEndsWithAllBlocksInTheirPlaces) {
  for (const char* algorithm :
       {"shift", "pairwise", "indirect_pairwise", "indirect_pairwise, order: rows_first", "randomized"}) {
    for (const char* synchronization : {"none", "barrier", "receive"}) {
      const bool randomized = std::string(algorithm) == "randomized";
      if (randomized && std::string(synchronization) == "receive") continue;
      const MessageRun run(on("{kind: torus, radix: [4, 4]}", "duato",
                              std::string("total_exchange, grain: 24, packet_bytes: 8, header_flits: 1, "
                                          "algorithm: ") +
                                  algorithm + ", synchronization: " + synchronization));
      const bool rows_first = std::string(algorithm).find("rows_first") != std::string::npos;
      EXPECT_EQ(run.source().figures().latency.count(), 16U * (rows_first ? 6 : 15) * (randomized ? 3 : 1));
    }
  }
}

TEST(Exchange, HoldsNoMoreThanTheWindow) {
  const Experiment experiment =
      on("{kind: torus, radix: [8, 8]}", "duato",
         "total_exchange, algorithm: randomized, grain: 64, packet_bytes: 8, window: 2000");
  const MessageRun run(experiment);
  EXPECT_EQ(run.source().figures().latency.count(), 8U * 64 * 63);
  EXPECT_EQ(run.source().figures().most_live, 2000U);
}

TEST(Exchange, IsTheSameOnAnyNumberOfThreads) {
  const Experiment experiment =
      on("{kind: torus, radix: [8, 8]}", "duato", "total_exchange, algorithm: indirect_pairwise, grain: 16");
  const MessageRun alone(experiment);
  const MessageRun together(experiment, 3);
  EXPECT_EQ(together.bench.measurement.event_hash().value(), alone.bench.measurement.event_hash().value());
}

}  // namespace
}  // namespace switchyard
