#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "testbench/regression/router_vectors.h"
#include "tests/support/icarus.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

std::string simulate(const Design& design, NodeId node, int cycles, const IcarusEdit& edit = {}) {
  const TemporaryFolder folder;
  {
    std::ofstream vectors(folder / "vectors");
    write_router_vectors(vectors, design, node, {.longest_packet = 1, .cycles = cycles});
  }
  return simulate_with_icarus(folder, {design, node, cycles, edit});
}

Design design_of(const std::string& topology, const std::string& routing, const std::string& router) {
  return experiment_from("topology: {" + topology + "}\nrouting: {kind: " + routing +
                         "}\ntraffic: {pattern: uniform, packet_length: 1, load: 0.6}\nrouter: {kind: "
                         "konstantinidou" +
                         router + "}\n")
      .design;
}
Design cube() {
  return design_of("kind: hypercube, dimensions: 3", "three_queue, selection: random",
                   ", queue_size: [3, 2, 1], ejection_buffer: 3, ejection_rate: 0.7");
}
Design mesh() {
  return design_of("kind: mesh, radix: [4, 4]", "two_queue, selection: random",
                   ", queue_size: 3, phits_per_packet: 3, input_buffer: 1");
}
Design head_only() {
  return design_of("kind: hypercube, dimensions: 2", "hanging, selection: first",
                   ", queue_size: [2, 4], queue_service: head, ejection_buffer: 1, ejection_rate: 0.4");
}
Design shuffle_exchange() {
  return design_of("kind: shuffle_exchange, dimensions: 4", "four_queue, selection: random",
                   ", queue_size: 2");
}

TEST(IcarusQueueRouter, DrivesInEveryCycleWhatTheModelDrives) {
  NEEDS(has_icarus(), "iverilog");
  constexpr int kCycles = 2000;
  for (const auto& make : {cube, mesh, head_only, shuffle_exchange})
    EXPECT_EQ(simulate(make(), 3, kCycles), fmt::format("{} cycles agree", kCycles));
}

/// Neither makes a difference before the router is reset in the middle of its work.
TEST(IcarusQueueRouter, MustForgetInAResetWhatItWasDoing) {
  NEEDS(has_icarus(), "iverilog");
  const std::string credits = simulate(
      cube(), 3, 800, {"queues/queue_input.sv", "s/if \\(!rst_ni\\) credit_q <= .0;/if (0) credit_q <= 0;/"});
  EXPECT_NE(credits.find("in a reset: the outputs are not idle"), std::string::npos) << credits;
  const std::string draws = simulate(
      cube(), 3, 800,
      {"random/lfsr_draws.sv",
       "s/if \\(!rst_ni\\) state_q <= .0;/if (!rst_ni) state_q <= state_q === 24\\x27bx ? 0 : state_q;/"});
  EXPECT_NE(draws.find(" after reset "), std::string::npos) << draws;
}

/// A fault in the RTL, and the network that shows it.
struct QueueRouterFault {
  const char* name;
  const char* file;
  const char* edit;
  Design (*make)();
};

class IcarusQueueRouterFault : public testing::TestWithParam<QueueRouterFault> {};

TEST_P(IcarusQueueRouterFault, IsSeenOnAPinInItsFirstWrongCycle) {
  NEEDS(has_icarus(), "iverilog");
  const QueueRouterFault& fault = GetParam();
  const std::string seen = simulate(fault.make(), 3, 800, {fault.file, fault.edit});
  const std::optional<IcarusDifference> difference = difference_in(seen);
  ASSERT_TRUE(difference.has_value()) << seen;
  EXPECT_TRUE(difference->pin == "flit_o" || difference->pin == "credit_o") << seen;
}

INSTANTIATE_TEST_SUITE_P(
    Faults, IcarusQueueRouterFault,
    testing::Values(
        QueueRouterFault{"transfer_ends_early", "queues/phit_timer.sv",
                         "s/phits_i - 1.b1/phits_i - 2\\x27d2/", mesh},
        QueueRouterFault{"credit_is_forgotten", "queues/queue_input.sv",
                         "s/credit_q <= read_i/credit_q <= read_i \\& enter_o/", cube},
        QueueRouterFault{"class_is_wrong", "queues/queue_output.sv",
                         "s/header.vc = 8.\\(c\\)/header.vc = 8\\x27d0/", cube},
        QueueRouterFault{"depth_is_taken_for_the_largest", "queues/queue_output.sv",
                         "s/8.\\(Depth\\);/8\\x27d0;/", mesh},
        QueueRouterFault{"ejection_keeps_no_pace", "queues/queue_ejection.sv", "s/ && left < Cycle//", cube},
        QueueRouterFault{"no_dynamic_links", "queues/queue_ways.sv",
                         "s/if \\(two .*= minimal;/if (1\\x27b0) links = up;/", mesh},
        QueueRouterFault{"rows_of_the_table_are_swapped", "queues/queue_ways.sv",
                         "s/destination_i\\)\\*NumVcs/(destination_i ^ 1))*NumVcs/", shuffle_exchange},
        QueueRouterFault{"any_service_for_head", "queues/queue_router.sv",
                         "s/head_only_i\\(site_i.head_only\\)/head_only_i(1\\x27b0)/", head_only}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace switchyard
