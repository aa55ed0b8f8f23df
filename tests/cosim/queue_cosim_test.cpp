#include <gtest/gtest.h>

#include <array>
#include <systemc>

#include "testbench/cosim/queues/rtl_queues.h"
#include "testbench/engine/level.h"
#include "tests/support/dice.h"
#include "tests/support/needs.h"
#include "tests/support/random_queue_experiment.h"
#include "tests/support/same_as_fast.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A network of central queues in one of the shapes of testbench/cosim/CMakeLists.txt, with what the RTL has.
std::string experiment_with_rtl(std::uint64_t number) {
  Dice dice(number);
  const std::array<QueueShape, 5> shapes{{{"kind: hypercube, dimensions: 4", "three_queue", 3},
                                          {"kind: hypercube, dimensions: 3", "three_queue", 3},
                                          {"kind: hypercube, dimensions: 4", "two_queue", 2},
                                          {"kind: mesh, radix: [3, 4]", "two_queue", 2},
                                          {"kind: shuffle_exchange, dimensions: 4", "four_queue", 4}}};
  QueueShape shape = shapes[number % shapes.size()];
  shape.most_packets = number % shapes.size() == 1 ? 2 : 4;
  shape.selections = {"first", "random"};
  shape.limits = {""};
  if (number % shapes.size() == 0)
    shape.limits = {"", "  departures_per_cycle: 1\n  admissions_per_cycle: 1\n"};
  if (number % shapes.size() == 2)
    shape.limits.back() = "  departures_per_cycle: 2\n  admissions_per_cycle: 1\n";
  return random_queue_experiment(number, shape, dice);
}

class QueueCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(QueueCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", experiment_with_rtl(GetParam()));
}

TEST_P(QueueCosim, RtlAloneIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl", experiment_with_rtl(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, QueueCosim, testing::Range<std::uint64_t>(1, 31));

constexpr const char* kCube =
    "topology: {kind: hypercube, dimensions: 4}\n"
    "routing: {kind: three_queue}\n"
    "traffic: {pattern: uniform, packet_length: 1, load: 0.6}\n"
    "router: {kind: konstantinidou, queue_size: ";

TEST(QueueCosimFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  const Experiment experiment = experiment_from(kCube + std::string("4}\n"));
  TestBench bench(experiment);
  const auto network = find_level("lockstep")
                           ->build(experiment.design, bench.terminals(), bench.observer(),
                                   {parse_block_fault("router_6.queue_switch_2@50")});
  network->run(300);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_6.rtl.queue_switch.sent_o[2]");
  EXPECT_EQ(divergence->node, 6U);
  EXPECT_GE(divergence->cycle, 50U);
  EXPECT_LT(divergence->cycle, 100U);
  EXPECT_NE(divergence->model, divergence->rtl);
}

std::string refusal(const std::string& yaml) {
  const Experiment experiment = experiment_from(yaml);
  const std::optional<Refusal> refused = refusal_of(*find_level("lockstep"), experiment.design);
  return refused ? refused->reason : "";
}

TEST(QueueCosimRefusal, NamesTheShapesThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_EQ(
      refusal(kCube + std::string("7}\n")),
      "rtl/queues/queue_switch.sv is not built for 5 ports and 3 queues of 7 packets. Built: 4 ports, 3 "
      "queues of up to 2 packets; 5 ports, 3 queues of up to 4 packets; 5 ports, 3 queues of up to 4 "
      "packets, departures_per_cycle 1, admissions_per_cycle 1; 5 ports, 2 queues of up to 4 packets; 5 "
      "ports, 2 queues of up to 4 packets, departures_per_cycle 2, admissions_per_cycle 1; 4 ports, 4 queues "
      "of up to 4 packets");
  EXPECT_NE(refusal(kCube + std::string("4, departures_per_cycle: 2}\n"))
                .find("is not built for 5 ports and 3 queues of 4 packets, departures_per_cycle 2. Built: "),
            std::string::npos);
}

TEST(QueueCosimRefusal, NamesTheSettingThatItDoesNotHave) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_EQ(refusal(kCube + std::string("4, barriers: hold}\n")),
            "rtl/queues/queue_switch.sv cannot carry this network: it needs router.barriers = none");
}

}  // namespace
}  // namespace switchyard
