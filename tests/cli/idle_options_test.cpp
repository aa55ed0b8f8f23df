#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kTorus = "configs/small/torus_8x8_duato.yaml";

/// An option that would do nothing beside the others.
struct IdleOption {
  const char* name;
  std::vector<std::string> arguments;
  const char* said;  ///< Part of the message.
};

class IdleOptions : public testing::TestWithParam<IdleOption> {};

TEST_P(IdleOptions, AreBadInputBeforeAnyWork) {
  std::filesystem::current_path(source_folder());
  const TemporaryFolder folder;
  std::vector<std::string> arguments = GetParam().arguments;
  arguments.insert(arguments.end(), {"--out", (folder / "out").string()});
  const CommandResult result = run_switchyard(arguments);
  EXPECT_EQ(result.status, 2) << result.out;
  EXPECT_NE(result.err.find(GetParam().said), std::string::npos) << result.err;
  EXPECT_EQ(folder.file_count(), 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Commands, IdleOptions,
    testing::Values(
        IdleOption{"vcd_nodes", {"run", kTorus, "--vcd-nodes", "3"}, "--vcd-nodes requires --vcd"},
        IdleOption{"vcd_from", {"run", kTorus, "--vcd-from", "3"}, "--vcd-from requires --vcd"},
        IdleOption{"vcd_to", {"run", kTorus, "--vcd-to", "3"}, "--vcd-to requires --vcd"},
        IdleOption{
            "packets_nodes", {"run", kTorus, "--packets-nodes", "3"}, "--packets-nodes requires --packets"},
        IdleOption{"packets_window",
                   {"run", kTorus, "--packets", "a.csv", "--packets-from", "3", "--packets-to", "2"},
                   "packets from cycle 3 to cycle 2: nothing to write"},
        IdleOption{
            "packets_of_no_node", {"run", kTorus, "--packets", "a.csv", "--packets-nodes", "3,64"}, "64"},
        IdleOption{"packets_classes",
                   {"run", kTorus, "--packets-classes", "0"},
                   "--packets-classes requires --packets"},
        IdleOption{"packets_of_no_class",
                   {"run", kTorus, "--packets", "a.csv", "--packets-classes", "0,1"},
                   "class list \"0,1\": \"1\" is neither a class nor a number or a range a-b of 0..0"},
        IdleOption{"packets_of_no_class_by_name",
                   {"run", "configs/small/messages_request_reply.yaml", "--packets", "a.csv",
                    "--packets-classes", "answer"},
                   "\"answer\" is neither one of request, reply nor a number or a range a-b of 0..1"},
        IdleOption{"packets_without_flits",
                   {"run", kTorus, "--packets", "a.csv", "--level", "approximate"},
                   "--packets follows flits, which level approximate does not have"},
        IdleOption{
            "packets_of_a_program",
            {"run", "configs/small/ranade_3_prefix.yaml", "--packets", "a.csv"},
            "--packets is for packets of traffic and of workloads, and ranade_3_prefix runs a program"},
        IdleOption{"record_of_a_program",
                   {"run", "configs/small/mesh16_8_random.yaml", "--record", "a.csv"},
                   "--record is for packets of traffic and of workloads, and mesh16_8_random runs a program"},
        IdleOption{"packets_of_a_platform",
                   {"run", "configs/platform/torus_4x4.yaml", "--packets", "a.csv"},
                   "--packets is for networks"},
        IdleOption{"record_of_a_combining_platform",
                   {"run", "configs/platform/ranade_2_reduce.yaml", "--record", "a.csv"},
                   "--record is for transactions that are packets, and the memory of"},
        IdleOption{"record_of_a_platform_compressed",
                   {"run", "configs/platform/torus_4x4.yaml", "--record", "a.csv.gz"},
                   "--record a.csv.gz: a trace is read as it is"},
        IdleOption{"record_compressed",
                   {"run", kTorus, "--record", "a.csv.gz"},
                   "--record a.csv.gz: a trace is read as it is"},
        IdleOption{"record_beside_packets",
                   {"run", kTorus, "--record", "a.csv", "--packets", "a.csv"},
                   "--packets and --record name the same file, a.csv"},
        IdleOption{
            "rtl_nodes", {"run", kTorus, "--rtl-nodes", "3"}, "--rtl-nodes is for the level rtl_router"},
        IdleOption{"assertions",
                   {"run", kTorus, "--level", "clocked", "--assertions"},
                   "--assertions is for the level rtl_router, not for clocked"},
        IdleOption{"assertions_of_cosim",
                   {"cosim", kTorus, "--assertions"},
                   "--assertions is for the level rtl_router, which --levels does not have"},
        IdleOption{"fault", {"run", kTorus, "--fault", "router_1.crossbar_0@1"}, "--fault is for the levels"},
        IdleOption{"empty_fault", {"run", kTorus, "--fault", ""}, "--fault: the name is empty"},
        IdleOption{"empty_rtl_nodes", {"run", kTorus, "--rtl-nodes", ""}, "--rtl-nodes: the name is empty"},
        IdleOption{"empty_vcd_nodes",
                   {"run", kTorus, "--vcd", "a.vcd", "--vcd-nodes", ""},
                   "--vcd-nodes: the name is empty"},
        IdleOption{"threads", {"run", kTorus, "--level", "clocked", "--threads", "2"}, "--threads is for"},
        IdleOption{
            "threads_approximate", {"run", kTorus, "--level", "approximate", "--threads", "1"}, "--threads"},
        IdleOption{"nothing_to_compare", {"cosim", kTorus, "--levels", "fast"}, "nothing to compare"},
        IdleOption{
            "level_twice", {"cosim", kTorus, "--levels", "clocked,fast,clocked"}, "clocked is given twice"},
        IdleOption{"seed_of_cosim", {"cosim", kTorus, "--set", "seed=7"}, "use --first-seed"},
        IdleOption{"tolerance",
                   {"sweep", kTorus, "--over", "traffic.load=0.1", "--tolerance", "0.1"},
                   "--tolerance requires --saturation"},
        IdleOption{"set_of_an_axis",
                   {"sweep", kTorus, "--over", "traffic.load=0.1,0.2", "--set", "traffic.load=0.3"},
                   "--set traffic.load=0.3"},
        IdleOption{"set_of_the_searched_load",
                   {"sweep", kTorus, "--saturation", "--set", "traffic.load=0.3"},
                   "--set traffic.load=0.3"}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace switchyard
