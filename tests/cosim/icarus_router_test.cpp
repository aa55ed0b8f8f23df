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
    write_router_vectors(vectors, design, node, {.cycles = cycles});
  }
  return simulate_with_icarus(folder, {design, node, cycles, edit});
}

class IcarusRouter : public testing::TestWithParam<const char*> {};

TEST_P(IcarusRouter, DrivesInEveryCycleWhatTheModelDrives) {
  NEEDS(has_icarus(), "iverilog");
  constexpr int kCycles = 2000;
  const std::string yaml = fmt::format(R"(
{}
traffic: {{pattern: uniform, load: 0.5, packet_length: 4}}
)",
                                       GetParam());
  const Design design = experiment_from(yaml).design;
  EXPECT_EQ(simulate(design, 5, kCycles), fmt::format("{} cycles agree", kCycles)) << yaml;
}

constexpr const char* kTorus = R"(
topology: {kind: torus, radix: [4, 4]}
router: {kind: duato, virtual_channels: 3, input_depth: 4, output_depth: 0, crossbar: ports, vc_allocations_per_cycle: 1}
routing: {kind: duato})";
constexpr const char* kRing = R"(
topology: {kind: torus, radix: [7]}
router: {kind: duato, virtual_channels: 2, input_depth: 5, output_depth: 0, crossbar: ports, vc_allocations_per_cycle: 1,
         vc_reallocation: atomic, throttle_vcs: 1}
routing: {kind: dimension_order, selection: first})";
constexpr const char* kRingOfAPowerOfTwo = R"(
topology: {kind: torus, radix: [8]}
router: {kind: duato, virtual_channels: 3, input_depth: 2, output_depth: 0, crossbar: ports, vc_allocations_per_cycle: 1}
routing: {kind: duato})";

INSTANTIATE_TEST_SUITE_P(Shapes, IcarusRouter, testing::Values(kTorus, kRing, kRingOfAPowerOfTwo));

/// A fault in the RTL, and the network that shows it.
struct RouterFault {
  const char* name;
  const char* file;
  const char* edit;
  const char* yaml;
  NodeId node = 5;
};

constexpr const char* kThrottledTorus = R"(
topology: {kind: torus, radix: [4, 4]}
router: {kind: duato, virtual_channels: 4, input_depth: 4, output_depth: 0, crossbar: ports, vc_allocations_per_cycle: 1,
         throttle_vcs: 1}
routing: {kind: duato})";

class IcarusRouterFault : public testing::TestWithParam<RouterFault> {};

TEST_P(IcarusRouterFault, IsSeenOnAPinInItsFirstWrongCycle) {
  NEEDS(has_icarus(), "iverilog");
  const RouterFault& fault = GetParam();
  const Design design = experiment_from(std::string(fault.yaml) +
                                        "\ntraffic: {pattern: uniform, load: 0.5, packet_length: 4}\n")
                            .design;
  const std::string seen = simulate(design, fault.node, 800, {fault.file, fault.edit});
  const std::optional<IcarusDifference> difference = difference_in(seen);
  ASSERT_TRUE(difference.has_value()) << seen;
  EXPECT_TRUE(difference->pin == "flit_o" || difference->pin == "credit_o" || difference->pin == "busy_o")
      << seen;
  if (difference->cycle == 0) return;
  EXPECT_EQ(simulate(design, fault.node, difference->cycle, {fault.file, fault.edit}),
            fmt::format("{} cycles agree", difference->cycle));
}

INSTANTIATE_TEST_SUITE_P(
    Faults, IcarusRouterFault,
    testing::Values(
        RouterFault{"dateline_forgotten_behind_the_wrap", "router/route_compute.sv",
                    "s/wraps_now \\|\\| crossed/wraps_now/", kRing},
        RouterFault{"dateline_one_hop_late", "router/route_compute.sv", "s/wraps_now \\|\\| crossed/crossed/",
                    kRing, /*node=*/6},
        RouterFault{"escape_class_swapped", "router/route_compute.sv",
                    "s/wraps \\&\\& !wraps_ahead/wraps \\&\\& wraps_ahead/", kTorus},
        RouterFault{"adaptive_takes_an_escape_vc", "router/route_compute.sv",
                    "s/wraps \\? 2 : 1\\);/wraps ? 1 : 1);/", kTorus},
        RouterFault{"throttle_one_too_many", "router/route_compute.sv",
                    "s/<< site_i.throttle/<< site_i.throttle << 1/", kThrottledTorus},
        RouterFault{"ties_go_the_other_way", "router/minimal_hops.sv",
                    "s/down \\&\\& from\\[0\\]/down \\&\\& !from[0]/", kTorus},
        RouterFault{"room_off_by_one", "router/output_port.sv", "s/: next\\[n\\]/: room[n]/", kTorus},
        RouterFault{"credit_lost_when_a_flit_leaves", "router/credit_room.sv",
                    "s/decr_i \\? room_o >> 1/decr_i ? room_q >> 1/", kTorus},
        RouterFault{"output_freed_a_flit_early", "router/output_port.sv",
                    "s/take_i \\& \\{NumVcs\\{tail_i\\}\\}/take_i/", kTorus},
        RouterFault{"binding_kept_behind_the_tail", "router/input_vc.sv",
                    "s/kept     = tail_goes \\? .0 : /kept     = /", kTorus},
        RouterFault{"depth_off_by_one", "router/credit_room.sv",
                    "s/room_q <= .1;/room_q <= {1\\x27b0, {(Depth - 1){1\\x27b1}}};/", kTorus},
        RouterFault{"packet_needs_a_slot_too_many", "router/room_needed.sv",
                    "s/length_i == 16.\\(n\\)/length_i == 16\\x27(n - 1)/", kTorus},
        RouterFault{
            "equal_ports_go_by_number", "router/output_vc_select.sv",
            "s/roomiest \\& order_i\\[.*NumPorts\\]/roomiest \\& ((NumPorts\\x27(1) << p) - 1\\x27b1)/",
            kTorus},
        RouterFault{"bound_ports_stay_in_front", "router/vc_router.sv",
                    "s/last_i\\(port_allocated\\)/last_i(\\x270)/", kThrottledTorus},
        RouterFault{"starts_in_another_order", "router/vc_router.sv",
                    "s/va_vc_start, va_port_start/va_port_start, va_vc_start/", kTorus},
        RouterFault{"pointer_of_ports_stands_still", "allocator/vc_arbiter.sv",
                    "s/accept_i\\(1.b1\\)/accept_i(1\\x27b0)/", kTorus},
        RouterFault{"priority_swapped", "arbiter/rr_pick.sv", "s/high != .0/high == \\x270/", kTorus}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace switchyard
