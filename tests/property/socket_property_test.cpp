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

void expect_exact(const SocketBenchSettings& settings) {
  SocketBench bench("bench", settings, *find_level("fast"));
  EXPECT_TRUE(run_to_end({&bench}, sc_core::sc_time(5, sc_core::SC_MS)));
  EXPECT_EQ(bench.faults(/*at_end=*/true), "");
}

class Initiators : public testing::TestWithParam<unsigned> {};

TEST_P(Initiators, OfBothKindsReadAndWriteWhatAFlatModelSays) {
  const unsigned count = GetParam();
  const unsigned rounds = kSanitized ? 3000 : 12000;
  expect_exact({.network = torus(8, 9),
                .interconnect = "",
                .initiators = count,
                .targets = std::min(count, 8u),
                .transactions = std::min(500u, rounds / count),
                .longest = 200,
                .seed = count});
}

INSTANTIATE_TEST_SUITE_P(From1To64, Initiators, testing::Values(1u, 2u, 3u, 5u, 16u, 64u));

struct Network {
  std::string name;
  std::string yaml;
  std::string interconnect;
};

class Networks : public testing::TestWithParam<Network> {};

TEST_P(Networks, CarryTransactionsWhole) {
  expect_exact({.network = GetParam().yaml,
                .interconnect = GetParam().interconnect,
                .initiators = 6,
                .targets = 4,
                .transactions = kSanitized ? 100u : 300u});
}

const char* const kTorus = "topology: {kind: torus, radix: [4, 4]}\n";
const char* const kCube = "topology: {kind: hypercube, dimensions: 4}\n";
INSTANTIATE_TEST_SUITE_P(
    All, Networks,
    testing::Values(
        Network{"Duato", torus(4, 4), "  longest_packet: 6\n"},
        Network{"Chaos",
                kTorus + std::string("router: {kind: chaos, queue_size: 5}\nrouting: {kind: minimal}\n"),
                "  bytes_per_flit: 16\n"},
        Network{"Exchange",
                kCube + std::string("router: {kind: exchange, buffers: 5}\nrouting: {kind: minimal}\n"),
                "  bytes_per_flit: 64\n"},
        Network{"ThreeQueue",
                kCube + std::string("router: {kind: konstantinidou, queue_size: 4}\n"
                                    "routing: {kind: three_queue}\n"),
                "  bytes_per_flit: 64\n"},
        Network{"TightQueues", torus(4, 4), "  request_queue: 1\n  response_queue: 1\n  header_flits: 2\n"}),
    [](const auto& test) { return test.param.name; });

/// The mutant of the order: packets of a chaos network overtake, and the data show it.
TEST(Networks, OutOfOrderAreSeen) {
  SocketBench bench(
      "bench",
      {.network = kTorus + std::string("router: {kind: chaos, queue_size: 5}\nrouting: {kind: minimal}\n"),
       .interconnect = "  bytes_per_flit: 16\n  ordered: false\n",
       .initiators = 6,
       .targets = 4,
       .transactions = 300},
      *find_level("fast"));
  EXPECT_TRUE(run_to_end({&bench}, sc_core::sc_time(5, sc_core::SC_MS)));
  const std::string faults = bench.faults(/*at_end=*/true);
  EXPECT_NE(faults.find("wrong data"), std::string::npos) << faults;
  EXPECT_NE(faults.find("out of order"), std::string::npos) << faults;
}

}  // namespace
}  // namespace switchyard
