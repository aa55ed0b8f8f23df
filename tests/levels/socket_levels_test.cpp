#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/sanitized.h"
#include "tests/support/socket_bench.h"

namespace switchyard {
namespace {

const char* const kTorus =
    "topology: {kind: torus, radix: [4, 4]}\n"
    "router: {kind: duato, virtual_channels: 4, crossbar: ports, input_depth: 4, output_depth: 0, "
    "vc_allocations_per_cycle: 1}\n"
    "routing: {kind: duato}\n";
const char* const kChaos =
    "topology: {kind: torus, radix: [4, 4]}\n"
    "router: {kind: chaos, queue_size: 5}\n"
    "routing: {kind: minimal}\n";

/// Several terminals at a node, none at another, one that is in at one node and out at another, narrow links.
const char* const kAttached =
    "topology: {kind: custom, nodes: 4, links: [[0, 1], [1, 2], {from: 0, to: 3, latency: 3, "
    "cycles_per_flit: 2}, "
    "{from: 2, to: 3, channels: 2}], terminals: [0, 0, 0, {entry: 0, exit: 2}, 2, 2, 2, {exit: 1}, 3, 3, "
    "3]}\n"
    "router: {kind: duato, virtual_channels: 2, input_depth: 4, output_depth: 2}\n"
    "routing: {kind: adaptive_up_down}\n";

std::string first_difference(const SocketBench& a, const SocketBench& b) {
  std::istringstream ends_a(a.ends());
  std::istringstream ends_b(b.ends());
  std::string line_a;
  std::string line_b;
  while (std::getline(ends_a, line_a) && std::getline(ends_b, line_b) && line_a == line_b) {
  }
  return line_a + " and " + line_b;
}

void expect_same_ends(const SocketBenchSettings& settings, const std::vector<std::string>& levels) {
  std::vector<std::unique_ptr<SocketBench>> benches;
  std::vector<SocketBench*> all;
  for (const std::string& level : levels) {
    benches.push_back(std::make_unique<SocketBench>(level.c_str(), settings, *find_level(level)));
    all.push_back(benches.back().get());
  }
  ASSERT_TRUE(run_to_end(all, sc_core::sc_time(1, sc_core::SC_MS)));
  for (SocketBench* bench : all) {
    EXPECT_EQ(bench->faults(/*at_end=*/true), "") << bench->name();
    EXPECT_TRUE(bench->ends() == all[0]->ends())
        << bench->name() << ": " << first_difference(*bench, *all[0]);
  }
}

TEST(SocketLevels, TransactionsEndAtTheSameTimesAtFastAndClocked) {
  expect_same_ends(
      {.network = kTorus, .interconnect = "", .initiators = 6, .targets = 5, .transactions = 200},
      {"fast", "clocked"});
}

TEST(SocketLevels, TransactionsEndAtTheSameTimesThroughPacketsThatOvertake) {
  expect_same_ends(
      {.network = kChaos, .interconnect = "", .initiators = 9, .targets = 4, .transactions = 150},
      {"fast", "clocked"});
}

TEST(SocketLevels, TransactionsEndAtTheSameTimesAtAttachedTerminals) {
  expect_same_ends(
      {.network = kAttached, .interconnect = "", .initiators = 6, .targets = 3, .transactions = 200},
      {"fast", "clocked"});
}

void expect_same_resets(const std::string& network) {
  const SocketBenchSettings settings{.network = network,
                                     .interconnect = "",
                                     .initiators = 6,
                                     .targets = 5,
                                     .transactions = 150,
                                     .may_fail = true};
  SocketBench fast("fast", settings, *find_level("fast"));
  SocketBench clocked("clocked", settings, *find_level("clocked"));
  for (const double at :
       {0.2, 100.5, 133.0, 150.25, 600.0, 601.0}) {  // During a reset, at an edge, twice in a row.
    sc_core::sc_start(sc_core::sc_time(at, sc_core::SC_NS) - sc_core::sc_time_stamp());
    fast.interconnect().reset();
    clocked.interconnect().reset();
  }
  ASSERT_TRUE(run_to_end({&fast, &clocked}, sc_core::sc_time(1, sc_core::SC_MS)));
  EXPECT_EQ(fast.faults(/*at_end=*/true), "");
  EXPECT_EQ(clocked.faults(/*at_end=*/true), "");
  EXPECT_TRUE(fast.ends() == clocked.ends()) << first_difference(fast, clocked);
  EXPECT_GT(fast.failed(), 10U);
}

TEST(SocketLevels, AResetIsTheSameAtFastAndClocked) { expect_same_resets(kTorus); }

TEST(SocketLevels, AResetEmptiesLongLinks) {
  std::string network = kTorus;
  const std::string radix = "radix: [4, 4]";
  network.replace(network.find(radix), radix.size(), radix + ", link_latency: 8");
  expect_same_resets(network);
}

struct Model {
  const char* name;
  std::string network;
  std::string interconnect = {};
};

/// Every router that has a model without flits.
class SocketsWithoutFlits : public testing::TestWithParam<Model> {
 protected:
  SocketBenchSettings settings(unsigned initiators, unsigned outstanding) const {
    return {.network = GetParam().network,
            .interconnect = GetParam().interconnect,
            .initiators = initiators,
            .targets = 4,
            .transactions = kSanitized ? 100u : 400u,
            .outstanding = outstanding};
  }
};

TEST_P(SocketsWithoutFlits, ATransactionAloneEndsAtTheSameTimeAsAtFast) {
  expect_same_ends(settings(/*initiators=*/1, /*outstanding=*/1), {"fast", "approximate"});
}

TEST_P(SocketsWithoutFlits, MeanLatencyIsWithinTenPerCentOfFast) {
  const SocketBenchSettings loaded = settings(/*initiators=*/12, /*outstanding=*/4);
  SocketBench fast("fast", loaded, *find_level("fast"));
  SocketBench approximate("approximate", loaded, *find_level("approximate"));
  ASSERT_TRUE(run_to_end({&fast, &approximate}, sc_core::sc_time(1, sc_core::SC_MS)));
  EXPECT_EQ(approximate.faults(/*at_end=*/true), "");
  EXPECT_NEAR(approximate.mean_latency(), fast.mean_latency(), 0.1 * fast.mean_latency());
}

TEST_P(SocketsWithoutFlits, CarryOnAfterAReset) {
  SocketBenchSettings reset = settings(/*initiators=*/6, /*outstanding=*/8);
  reset.may_fail = true;
  SocketBench bench("bench", reset, *find_level("approximate"));
  for (const double at : {0.2, 100.5, 133.0, 150.25, 151.0, 600.0}) {
    sc_core::sc_start(sc_core::sc_time(at, sc_core::SC_NS) - sc_core::sc_time_stamp());
    bench.interconnect().reset();
  }
  ASSERT_TRUE(run_to_end({&bench}, sc_core::sc_time(1, sc_core::SC_MS)));
  EXPECT_EQ(bench.faults(/*at_end=*/true), "");
  EXPECT_GT(bench.failed(), 10U);
}

INSTANTIATE_TEST_SUITE_P(
    Models, SocketsWithoutFlits,
    testing::Values(Model{"DuatoTorus", kTorus},
                    Model{"Mesh",
                          "topology: {kind: mesh, radix: [4, 4]}\n"
                          "router: {kind: duato, virtual_channels: 2, input_depth: 8, output_depth: 4}\n"
                          "routing: {kind: dimension_order}\n"},
                    Model{"Chaos", kChaos, "  bytes_per_flit: 16\n"},
                    Model{"ThreeQueue",
                          "topology: {kind: hypercube, dimensions: 4}\n"
                          "router: {kind: konstantinidou, queue_size: 4}\n"
                          "routing: {kind: three_queue}\n",
                          "  bytes_per_flit: 64\n"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace switchyard
