#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "testbench/regression/router_vectors.h"
#include "tests/support/icarus.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

std::string simulate(const Design& design, int cycles, const IcarusEdit& edit = {}) {
  constexpr NodeId kNode = 3;
  const TemporaryFolder folder;
  {
    std::ofstream vectors(folder / "vectors");
    write_router_vectors(vectors, design, kNode,
                         {.longest_packet = design.router.packets.flits, .cycles = cycles});
  }
  return simulate_with_icarus(folder, {design, kNode, cycles, edit});
}

Design design_of(const std::string& topology, const std::string& router) {
  return experiment_from("topology: {" + topology +
                         "}\nrouting: {kind: minimal}\ntraffic: {pattern: uniform, packet_length: 1, load: "
                         "0.6}\nrouter: {kind: chaos" +
                         router + "}\n")
      .design;
}
Design cube() { return design_of("kind: hypercube, dimensions: 3", ", queue_size: 3, visits_per_cycle: 3"); }
Design busy_cube() {
  return design_of("kind: hypercube, dimensions: 5",
                   ", queue_size: 4, visits_per_cycle: 5, empty_visits: counted");
}
Design torus() {
  return design_of("kind: torus, radix: [4, 4], link_latency: 2, duplex: half",
                   ", packet_flits: 4, variant: priority, empty_visits: counted");
}
Design packets() {
  return design_of("kind: torus, radix: [3, 3]",
                   ", packet_flits: 3, queue_size: 3, visits_per_cycle: 2, ejection_buffer: 1");
}
Design mesh() {
  return design_of("kind: mesh, radix: [3, 4], link_latency: 3",
                   ", variant: natural, visits_per_cycle: 2, injection_buffer: 1");
}

class IcarusChaosRouter : public testing::TestWithParam<Design (*)()> {};

TEST_P(IcarusChaosRouter, DrivesInEveryCycleWhatTheModelDrives) {
  NEEDS(has_icarus(), "iverilog");
  constexpr int kCycles = 1500;
  EXPECT_EQ(simulate(GetParam()(), kCycles), fmt::format("{} cycles agree", kCycles));
}

constexpr std::array<Design (*)(), 4> kDesigns{cube, torus, packets, mesh};
INSTANTIATE_TEST_SUITE_P(Designs, IcarusChaosRouter, testing::ValuesIn(kDesigns));

/// A fault in the RTL, and the network that shows it.
struct ChaosRouterFault {
  const char* name;
  const char* file;
  const char* edit;
  Design (*make)();
};

class IcarusChaosRouterFault : public testing::TestWithParam<ChaosRouterFault> {};

TEST_P(IcarusChaosRouterFault, IsSeenOnAPinInItsFirstWrongCycle) {
  NEEDS(has_icarus(), "iverilog");
  const ChaosRouterFault& fault = GetParam();
  const std::string seen = simulate(fault.make(), 800, {fault.file, fault.edit});
  const std::optional<IcarusDifference> difference = difference_in(seen);
  ASSERT_TRUE(difference.has_value()) << seen;
  EXPECT_TRUE(difference->pin == "flit_o" || difference->pin == "credit_o" || difference->pin == "request_o")
      << seen;
}

INSTANTIATE_TEST_SUITE_P(
    Faults, IcarusChaosRouterFault,
    testing::Values(
        ChaosRouterFault{"draws_are_all_the_same", "random/lfsr_draws.sv", "s/32.\\(draws_i\\)\\*24/0/",
                         cube},
        ChaosRouterFault{"second_draw_is_the_first", "chaos/visit_sequencer.sv",
                         "s/if \\(used == VisitWidth.\\(d\\)\\)/if (1\\x27b0)/", busy_cube},
        ChaosRouterFault{"ties_are_always_won", "arbiter/half_duplex_arbiter.sv",
                         "s/turn_q \\^ \\(asks/1\\x27b0 \\& (asks/", torus},
        ChaosRouterFault{"head_flit_lands_at_once", "chaos/output_frame.sv", "s/ && landed;/;/", mesh},
        ChaosRouterFault{"head_flit_does_not_wait_for_the_frame", "chaos/output_frame.sv",
                         "s/full && room == CountWidth.\\(Flits\\)/full \\&\\& room != 0/", packets},
        ChaosRouterFault{"flits_behind_are_not_credited", "chaos/input_frame.sv",
                         "s/credit_q    <= leaves/credit_q    <= read_i/", packets},
        ChaosRouterFault{"no_cut_through", "chaos/packet_store.sv",
                         "s/has_flit_o\\[b\\] = arrived !=/has_flit_o[b] = arrived_q !=/", packets},
        ChaosRouterFault{"oldest_is_derouted", "chaos/visit.sv", "s/present_i & younger_i/~younger_i/",
                         torus},
        ChaosRouterFault{"natural_is_the_first", "chaos/visit.sv", "s/passed == eligible - 1.b1/passed == 0/",
                         mesh},
        ChaosRouterFault{"empty_visits_are_free", "chaos/visit.sv",
                         "s/useful     = counted_i/useful     = 1\\x27b0/", torus},
        ChaosRouterFault{"reads_into_a_full_queue", "chaos/visit.sv",
                         "s/deroutable \\? faulty_i : \\x271/\\x270/", cube},
        ChaosRouterFault{"packets_for_this_node_deroute", "chaos/visit.sv",
                         "s/\\(channel_o & enters\\)/(channel_o \\& full_i)/", cube},
        ChaosRouterFault{"injects_into_a_full_queue", "chaos/visit.sv",
                         "s/: count != capacity_i\\)/: count != capacity_i + 1\\x27b1)/", cube},
        ChaosRouterFault{"ejection_buffer_is_larger", "chaos/packet_terminal.sv",
                         "s/room_o   = capacity_i/room_o   = 2/", packets},
        ChaosRouterFault{"table_is_shifted", "chaos/minimal_ways.sv",
                         "s/destination_i\\*/(destination_i ^ 1)*/", mesh}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace switchyard
