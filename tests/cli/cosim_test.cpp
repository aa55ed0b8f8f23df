#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "testbench/cosim/switch/rtl_switch.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/vcd_reader.h"

namespace switchyard {
namespace {

constexpr const char* kConfig = "configs/small/torus_8x8_duato.yaml";
constexpr const char* kCarried = "configs/small/rtl_torus4.yaml";

class CosimCommand : public testing::Test {
 protected:
  void SetUp() override { NEEDS(has_rtl(), "Verilator"); }

  static CommandResult run_at(const std::string& level, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", (source_folder() / kConfig).string(), "--level", level});
    return run_switchyard(more);
  }
};

/// "0x1a" as so many binary digits.
std::string bits_of(const std::string& hexadecimal, std::size_t width) {
  std::string bits;
  for (const char digit : hexadecimal.substr(2))
    bits += std::bitset<4>(std::stoul(std::string(1, digit), nullptr, 16)).to_string();
  return std::string(width - std::min(width, bits.size()), '0') + bits;
}

TEST_F(CosimCommand, ADivergenceEndsTheRunWithStatus4AndAWaveform) {
  const TemporaryFolder folder;
  const CommandResult result =
      run_at("lockstep", {"--fault", "router_9.link_arbiter_1@300", "--out", folder.path().string()});
  EXPECT_EQ(result.status, 4);
  EXPECT_NE(result.err.find("network.router_9.rtl.link_arbiter_1.gnt_o is 0x"), std::string::npos)
      << result.err;
  const auto results = nlohmann::json::parse(contents_of(folder / "results.json"));
  EXPECT_EQ(results["outcome"], "divergence");
  const std::uint64_t cycle = results["divergence"]["cycle"];
  EXPECT_GE(cycle, 300U);
  EXPECT_EQ(results["divergence"]["events"].size(), 16U);

  const VcdDump dump = VcdDump::read(folder / "divergence.vcd");
  EXPECT_EQ(dump.times.front(), (cycle - 50 + 1) * 1000 + 500);  // The edge before its first cycle.
  EXPECT_TRUE(dump.has("network.router_9.rtl.link_arbiter_1.gnt_o"));
  EXPECT_FALSE(dump.has("network.router_8.rtl.link_arbiter_1.gnt_o"));
}

TEST_F(CosimCommand, TheViewOfADivergenceOpensAtItAndShowsBothAnswersFirstAsThePinsHaveThem) {
  struct Case {
    const char *config, *fault, *signal;
    std::size_t width;  ///< Of an element.
    const char* level = "lockstep";
  };
  for (const Case& tested :
       {Case{kCarried, "router_5.crossbar_2@700", "network.router_5.rtl.crossbar.data_o", 128},
        Case{kCarried, "router_5.allocator_2@700", "network.router_5.rtl.allocator.gnt_o", 5},
        Case{"configs/small/torus_8x8_ports.yaml", "router_9.input_arbiter_1@0",
             "network.router_9.rtl.input_arbiter_1.gnt_o", 4},
        Case{kCarried, "router_3.vc_allocator_4@0", "network.router_3.rtl.vc_allocator.gnt_o", 20},
        Case{"configs/small/mesh_4x4_matched_vcs.yaml", "router_5.vc_allocator_4@300",
             "network.router_5.rtl.vc_matching.gnt_o", 20},
        Case{kConfig, "router_9.link_arbiter_1@300", "network.router_9.rtl.link_arbiter_1.gnt_o", 4},
        Case{kConfig, "router_9.crossbar_6@300", "network.router_9.rtl.crossbar_6.data_o", 128},
        Case{"configs/small/ranade_3_prefix.yaml", "router_5.merge_switch_1@10",
             "network.router_5.rtl.merge_switch.message_o", 96},
        Case{"configs/small/mesh16_8_random.yaml", "router_27.node_buffers_1@0",
             "network.router_27.rtl.node_buffers.packet_o", 96},
        Case{kCarried, "router_5.vc_router_2@700", "network.router_5.rtl.vc_router.flit_o", 128,
             "rtl_router"}}) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_switchyard({"run", (source_folder() / tested.config).string(), "--level", tested.level,
                              "--fault", tested.fault, "--out", folder.path().string()})
                  .status,
              4)
        << tested.fault;
    const auto divergence = nlohmann::json::parse(contents_of(folder / "results.json"))["divergence"];
    const std::uint64_t time = 1000 * (divergence["cycle"].get<std::uint64_t>() + 2) + 500;
    const VcdDump dump = VcdDump::read(folder / "divergence.vcd");
    const std::string scope = std::string(tested.signal).substr(0, std::string(tested.signal).find(".rtl."));
    const std::string said = divergence["signal"];
    const std::size_t element =
        said == tested.signal ? 0 : std::stoul(said.substr(std::string(tested.signal).size() + 1));
    for (const std::string side : {"rtl", "model"}) {
      const std::string wire = scope + ".difference." + side;
      EXPECT_EQ(dump.bits(wire, time - 1001), std::string(128, 'z')) << wire;
      const std::string answer = bits_of(divergence[side], 128);
      EXPECT_EQ(dump.bits(wire, time - 1), answer) << wire;
      const std::string pin = scope + "." + side + std::string(tested.signal).substr(scope.size() + 4);
      const std::string& pins = dump.bits(pin, time - 1);
      EXPECT_EQ(pins.substr(pins.size() - (element + 1) * tested.width, tested.width),
                answer.substr(128 - tested.width))
          << pin;
    }
    const std::string view = contents_of(folder / "divergence.gtkw");
    EXPECT_NE(view.find(fmt::format("\n*-12.0 {0} {0} -1", time)), std::string::npos) << view.substr(0, 400);
    const std::size_t first = view.find("-RTL and model differ\n");
    EXPECT_LT(first, view.find(tested.signal)) << tested.signal;
    EXPECT_LT(view.find(tested.signal), view.find("[treeopen]")) << tested.signal;
    EXPECT_LT(view.find(scope + ".difference.model[127:0]"), view.find("[treeopen]"));
    const std::uint64_t start = std::stoull(view.substr(view.find("[timestart] ") + 12));
    EXPECT_LE(start, time);
    EXPECT_LE(start + 30000, dump.times.back()) << "GTKWave opens elsewhere if a page does not fit";
  }
}

TEST_F(CosimCommand, SystemCAndRtlAreInOneHierarchyAndOneTimeBase) {
  const TemporaryFolder folder;
  const std::string file = (folder / "rtl.vcd").string();
  ASSERT_EQ(run_at("rtl", {"--vcd", file, "--vcd-nodes", "9", "--vcd-to", "400"}).status, 0);
  const VcdDump dump = VcdDump::read(file);
  const std::string port = "network.router_9.port_x_up.out.";
  const std::string grant = "network.router_9.rtl.link_arbiter_0.gnt_o";
  int flits = 0;
  for (const std::uint64_t time :
       dump.times) {  // What the pins show after an edge, the arbiter granted in the cycle before it.
    if (time % 1000 != 500 || dump.number(port + "valid", time).value_or(0) == 0) continue;
    const std::uint64_t vc = dump.number(port + "vc", time).value();
    EXPECT_EQ(dump.number(grant, time - 1).value(), std::uint64_t{1} << vc) << "at " << time << " ps";
    ++flits;
  }
  EXPECT_GT(flits, 50);
}

TEST_F(CosimCommand, AWholeRouterHasOnItsPinsWhatItsLinksCarryAtEachEdge) {
  const TemporaryFolder folder;
  const std::string file = (folder / "router.vcd").string();
  ASSERT_EQ(run_switchyard({"run", (source_folder() / kCarried).string(), "--level", "rtl_router", "--set",
                            "traffic.load=0.5", "--set", "expect=null", "--vcd", file, "--vcd-nodes", "5",
                            "--vcd-to", "300"})
                .status,
            0);
  const VcdDump dump = VcdDump::read(file);
  const std::string rtl = "network.router_5.rtl.vc_router.";
  const std::array<const char*, 5> ports{"x_up", "x_down", "y_up", "y_down", "terminal"};
  std::map<std::string, int> seen;
  for (const std::uint64_t time : dump.times) {
    if (time % 1000 != 500 || time < 3000) continue;
    for (const auto& [pin, side] : {std::pair{"flit_i", "in"}, std::pair{"flit_o", "out"}}) {
      const std::string flits = dump.bits(rtl + pin, time - 1);
      for (std::size_t port = 0; port < ports.size(); ++port) {
        const std::string flit = flits.substr(flits.size() - 128 * (port + 1), 128);
        const auto remaining = std::stoull(flit.substr(128 - 80, 16), nullptr, 2);
        const std::string link = fmt::format("network.router_5.port_{}.{}.", ports[port], side);
        const bool valid = dump.number(link + "valid", time - 1).value_or(0) != 0;
        EXPECT_EQ(valid, remaining != 0) << link << " at " << time << " ps";
        if (!valid || remaining == 0) continue;
        EXPECT_EQ(dump.number(link + "packet", time - 1), std::stoull(flit.substr(128 - 32), nullptr, 2));
        ++seen[pin];
      }
    }
  }
  EXPECT_GT(seen["flit_i"], 50);
  EXPECT_GT(seen["flit_o"], 50);
}

TEST_F(CosimCommand, AnFstHoldsWhatTheVcdHolds) {
  NEEDS(std::system("{ command -v vcd2fst && command -v fst2vcd; } > /dev/null 2>&1") == 0,
        "vcd2fst or fst2vcd");
  const TemporaryFolder folder;
  for (const char* file : {"a.vcd", "a.fst"}) {
    const std::vector<std::string> window{"--vcd", (folder / file).string(), "--vcd-nodes", "3", "--vcd-to",
                                          "200"};
    ASSERT_EQ(run_at("lockstep", window).status, 0);
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "a.fst.vcd"));
  const std::string back_file = (folder / "back.vcd").string();
  ASSERT_EQ(std::system(("fst2vcd '" + (folder / "a.fst").string() + "' > '" + back_file + "'").c_str()), 0);
  const VcdDump dump = VcdDump::read(folder / "a.vcd");
  const VcdDump back = VcdDump::read(folder / "back.vcd");
  EXPECT_EQ(dump.variables.size(), back.variables.size());
  EXPECT_TRUE(dump.variables == back.variables);
}

TEST_F(CosimCommand, RunsTheRegressionOfAConfigurationAtEveryLevel) {
  const TemporaryFolder folder;
  const CommandResult result = run_switchyard({"cosim", (source_folder() / kCarried).string(), "--levels",
                                               "clocked,lockstep,rtl,rtl_router", "--seeds", "2", "--out",
                                               folder.path().string(), "--set", "measure.cycles=300"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("10 runs, 0 differ"), std::string::npos) << result.out;
  const std::string junit = contents_of(folder / "junit.xml");
  EXPECT_NE(junit.find("tests=\"10\" failures=\"0\""), std::string::npos) << junit;
  EXPECT_NE(junit.find("name=\"rtl_router, seed 2\""), std::string::npos) << junit;
}

TEST_F(CosimCommand, AssertionsAreCheckedInWholeRouters) {
  const TemporaryFolder folder;
  const CommandResult result = run_switchyard({"cosim", (source_folder() / kCarried).string(), "--levels",
                                               "clocked,rtl_router", "--assertions", "--seeds", "1", "--set",
                                               "measure.cycles=200", "--out", folder.path().string()});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  const auto checks_assertions = [&](const char* run) {
    const auto manifest = nlohmann::json::parse(contents_of(folder.path() / run / "manifest.json"));
    return manifest["command"].dump().find("--assertions") != std::string::npos;
  };
  EXPECT_TRUE(checks_assertions("rtl_router_1"));
  EXPECT_FALSE(checks_assertions("clocked_1"));
}

TEST_F(CosimCommand, SomeRoutersMayBeRtl) {
  const auto hash_with = [](const std::vector<std::string>& more) {
    const TemporaryFolder folder;
    std::vector<std::string> arguments{"run", (source_folder() / kCarried).string(), "--out",
                                       folder.path().string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run_switchyard(arguments).status, 0);
    return nlohmann::json::parse(contents_of(folder / "results.json")).at("event_hash").get<std::string>();
  };
  EXPECT_EQ(hash_with({"--level", "rtl_router", "--rtl-nodes", "0,5,10-12"}), hash_with({"--level", "fast"}));
  EXPECT_EQ(run_at("fast", {"--rtl-nodes", "1"}).status, 2);
}

TEST_F(CosimCommand, ARouterThatTheRtlIsNotIsBadInput) {
  const CommandResult result = run_at("rtl_router", {});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("vc_router.sv cannot carry this network"), std::string::npos) << result.err;
}

TEST_F(CosimCommand, AFaultIsForLevelsWithRtlAndForNodesAndBlocksThatAreThere) {
  EXPECT_EQ(run_at("clocked", {"--fault", "router_9.link_arbiter_1@300"}).status, 2);
  const CommandResult nowhere = run_at("lockstep", {"--fault", "router_99.link_arbiter_1@300"});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_NE(nowhere.err.find("there is no router_99"), std::string::npos) << nowhere.err;
  const auto refusal = [](const std::string& level, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", (source_folder() / kCarried).string(), "--level", level};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CommandResult result = run_switchyard(arguments);
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  };
  EXPECT_NE(
      refusal("rtl_router", {"--fault", "router_5.vc_router_5@1"}).find("its blocks are vc_router_0..4"),
      std::string::npos);
  EXPECT_NE(refusal("rtl_router", {"--fault", "router_5.crossbar_1@1"}).find("its blocks are vc_router_0..4"),
            std::string::npos);
  EXPECT_NE(refusal("lockstep", {"--fault", "router_5.vc_router_1@1"}).find("router_5 has no vc_router_1"),
            std::string::npos);
  EXPECT_NE(refusal("rtl_router", {"--fault", "router_5.vc_router_1@1", "--rtl-nodes", "1,4"})
                .find("router_5 is not RTL: --rtl-nodes is 1,4"),
            std::string::npos);
}

/// A copy of the command, and what is put beside it.
class CosimCoverage : public testing::Test {
 protected:
  CosimCoverage() {
    std::filesystem::copy_file(real_, folder_ / "switchyard");
    setenv("SWITCHYARD", (folder_ / "switchyard").c_str(), /*overwrite=*/1);
  }
  ~CosimCoverage() override { setenv("SWITCHYARD", real_.c_str(), /*overwrite=*/1); }

  CommandResult run() {
    return run_switchyard({"cosim", (source_folder() / kConfig).string(), "--levels", "clocked", "--seeds",
                           "1", "--set", "measure.cycles=2000", "--set", "measure.warmup=100", "--coverage",
                           "--out", (folder_ / "out").string()});
  }

  const std::string real_ = std::getenv("SWITCHYARD");
  TemporaryFolder folder_;
};

TEST_F(CosimCoverage, NeedsItsProgramAndSaysHowToMakeIt) {
  const CommandResult result = run();
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(
      result.err.find("cmake build -DSY_COVERAGE=ON && cmake --build build --target switchyard_coverage"),
      std::string::npos)
      << result.err;
}

TEST_F(CosimCoverage, IsPrintedWrittenAndAPropertyForCi) {
  const std::filesystem::path program = folder_ / "switchyard_coverage";
  std::ofstream(program) << "#!/bin/sh\n" + real_ + R"( "$@" || exit $?
while [ "$1" != --out ]; do shift; done
for bit in 0 1; do
  printf "C '\001f\002/x/rtl/arbiter/a.sv\001l\0021\001n\0021\001page\002v_toggle/a\001o\002b[$bit]\001h\002x' $bit\n"
done > "$2/coverage.dat"
)";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const CommandResult result = run();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("total                     0  100.0 %        2   50.0 %"), std::string::npos)
      << result.out;
  EXPECT_EQ(contents_of(folder_.path() / "out" / "coverage.csv"),
            "module,lines,lines_reached,bits,bits_toggled\na,0,0,2,1\ntotal,0,0,2,1\n");
  EXPECT_NE(contents_of(folder_.path() / "out" / "junit.xml")
                .find("<property name=\"toggle_coverage\" value=\"50.0\"/>"),
            std::string::npos);
}

TEST(CosimWithoutVerilator, SaysSo) {
  if (has_rtl()) GTEST_SKIP() << "built with Verilator";
  const CommandResult result =
      run_switchyard({"run", (source_folder() / kConfig).string(), "--level", "lockstep"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("script/rtl"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace switchyard
