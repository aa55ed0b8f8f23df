#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/icarus.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

struct ExportCase {
  const char* name;
  std::string yaml;
  int cycles = 50;
};

/// A workload is measured as a whole.
std::string measure_of(const std::string& yaml) {
  return yaml.find("workload:") == std::string::npos ? "measure: {warmup: 100, cycles: 200}\n"
                                                     : "measure: {cycles: 400}\n";
}

CommandResult export_to(const TemporaryFolder& folder, const std::string& yaml, int cycles) {
  std::ofstream(folder / "config.yaml") << yaml << measure_of(yaml);
  return run_switchyard({"export", (folder / "config.yaml").string(), "--out", (folder / "network").string(),
                         "--cycles", std::to_string(cycles)});
}

/// In the exported folder; what it says is in the file `log`. Returns whether its status is 0.
bool succeeds(const TemporaryFolder& folder, const std::string& command) {
  const std::string line = fmt::format("cd {} && ({}) >../log 2>&1", (folder / "network").string(), command);
  return std::system(line.c_str()) == 0;
}
std::string log_of(const TemporaryFolder& folder) { return contents_of(folder / "log"); }

constexpr const char* kSimulate =
    "iverilog -g2012 -s network_tb -o network_tb.vvp -f network.f network_tb.sv && vvp -n network_tb.vvp";

/// Takes a link of its straps away, if it has such; or a way of its routing table; or the ghosts of a
/// combining machine, the last bit of 39; else it has the number of another node.
void change_a_bit_of_router_3(const TemporaryFolder& folder) {
  std::string text = contents_of(folder / "network/network.sv");
  const std::size_t router = text.find("router_3 (");
  for (const auto& [pin, digits] : {std::pair{".links_i(", "13579bdf"},
                                    {".table_i(", "2"},
                                    {".site_i(39'h", "13579bdf"},
                                    {".schedule_i(", "13579bdf"},
                                    {".site_i(", "3"}}) {
    const std::size_t strap = text.find(pin, router);
    if (strap == std::string::npos || strap > text.find(';', router)) continue;
    const std::size_t end = text.find(')', strap);
    const std::size_t at = text.find_last_of(digits, end);
    if (at < text.find("'h", strap)) continue;
    text[at] = static_cast<char>(text[at] - (text[at] == '2' ? 2 : 1));
    std::ofstream(folder / "network/network.sv") << text;
    return;
  }
  FAIL() << text;
}

class Export : public testing::TestWithParam<ExportCase> {};

TEST_P(Export, IsANetworkWhoseBenchPassesAndFailsIfOneBitOfARouterIsChanged) {
  NEEDS(has_icarus(), "iverilog");
  const TemporaryFolder folder;
  const CommandResult exported = export_to(folder, GetParam().yaml, GetParam().cycles);
  ASSERT_EQ(exported.status, 0) << exported.err;
  ASSERT_TRUE(succeeds(folder, kSimulate)) << log_of(folder);
  EXPECT_NE(log_of(folder).find(fmt::format("PASS: {} cycles", GetParam().cycles)), std::string::npos)
      << log_of(folder);
  EXPECT_EQ(log_of(folder).find("warning"), std::string::npos) << log_of(folder);
  change_a_bit_of_router_3(folder);
  EXPECT_FALSE(succeeds(folder, kSimulate)) << log_of(folder);
  EXPECT_NE(log_of(folder).find("FAIL: cycle "), std::string::npos) << log_of(folder);
}

TEST_P(Export, IsCleanInTheEyesOfVerilator) {
  NEEDS(std::system("command -v verilator >/dev/null") == 0, "verilator");
  const TemporaryFolder folder;
  ASSERT_EQ(export_to(folder, GetParam().yaml, 10).status, 0);
  EXPECT_TRUE(succeeds(folder, "verilator --lint-only -Wall lint.vlt -f network.f"));
  EXPECT_EQ(log_of(folder), "");
}

constexpr std::string_view kVcRouter =
    "router: {kind: duato, virtual_channels: 4, input_depth: 4, output_depth: 0, crossbar: ports,\n"
    "         vc_allocations_per_cycle: 1}\n"
    "traffic: {pattern: uniform, packet_length: {min: 1, max: 6}, load: 0.3}\n";

std::string with_vc_router(std::string_view topology, std::string_view routing) {
  return fmt::format("topology: {{{}}}\nrouting: {{kind: {}, selection: first}}\n{}", topology, routing,
                     kVcRouter);
}

/// The first six are one of each router; the others are tried at night.
const std::array<ExportCase, 18> kCases{{
    {"vc_mesh", with_vc_router("kind: mesh, radix: [3, 3], link_latency: 2", "dimension_order")},
    {"exchange_torus",
     "topology: {kind: torus, radix: [3, 4]}\nrouting: {kind: minimal}\n"
     "router: {kind: exchange, priority: distance}\n"
     "traffic: {pattern: uniform, packet_length: 1, load: 0.4}\n"},
    {"chaos_torus",
     "topology: {kind: torus, radix: [3, 3], link_latency: 2, duplex: half}\nrouting: {kind: "
     "minimal}\n"
     "router: {kind: chaos, packet_flits: 4, variant: priority}\n"
     "traffic: {pattern: uniform, packet_length: {min: 1, max: 4}, load: 0.3}\n"},
    {"three_queue_hypercube",
     "topology: {kind: hypercube, dimensions: 3, link_latency: 3}\nrouting: {kind: three_queue}\n"
     "router: {kind: konstantinidou, queue_size: [3, 2, 1], ejection_rate: 0.7}\n"
     "traffic: {pattern: uniform, packet_length: 1, load: 0.5}\n"},
    {"mesh_of_sixteen_buffers",
     "topology: {kind: mesh, radix: [4, 4]}\nrouter: {kind: mesh16, sorting: shearsort}\n"
     "workload: {kind: many_to_one, shape: random, max_per_destination: 4}\n",
     250},
    {"combining_machine_of_own_wires",
     "topology: {kind: butterfly, dimensions: 2, straight_links: 3}\n"
     "router: {kind: ranade, directions: 3, words: 40}\n"
     "workload: {kind: pram_mixed, steps: 20}\n"},
    {"vc_torus", with_vc_router("kind: torus, radix: [3, 3]", "duato")},
    {"vc_graph_by_table",
     with_vc_router(
         "kind: custom, nodes: 6, links: [[0, 1], [1, 2], [2, 0, 3], [2, 3], [3, 4], [4, 5], [5, 3]]",
         "adaptive_up_down")},
    {"vc_torus_matched_half_duplex",
     "topology: {kind: torus, radix: [3, 3], link_latency: 2, duplex: half}\nrouting: {kind: duato}\n"
     "router: {kind: duato, virtual_channels: 3, input_depth: 4, output_depth: 0, crossbar: ports,\n"
     "         t_vc_allocation: 1, vc_allocator: {kind: wavefront}}\n"
     "traffic: {pattern: uniform, packet_length: {min: 1, max: 6}, load: 0.3}\n"},
    {"vc_hypercube", with_vc_router("kind: hypercube, dimensions: 3", "duato")},
    {"chaos_hypercube",
     "topology: {kind: hypercube, dimensions: 3}\nrouting: {kind: minimal}\n"
     "router: {kind: chaos, visits_per_cycle: 3, ejection_buffer: 1}\n"
     "traffic: {pattern: uniform, packet_length: 1, load: 0.6}\n"},
    {"chaos_mesh",
     "topology: {kind: mesh, radix: [2, 5]}\nrouting: {kind: minimal}\n"
     "router: {kind: chaos, empty_visits: counted, variant: natural}\n"
     "traffic: {pattern: uniform, packet_length: 1, load: 0.3}\n"},
    {"exchange_graph",
     "topology: {kind: custom, nodes: 6, links: [[0, 1], [1, 2], [2, 0, 3], [2, 3], [3, 4], "
     "[4, 5], [5, "
     "3]]}\nrouting: {kind: minimal}\n"
     "router: {kind: exchange, priority: none, ejection_buffer: 1}\n"
     "traffic: {pattern: uniform, packet_length: 1, load: 0.4}\n"},
    {"two_queue_mesh",
     "topology: {kind: mesh, radix: [3, 3]}\nrouting: {kind: two_queue, selection: random}\n"
     "router: {kind: konstantinidou, queue_size: 3, phits_per_packet: 2}\n"
     "traffic: {pattern: uniform, packet_length: 1, load: 0.4}\n"},
    {"four_queue_shuffle_exchange",
     "topology: {kind: shuffle_exchange, dimensions: 3}\nrouting: {kind: four_queue}\n"
     "router: {kind: konstantinidou, queue_size: 2, queue_service: head}\n"
     "traffic: {pattern: uniform, packet_length: 1, load: 0.4}\n"},
    {"mesh_of_sixteen_buffers_in_two_banks",
     "topology: {kind: mesh, radix: [5, 5]}\nrouter: {kind: mesh16, sorting: shearsort, banks: "
     "2}\nworkload: {kind: many_to_one, shape: hot_rows, max_per_destination: 5}\n",
     300},
    {"paced_queues_hypercube",
     "topology: {kind: hypercube, dimensions: 3}\nrouting: {kind: three_queue}\n"
     "router: {kind: konstantinidou, phits_per_packet: 2, departures_per_cycle: 1, "
     "admissions_per_cycle: 2}\n"
     "traffic: {pattern: uniform, packet_length: 1, load: 0.4}\n"},
    {"combining_machine_around_a_fault",
     "topology: {kind: butterfly, dimensions: 3, extra_column: true, link_latency: 2}\n"
     "router: {kind: ranade, queue: 3, words: 200}\nfaults: [{link: [2, 19]}, {node: 14}]\n"
     "workload: {kind: pram_mixed, steps: 20}\n"},
}};

INSTANTIATE_TEST_SUITE_P(Networks, Export,
                         testing::ValuesIn(kCases.begin(), kCases.begin() + SY_EXPORTED_NETWORKS),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(ExportRefusal, SaysWhatItNeeds) {
  const TemporaryFolder folder;
  const std::string traffic = "traffic: {pattern: uniform, packet_length: 1, load: 0.1}\n";
  const CommandResult queues = export_to(folder,
                                         "topology: {kind: mesh, radix: [4, 4]}\nrouting: {kind: "
                                         "dimension_order}\nrouter: {kind: output_queued}\n" +
                                             traffic,
                                         10);
  EXPECT_EQ(queues.status, 2);
  EXPECT_NE(queues.err.find("there is one for router.kind = duato, konstantinidou, chaos, exchange, "
                            "mesh16 or ranade, not output_queued"),
            std::string::npos)
      << queues.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "network"));
  const CommandResult policy =
      export_to(folder,
                "topology: {kind: torus, radix: [4, 4]}\nrouting: {kind: minimal}\nrouter: {kind: chaos}\n"
                "injection: {policy: token}\n" +
                    traffic,
                10);
  EXPECT_EQ(policy.status, 2);
  EXPECT_NE(policy.err.find("it needs injection.policy = competition"), std::string::npos) << policy.err;
}

TEST(ExportOfARun, HasItsFiguresItsVerdictAndItsHash) {
  const TemporaryFolder folder;
  const CommandResult exported = export_to(folder,
                                           "name: my_cube\ntopology: {kind: hypercube, dimensions: "
                                           "2}\nrouting: {kind: minimal}\nrouter: {kind: chaos}\n"
                                           "traffic: {pattern: uniform, packet_length: 1, load: 0.2}\n",
                                           10);
  ASSERT_EQ(exported.status, 0) << exported.err;
  const std::string readme = contents_of(folder / "network/README.md");
  for (const char* part : {"# my_cube: 4 routers on a hypercube", "preemptive", "| `Slots` | 5 |"})
    EXPECT_NE(readme.find(part), std::string::npos) << part << '\n' << readme;
  const std::string summary = exported.out.substr(exported.out.find("event hash"), 30);
  EXPECT_NE(readme.find(summary), std::string::npos) << summary;
}

TEST(ExportOfARun, TakesThePlaceOfAnEarlierOne) {
  const TemporaryFolder folder;
  const std::string cube = "topology: {kind: hypercube, dimensions: 2}\n";
  const std::string traffic = "traffic: {pattern: uniform, packet_length: 1, load: 0.2}\n";
  ASSERT_EQ(
      export_to(folder, cube + "routing: {kind: minimal}\nrouter: {kind: chaos}\n" + traffic, 10).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "network/rtl/chaos/chaos_router.sv"));
  ASSERT_EQ(
      export_to(folder, cube + "routing: {kind: two_queue}\nrouter: {kind: konstantinidou}\n" + traffic, 10)
          .status,
      0);
  EXPECT_TRUE(std::filesystem::exists(folder / "network/rtl/queues/queue_router.sv"));
  EXPECT_FALSE(std::filesystem::exists(folder / "network/rtl/chaos/chaos_router.sv"));
}

}  // namespace
}  // namespace switchyard
