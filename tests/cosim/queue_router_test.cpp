#include <gtest/gtest.h>

#include <array>
#include <systemc>

#include "testbench/cosim/router/queue_router_pins.h"
#include "testbench/engine/level.h"
#include "tests/support/dice.h"
#include "tests/support/needs.h"
#include "tests/support/random_queue_experiment.h"
#include "tests/support/same_as_fast.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A network that is built in testbench/cosim/CMakeLists.txt, and the most packets of its queues.
struct Built {
  QueueShape shape;
  int most_packets;
};

std::string experiment_with_rtl(std::uint64_t number) {
  Dice dice(number);
  const std::array<Built, 8> built{{{{"kind: hypercube, dimensions: 4", "three_queue", 3}, 4},
                                    {{"kind: hypercube, dimensions: 4", "hanging", 2}, 6},
                                    {{"kind: hypercube, dimensions: 4", "two_queue", 2}, 6},
                                    {{"kind: mesh, radix: [4, 4]", "two_queue", 2}, 4},
                                    {{"kind: mesh, radix: [3, 5]", "two_queue", 2}, 4},
                                    {{"kind: mesh, radix: [2, 2]", "two_queue", 2}, 4},
                                    {{"kind: shuffle_exchange, dimensions: 5", "four_queue", 4}, 4},
                                    {{"kind: shuffle_exchange, dimensions: 3", "four_queue", 4}, 4}}};
  auto [shape, most_packets] = built[number % built.size()];
  shape.most_packets = most_packets;
  shape.selections = {"first", "random"};
  shape.injection_control = false;
  shape.limits = {""};
  if (shape.queues == 3) shape.limits = {"", "  departures_per_cycle: 1\n  admissions_per_cycle: 1\n"};
  if (shape.queues == 4) shape.limits = {"", "  departures_per_cycle: 2\n  admissions_per_cycle: 1\n"};
  return random_queue_experiment(number, shape, dice);
}

class QueueRouterCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(QueueRouterCosim, IsTheSameNetworkInEveryCycle) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl_router", experiment_with_rtl(GetParam()), {.assertions = true});
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, QueueRouterCosim, testing::Range<std::uint64_t>(1, 41));

std::string cube(const std::string& router, const std::string& more = "",
                 const std::string& routing = "kind: three_queue") {
  return "topology: {kind: hypercube, dimensions: 4}\n"
         "routing: {" +
         routing +
         "}\ntraffic: {pattern: uniform, packet_length: 1, load: 0.6}\nrouter: {kind: konstantinidou" +
         router + "}\n" + more;
}

TEST(QueueRouterMixture, OfModelsAndRtlIsTheFastNetwork) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl_router", cube(", queue_size: [4, 2, 3]"),
                      {.rtl_nodes = std::vector<NodeId>{1, 2, 7, 11, 15}, .assertions = true});
}

TEST(QueueRouterFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  const Experiment experiment = experiment_from(cube(""));
  TestBench bench(experiment);
  const auto network = find_level("rtl_router")
                           ->build(experiment.design, bench.terminals(), bench.observer(),
                                   {.fault = parse_block_fault("router_6.queue_router_2@50")});
  network->run(300);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_6.rtl.queue_router.flit_o[2]");
  EXPECT_GE(divergence->cycle, 50U);
  EXPECT_LT(divergence->cycle, 100U);
}

std::string refusal(const std::string& yaml) {
  const Experiment experiment = experiment_from(yaml);
  const std::optional<Refusal> refused = refusal_of(*find_level("rtl_router"), experiment.design);
  return refused ? refused->reason : "";
}

TEST(QueueRouterRefusal, NamesTheShapesThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  const std::string refused = refusal(cube(", queue_size: 7"));
  EXPECT_EQ(
      refused.substr(0, refused.find(" Built")),
      "rtl/queues/queue_router.sv cannot carry this network: no model is built for 5 ports, 3 queues of 7, "
      "input_buffer 2, ejection_buffer 2, radix 2.");
  EXPECT_NE(refused.find("5 ports, 2 queues of 4, input_buffer 4, ejection_buffer 4, radix 4, a routing "
                         "table for 16 nodes"),
            std::string::npos)
      << refused;
}

TEST(QueueRouterRefusal, NamesTheSettingThatItDoesNotHave) {
  NEEDS(has_rtl(), "Verilator");
  const std::string start = "rtl/queues/queue_router.sv cannot carry this network: it needs ";
  EXPECT_EQ(refusal(cube(", barriers: hold")), start + "router.barriers = none");
  EXPECT_EQ(refusal(cube(", phits_per_packet: 16")), start + "router.phits_per_packet of no more than 15");
  EXPECT_EQ(refusal(cube("", "", "kind: three_queue, selection: least_loaded")),
            start + "routing.selection = random or first");
  EXPECT_EQ(refusal(cube("", "injection: {policy: control, lead: 2}\n")),
            start + "injection.policy = competition");
  EXPECT_EQ(refusal(cube("", "faults: [{link: [0, 1], from: 10}]\n")), start + "no faults");
}

}  // namespace
}  // namespace switchyard
