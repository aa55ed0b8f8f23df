#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbench/cosim/rtl_switch.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/vcd_reader.h"

namespace switchyard {
namespace {

const std::string kConfig = "configs/small/torus_8x8_duato.yaml";

class CosimCommand : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_rtl()) GTEST_SKIP() << "built without Verilator";
  }

  static CommandResult run_at(const std::string& level, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", (source_folder() / kConfig).string(), "--level", level});
    return run_switchyard(more);
  }
};

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

TEST_F(CosimCommand, SystemCAndRtlAreInOneHierarchyAndOneTimeBase) {
  const TemporaryFolder folder;
  const std::string file = (folder / "rtl.vcd").string();
  ASSERT_EQ(run_at("rtl", {"--vcd", file, "--vcd-nodes", "9", "--vcd-to", "400"}).status, 0);
  const VcdDump dump = VcdDump::read(file);
  const std::string port = "network.router_9.port_x_up.out.";
  const std::string grant = "network.router_9.rtl.link_arbiter_0.gnt_o";
  int flits = 0;
  for (const std::uint64_t time :
       dump.times) {  // What the pins show at an edge, the arbiter granted in its cycle.
    if (time % 1000 != 500 || dump.number(port + "valid", time).value_or(0) == 0) continue;
    const std::uint64_t lane = dump.number(port + "lane", time).value();
    EXPECT_EQ(dump.number(grant, time).value(), std::uint64_t{1} << lane) << "at " << time << " ps";
    ++flits;
  }
  EXPECT_GT(flits, 50);
}

TEST_F(CosimCommand, AFaultIsForLevelsWithRtlBlocksAndForNodesThatExist) {
  EXPECT_EQ(run_at("clocked", {"--fault", "router_9.link_arbiter_1@300"}).status, 2);
  const CommandResult nowhere = run_at("lockstep", {"--fault", "router_99.link_arbiter_1@300"});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_NE(nowhere.err.find("there is no router_99"), std::string::npos) << nowhere.err;
}

TEST(CosimWithoutVerilator, SaysSo) {
  if (has_rtl()) GTEST_SKIP() << "built with Verilator";
  const CommandResult result =
      run_switchyard({"run", (source_folder() / kConfig).string(), "--level", "lockstep"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("built without Verilator"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace switchyard
