#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/regression/router_vectors.h"
#include "tests/support/config_files.h"
#include "tests/support/icarus.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// A node of a configuration of configs/small, and what is set differently.
struct NodeOfARun {
  const char* name;
  const char* config;
  std::vector<const char*> settings;
  NodeId node;
};

/// What a node does in a run of its network, played against its RTL.
std::string simulate(const NodeOfARun& run, int cycles, const IcarusEdit& edit = {}) {
  const std::string file = fmt::format("{}/configs/small/{}.yaml", source_folder().string(), run.config);
  ConfigDocument document = ConfigDocument::from_file(file);
  for (const char* setting : run.settings) document.set(setting);
  const Experiment experiment = read_experiment(document, standard_catalogs());
  const TemporaryFolder folder;
  {
    std::ofstream vectors(folder / "vectors");
    write_network_vectors(vectors, experiment, run.node, cycles);
  }
  return simulate_with_icarus(folder, {experiment.design, run.node, cycles, edit});
}

const NodeOfARun kColumn0{
    "combining_column_0", "ranade_3_mixed", {"topology.dimensions=2", "router.words=40"}, 2};
const NodeOfARun kColumn1{"combining_column_1", "ranade_3_mixed", {"router.words=100", "router.queue=3"}, 7};
const NodeOfARun kColumn2{
    "combining_column_2",
    "ranade_3_mixed",
    {"router.words=200", "router.queue=4", "router.directions=64", "workload.in_flight=8"},
    8};
const NodeOfARun kHotSpots{"combining_hot_spots",
                           "ranade_3_mixed",
                           {"router.words=4", "router.directions=9", "topology.link_latency=3"},
                           4};
const NodeOfARun kNotCombining{"combining_off",
                               "ranade_3_mixed",
                               {"topology.dimensions=2", "router.words=4", "router.combining=false"},
                               2};
const NodeOfARun kAroundFaults{"combining_around_faults", "ranade_3_extra_column", {"router.words=100"}, 4};
const NodeOfARun kMesh{"mesh", "mesh16_8_random", {}, 27};
const NodeOfARun kMeshCorner{"mesh_corner", "mesh16_8_combining", {}, 0};
const NodeOfARun kMeshBanks{
    "mesh_banks", "mesh16_8_random", {"router.banks=2", "router.sorting=shearsort"}, 20};
const NodeOfARun kExchange{"exchange_by_age", "hypercube_4_exchange", {"traffic.load=0.7"}, 3};
const NodeOfARun kExchangeDistance{"exchange_by_distance",
                                   "hypercube_4_exchange",
                                   {"router.priority=distance", "router.buffers=4", "traffic.load=0.7"},
                                   9};

class IcarusNetwork : public testing::TestWithParam<NodeOfARun> {};

TEST_P(IcarusNetwork, DrivesInEveryCycleWhatTheModelDrives) {
  NEEDS(has_icarus(), "iverilog");
  constexpr int kCycles = 600;
  EXPECT_EQ(simulate(GetParam(), kCycles), fmt::format("{} cycles agree", kCycles));
}

INSTANTIATE_TEST_SUITE_P(Nodes, IcarusNetwork,
                         testing::Values(kColumn0, kColumn1, kColumn2, kHotSpots, kNotCombining,
                                         kAroundFaults, kMesh, kMeshCorner, kMeshBanks, kExchange,
                                         kExchangeDistance),
                         [](const auto& tested) { return std::string(tested.param.name); });

/// A fault in the RTL, and the node that shows it.
struct NetworkFault {
  const char* name;
  const char* file;
  const char* edit;
  const NodeOfARun& run;
};

class IcarusNetworkFault : public testing::TestWithParam<NetworkFault> {};

TEST_P(IcarusNetworkFault, IsSeenOnAPinInItsFirstWrongCycle) {
  NEEDS(has_icarus(), "iverilog");
  const NetworkFault& fault = GetParam();
  const std::string seen = simulate(fault.run, 600, {fault.file, fault.edit});
  const std::optional<IcarusDifference> difference = difference_in(seen);
  ASSERT_TRUE(difference.has_value()) << seen;
  EXPECT_TRUE(difference->pin == "flit_o" || difference->pin == "credit_o") << seen;
}

INSTANTIATE_TEST_SUITE_P(
    Faults, IcarusNetworkFault,
    testing::Values(
        NetworkFault{"replies_share_a_link", "combining/combining_router.sv",
                     "s/assign back_free = .*/assign back_free = 1\\x27b1;/", kColumn2},
        NetworkFault{"ghosts_take_a_busy_link", "combining/combining_router.sv",
                     "s/idle_i\\(free\\(after_ghosts/idle_i(free(after_past/", kColumn1},
        NetworkFault{"requests_head_for_their_own_row", "merge/merge_switch.sv",
                     "s/Rows == 1 \\? row\\[0\\] : odd\\[0\\]/!row[0]/", kAroundFaults},
        NetworkFault{"memory_answers_for_another", "combining/combining_router.sv",
                     "s/ && past.home == site_i.home//", kColumn1},
        NetworkFault{"memory_lets_the_last_write_stay", "combining/memory_module.sv",
                     "s/ && !written \\? operand_i/ ? operand_i/", kNotCombining},
        NetworkFault{"reply_is_the_same_for_both", "combining/split_switch.sv",
                     "s/\\{missed, head\\[63:0\\]\\}/head/", kHotSpots},
        NetworkFault{"one_direction_too_many", "combining/direction_fifo.sv", "s/ < limit_i/ <= limit_i/",
                     kColumn0},
        NetworkFault{"sorts_the_other_way", "mesh/sorting_unit.sv",
                     "s/lower_q \\? other_key < own_key : other_key > own_key/other_key < own_key/",
                     kMeshBanks},
        NetworkFault{"paints_for_every_sequence", "mesh/painting_unit.sv",
                     "s/comes_i\\[p\\] && sequence_of/comes_i[p] || sequence_of/", kMesh},
        NetworkFault{"paints_nobody", "mesh/mesh_router.sv",
                     "s/if \\(painted\\) white = 1.b0/if (1\\x27b0) white = 1\\x27b0/", kMesh},
        NetworkFault{"gives_away_the_nearest", "exchange/exchange_switch.sv",
                     "s/priority_i == net_pkg::ByDistance/1\\x27b0/", kExchangeDistance},
        NetworkFault{"replies_fill_no_buffer", "exchange/exchange_switch.sv",
                     "s/if \\(reply_i\\[p\\]\\) filled = filled/if (1\\x27b0) filled = filled/", kExchange}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace switchyard
