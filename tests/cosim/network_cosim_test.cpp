#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <systemc>
#include <vector>

#include "hw/clocked/clocked_node.h"
#include "hw/router/vc/duato_config.h"
#include "testbench/cosim/switch/rtl_switch.h"
#include "testbench/engine/level.h"
#include "tests/support/needs.h"
#include "tests/support/random_attached_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_multistage_experiment.h"
#include "tests/support/same_as_fast.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

class NetworkCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(NetworkCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", random_experiment(GetParam()));
}

TEST_P(NetworkCosim, RtlAloneIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl", random_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, NetworkCosim, testing::Range<std::uint64_t>(1, 25));

class HypercubeCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(HypercubeCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", random_hypercube_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, HypercubeCosim, testing::Range<std::uint64_t>(1, 15));

class TurnModelCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(TurnModelCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", random_turn_model_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, TurnModelCosim, testing::Range<std::uint64_t>(1, 9));

class OrderedCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(OrderedCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", random_ordered_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, OrderedCosim, testing::Range<std::uint64_t>(1, 7));

class MisroutingCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(MisroutingCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", random_misrouting_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, MisroutingCosim, testing::Range<std::uint64_t>(1, 7));

class ShortHopCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ShortHopCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", random_short_hop_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, ShortHopCosim, testing::Range<std::uint64_t>(1, 13));

class ClassCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ClassCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", random_class_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, ClassCosim, testing::Range<std::uint64_t>(1, 13));

/// Whether RTL is built for its allocators: for those of `maximum` and `age` there is none.
bool has_built_allocators(const Experiment& experiment) {
  constexpr int kMaxPorts = 8;
  constexpr int kMaxVcs = 20;  // Of all ports, matched at once.
  constexpr int kMaxIterations = 2;
  const std::set<int> wavefronts{6, 8, 9, 10, 12, 15, 20};
  const auto has_rtl = [](const AllocatorConfig& allocator) {
    return allocator.kind != AllocatorConfig::Kind::Maximum &&
           allocator.arbiters != AllocatorConfig::Arbiter::Age;
  };
  const DuatoConfig& config = *experiment.design.router.as<DuatoConfig>();
  const int ports = experiment.design.topology->port_count();
  if (!has_rtl(config.switch_allocator) || ports > kMaxPorts) return false;
  if (!config.vc_allocator) return true;
  const int vcs = ports * config.virtual_channels;
  if (config.vc_allocator->kind == AllocatorConfig::Kind::Wavefront) return wavefronts.contains(vcs);
  return has_rtl(*config.vc_allocator) && vcs <= kMaxVcs && config.vc_allocator->iterations <= kMaxIterations;
}

/// The random network of this number, or another one if no RTL is built for its allocators.
std::string network_with_built_allocator(std::string (*random)(std::uint64_t), std::uint64_t number) {
  constexpr int kNext = 61;  // Of another kind and shape.
  while (!has_built_allocators(experiment_from(random(number)))) number += kNext;
  return random(number);
}

class VcAllocatorCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(VcAllocatorCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", network_with_built_allocator(random_vc_allocator_experiment, GetParam()));
}

TEST_P(VcAllocatorCosim, RtlAloneIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl", network_with_built_allocator(random_vc_allocator_experiment, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, VcAllocatorCosim, testing::Range<std::uint64_t>(1, 61));

class AllocatorCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AllocatorCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", network_with_built_allocator(random_allocator_experiment, GetParam()));
}

TEST_P(AllocatorCosim, RtlAloneIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl", network_with_built_allocator(random_allocator_experiment, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, AllocatorCosim, testing::Range<std::uint64_t>(0, 60));

class StageCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(StageCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", network_with_built_allocator(random_stage_experiment, GetParam()));
}

TEST_P(StageCosim, RtlAloneIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl", network_with_built_allocator(random_stage_experiment, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, StageCosim, testing::Range<std::uint64_t>(1, 61));

class DepthCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(DepthCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", network_with_built_allocator(random_depth_experiment, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, DepthCosim, testing::Range<std::uint64_t>(1, 25));

/// Why a level cannot run a mesh of such routers; empty if it can.
std::string refusal(const char* level, const std::string& router) {
  const Experiment experiment =
      experiment_from("topology: {kind: mesh, radix: [8, 8]}\nrouter: {kind: duato, " + router +
                      "}\nrouting: {kind: dimension_order}\n"
                      "traffic: {pattern: uniform, packet_length: 1, load: 0.1}\n");
  const std::optional<Refusal> refused = refusal_of(*find_level(level), experiment.design);
  return refused ? refused->reason : "";
}

/// What is not built is refused with what is.
TEST(AllocatorInRtl, OfWhichNoneIsBuiltIsRefusedWithWhatIs) {
  NEEDS(has_rtl(), "Verilator");
  const auto with = [](const std::string& allocator) {
    return refusal("lockstep", "virtual_channels: 4, crossbar: ports, switch_allocator: " + allocator);
  };
  EXPECT_EQ(with("{kind: islip, iterations: 4}"), "");
  EXPECT_EQ(with("{kind: islip}"), "");
  const std::string refused = with("{kind: islip, iterations: 9}");
  EXPECT_NE(
      refused.find("is not built for 5 x 4 VCs (ports x router.virtual_channels) and islip of 5 iterations"),
      std::string::npos)
      << refused;
  EXPECT_NE(refused.find("8 x 16 islip of 4 iterations, 3 x 16 wavefront"), std::string::npos) << refused;
}

TEST(VcAllocatorInRtl, OfWhichNoneIsBuiltIsRefusedWithWhatIs) {
  NEEDS(has_rtl(), "Verilator");
  const auto with = [](const std::string& allocator, int vcs) {
    return refusal("rtl", "virtual_channels: " + std::to_string(vcs) + ", vc_allocator: " + allocator);
  };
  EXPECT_EQ(with("{kind: islip, iterations: 2}", 4), "");
  EXPECT_EQ(with("{kind: islip}", 3), "");
  EXPECT_EQ(with("{kind: wavefront}", 2), "");
  for (const char* allocator : {"{kind: maximum}", "{arbiters: age}", "{kind: islip, iterations: 3}"}) {
    const std::string refused = with(allocator, 2);
    EXPECT_NE(refused.find("is not built for router.vc_allocator: 10 VCs"), std::string::npos) << refused;
    EXPECT_NE(refused.find("20 islip of 2 iterations, 6 wavefront"), std::string::npos) << refused;
  }
  EXPECT_NE(with("{kind: wavefront}", 5).find("25 VCs"), std::string::npos);
  EXPECT_NE(with("{}", 5).find("25 VCs"), std::string::npos);
}

/// The fewest VCs with which each works, and the most.
class HypercubeCosimOfFewAndManyVcs : public testing::TestWithParam<std::tuple<int, bool>> {};

TEST_P(HypercubeCosimOfFewAndManyVcs, LockstepIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  const auto& [kind, most_vcs] = GetParam();
  Dice dice(kind);
  const RandomShape shape = hypercube_shape(kind, dice);
  expect_same_as_fast("lockstep", "topology: {" + shape.topology +
                                      "}\nrouter: {kind: duato, crossbar: ports, virtual_channels: " +
                                      std::to_string(most_vcs ? kMaxVcs : shape.least_vcs) + "}\nrouting: {" +
                                      shape.routing +
                                      "}\ntraffic: {pattern: uniform, load: 0.3, packet_length: 5}\n");
}

INSTANTIATE_TEST_SUITE_P(Kinds, HypercubeCosimOfFewAndManyVcs,
                         testing::Combine(testing::Range(0, 7), testing::Bool()));

/// The first random networks with terminals anywhere whose routers have blocks.
std::vector<std::uint64_t> attached_vc_networks() {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t number = 1; numbers.size() < 8; ++number) {
    if (random_attached_experiment(number).find("kind: duato") != std::string::npos)
      numbers.push_back(number);
  }
  return numbers;
}

class AttachedNetworkCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AttachedNetworkCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", random_attached_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, AttachedNetworkCosim, testing::ValuesIn(attached_vc_networks()));

/// The network of configs/small/rtl_torus4.yaml.
TEST(CollectiveCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep",
                      "topology: {kind: torus, radix: [4, 4]}\n"
                      "router: {kind: duato, virtual_channels: 2, crossbar: ports, input_depth: 4, "
                      "output_depth: 0, vc_allocations_per_cycle: 1, vc_reallocation: atomic}\n"
                      "routing: {kind: dimension_order, selection: first}\n"
                      "workload: {kind: messages, graph: total_exchange, algorithm: randomized, grain: 48, "
                      "packet_bytes: 16}\n");
}

class MultistageCosim : public testing::TestWithParam<std::uint64_t> {};

TEST_P(MultistageCosim, LockstepFindsNoDifferenceAndIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", random_multistage_experiment(GetParam()));
}

TEST_P(MultistageCosim, RtlAloneIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl", random_multistage_experiment(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, MultistageCosim, testing::Range<std::uint64_t>(1, 9));

struct VcsCase {
  const char* name;
  const char* topology;
  const char* router;
};

/// Networks that serve one head flit per cycle, for each size of the VC allocator.
class NetworkVcAllocator : public testing::TestWithParam<VcsCase> {
 protected:
  static std::string yaml() {
    return std::string("topology: {") + GetParam().topology +
           "}\nrouter: {kind: duato, vc_allocations_per_cycle: 1, " + GetParam().router +
           "}\nrouting: {kind: duato, selection: least_loaded}\n"
           "traffic: {pattern: uniform, packet_length: 3, load: 0.9}\n";
  }
};

TEST_P(NetworkVcAllocator, LockstepIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("lockstep", yaml());
}

TEST_P(NetworkVcAllocator, RtlAloneIsTheSameRun) {
  NEEDS(has_rtl(), "Verilator");
  expect_same_as_fast("rtl", yaml());
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, NetworkVcAllocator,
    testing::Values(VcsCase{"ports8_vcs4", "kind: torus, radix: [4, 4]", "virtual_channels: 4, t_routing: 2"},
                    VcsCase{"ports8_vcs16", "kind: hypercube, dimensions: 4", "virtual_channels: 9"},
                    VcsCase{"ports11_vcs4", "kind: torus, radix: [3, 3, 3, 2]",
                            "virtual_channels: 3, crossbar: ports, output_depth: 0"}),
    [](const auto& tested) { return std::string(tested.param.name); });

struct FaultCase {
  const char* name;
  const char* fault;
  const char* signal;
  const char* crossbar;
};

class NetworkFault : public testing::TestWithParam<FaultCase> {};

TEST_P(NetworkFault, IsReportedWithItsSignalAndStopsTheRun) {
  NEEDS(has_rtl(), "Verilator");
  const Experiment experiment =
      experiment_from(std::string("topology: {kind: torus, radix: [4, 4]}\n"
                                  "router: {kind: duato, virtual_channels: 4, crossbar: ") +
                      GetParam().crossbar +
                      "}\n"
                      "routing: {kind: duato}\n"
                      "traffic: {pattern: uniform, packet_length: 5, load: 0.9}\n");
  TestBench bench(experiment);
  const auto network = find_level("lockstep")
                           ->build(experiment.design, bench.terminals(), bench.observer(),
                                   {parse_block_fault(GetParam().fault)});
  network->run(100);
  ASSERT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
  network->run(1900);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal.substr(0, std::string(GetParam().signal).size()), GetParam().signal);
  EXPECT_EQ(divergence->node, 5U);
  EXPECT_GE(divergence->cycle, 100U);
  EXPECT_EQ(sc_core::sc_time_stamp(), (static_cast<double>(divergence->cycle) + 2.5) * kClockPeriod);
  EXPECT_NE(divergence->model, divergence->rtl);
  EXPECT_EQ(divergence->events.size(), 16U);
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, NetworkFault,
    testing::Values(
        FaultCase{"link", "router_5.link_arbiter_2@100", "network.router_5.rtl.link_arbiter_2.gnt_o", "vcs"},
        FaultCase{"vc", "router_5.input_arbiter_0@100", "network.router_5.rtl.input_arbiter_0.gnt_o",
                  "ports"},
        FaultCase{"allocator", "router_5.allocator_3@100", "network.router_5.rtl.allocator.gnt_o[3]",
                  "ports"},
        FaultCase{"vc_allocator", "router_5.vc_allocator_1@100", "network.router_5.rtl.vc_allocator.gnt_o[",
                  "ports, vc_allocations_per_cycle: 1"},
        FaultCase{"ports", "router_5.crossbar_0@100", "network.router_5.rtl.crossbar.data_o[0]", "ports"},
        FaultCase{"vcs", "router_5.crossbar_6@100", "network.router_5.rtl.crossbar_6.data_o", "vcs"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(NetworkCosimRefusal, NamesTheVcAllocatorsThatAreBuilt) {
  NEEDS(has_rtl(), "Verilator");
  const Experiment experiment = experiment_from(
      "topology: {kind: hypercube, dimensions: 9}\n"
      "router: {kind: duato, virtual_channels: 8, vc_allocations_per_cycle: 1}\n"
      "routing: {kind: duato}\n"
      "traffic: {pattern: uniform, packet_length: 5, load: 0.1}\n");
  for (const char* level : {"lockstep", "rtl"}) {
    const std::optional<Refusal> refusal = refusal_of(*find_level(level), experiment.design);
    ASSERT_TRUE(refusal.has_value()) << level;
    EXPECT_EQ(
        refusal->reason,
        "rtl/allocator/vc_allocator.sv, which serves one head flit per cycle, is not built for 10 x 8 VCs "
        "(ports x "
        "router.virtual_channels). Built, also for fewer: 5 x 4, 8 x 4, 8 x 16, 11 x 4, 16 x 4, 32 x 4");
  }
}

}  // namespace
}  // namespace switchyard
