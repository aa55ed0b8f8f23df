#include <gtest/gtest.h>

#include "tests/support/combining_bench.h"
#include "tests/support/sanitized.h"

namespace switchyard {
namespace {

void expect_exact(const CombiningBenchSettings& settings) {
  CombiningBench bench("bench", settings, *find_level("fast"));
  EXPECT_TRUE(run_to_end({&bench}, sc_core::sc_time(5, sc_core::SC_MS)));
  EXPECT_EQ(bench.faults(/*at_end=*/true), "");
  EXPECT_EQ(bench.fault_of_steps(), "");
}

class CombiningInitiators : public testing::TestWithParam<unsigned> {};

TEST_P(CombiningInitiators, ReadWriteAndCountAsASequentialMachineSays) {
  const unsigned count = GetParam();
  const unsigned rounds = kSanitized ? 2000 : 6400;
  expect_exact(
      {.dimensions = 4, .initiators = count, .transactions = std::min(500u, rounds / count), .seed = count});
}

INSTANTIATE_TEST_SUITE_P(From1To64, CombiningInitiators, testing::Values(1u, 2u, 3u, 5u, 16u, 64u));

struct MachineCase {
  std::string name;
  CombiningBenchSettings settings;
};

class CombiningMachines : public testing::TestWithParam<MachineCase> {};

TEST_P(CombiningMachines, ReadWriteAndCountAsASequentialMachineSays) { expect_exact(GetParam().settings); }

INSTANTIATE_TEST_SUITE_P(
    All, CombiningMachines,
    testing::Values(MachineCase{"Pipelined", {.memory = ", in_flight: 8", .initiators = 8}},
                    MachineCase{"AsManyStepsAsThereAre", {.memory = ", in_flight: 64", .initiators = 8}},
                    MachineCase{"Priority", {.memory = ", writes: priority, in_flight: 2", .initiators = 8}},
                    MachineCase{"OneWord", {.initiators = 8, .words = 1, .hot = 1}},
                    MachineCase{"TightQueues", {.router = ", queue: 1, directions: 2", .initiators = 8}},
                    MachineCase{"OwnWires",
                                {.topology = ", straight_links: 3, link_latency: 2", .initiators = 8}},
                    MachineCase{"WithoutCombining", {.router = ", combining: false", .initiators = 8}},
                    MachineCase{"Faulty",
                                {.dimensions = 3,
                                 .topology = ", extra_column: true, straight_links: 3",
                                 .more = "faults: [{node: 14}]\n",
                                 .initiators = 12}}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace switchyard
