#include <gtest/gtest.h>

#include "tests/support/sanitized.h"
#include "tests/support/socket_bench.h"

namespace switchyard {
namespace {

std::string torus(int x, int y) {
  return fmt::format(
      "topology: {{kind: torus, radix: [{}, {}]}}\n"
      "router: {{kind: duato, virtual_channels: 4, input_depth: 4, output_depth: 2}}\n"
      "routing: {{kind: duato}}\n",
      x, y);
}

void expect_exact(const SocketBenchSettings& settings, const char* level) {
  SocketBench bench("bench", settings, *find_level(level));
  EXPECT_TRUE(run_to_end({&bench}, sc_core::sc_time(5, sc_core::SC_MS)));
  EXPECT_EQ(bench.faults(/*at_end=*/true), "");
}

class Initiators : public testing::TestWithParam<std::tuple<unsigned, const char*>> {};

TEST_P(Initiators, OfBothKindsReadAndWriteWhatAFlatModelSays) {
  const auto [count, level] = GetParam();
  const unsigned rounds = kSanitized ? 3000 : 12000;
  expect_exact({.network = torus(8, 9),
                .interconnect = "",
                .initiators = count,
                .targets = std::min(count, 8u),
                .transactions = std::min(500u, rounds / count),
                .longest = 200,
                .seed = count},
               level);
}

INSTANTIATE_TEST_SUITE_P(From1To64, Initiators,
                         testing::Combine(testing::Values(1u, 2u, 3u, 5u, 16u, 64u),
                                          testing::Values("fast", "approximate")));

struct NetworkCase {
  std::string name;
  std::string yaml;
  std::string interconnect;
  const char* level = "fast";
};

class Networks : public testing::TestWithParam<NetworkCase> {};

TEST_P(Networks, CarryTransactionsWhole) {
  expect_exact({.network = GetParam().yaml,
                .interconnect = GetParam().interconnect,
                .initiators = 6,
                .targets = 4,
                .transactions = kSanitized ? 100u : 300u},
               GetParam().level);
}

const char* const kChaosTorus =
    "topology: {kind: torus, radix: [4, 4]}\n"
    "router: {kind: chaos, queue_size: 5}\n"
    "routing: {kind: minimal}\n";
const char* const kExchangeCube =
    "topology: {kind: hypercube, dimensions: 4}\n"
    "router: {kind: exchange, buffers: 5}\n"
    "routing: {kind: minimal}\n";
const char* const kThreeQueueCube =
    "topology: {kind: hypercube, dimensions: 4}\n"
    "router: {kind: konstantinidou, queue_size: 4}\n"
    "routing: {kind: three_queue}\n";
const char* const kTightQueues = "  request_queue: 1\n  response_queue: 1\n  header_flits: 2\n";
INSTANTIATE_TEST_SUITE_P(All, Networks,
                         testing::Values(NetworkCase{"Duato", torus(4, 4), "  longest_packet: 6\n"},
                                         NetworkCase{"Chaos", kChaosTorus, "  bytes_per_flit: 16\n"},
                                         NetworkCase{"Exchange", kExchangeCube, "  bytes_per_flit: 64\n"},
                                         NetworkCase{"ThreeQueue", kThreeQueueCube, "  bytes_per_flit: 64\n"},
                                         NetworkCase{"TightQueues", torus(4, 4), kTightQueues}),
                         [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    WithoutFlits, Networks,
    testing::Values(NetworkCase{"Duato", torus(4, 4), "  longest_packet: 6\n", "approximate"},
                    NetworkCase{"Chaos", kChaosTorus, "  bytes_per_flit: 16\n", "approximate"},
                    NetworkCase{"ThreeQueue", kThreeQueueCube, "  bytes_per_flit: 64\n", "approximate"},
                    NetworkCase{"TightQueues", torus(4, 4), kTightQueues, "approximate"}),
    [](const auto& test) { return test.param.name; });

/// The mutant of the order: packets of a chaos network overtake, and the data show it.
class Unordered : public testing::TestWithParam<const char*> {};

TEST_P(Unordered, PacketsAreSeen) {
  SocketBench bench("bench",
                    {.network = kChaosTorus,
                     .interconnect = "  bytes_per_flit: 16\n  ordered: false\n",
                     .initiators = 6,
                     .targets = 4,
                     .transactions = 300},
                    *find_level(GetParam()));
  EXPECT_TRUE(run_to_end({&bench}, sc_core::sc_time(5, sc_core::SC_MS)));
  const std::string faults = bench.faults(/*at_end=*/true);
  EXPECT_NE(faults.find("wrong data"), std::string::npos) << faults;
  EXPECT_NE(faults.find("out of order"), std::string::npos) << faults;
}

INSTANTIATE_TEST_SUITE_P(Levels, Unordered, testing::Values("fast", "approximate"));

}  // namespace
}  // namespace switchyard
