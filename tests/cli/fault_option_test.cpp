#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "testbench/cosim/switch/rtl_switch.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kTorus = "configs/small/rtl_torus4.yaml";  // 3532 cycles.

class FaultOption : public testing::Test {
 protected:
  void SetUp() override {
    NEEDS(has_rtl(), "Verilator");
    std::filesystem::current_path(source_folder());
  }

  CommandResult run_with(const std::string& fault, const std::string& config = kTorus,
                         const std::string& level = "lockstep") const {
    return run_switchyard({"run", config, "--level", level, "--fault", fault, "--out", out()});
  }
  std::string out() const { return (folder_ / "out").string(); }

  TemporaryFolder folder_;
};

TEST_F(FaultOption, ExampleOfTheHelpShowsADivergenceOnEveryShippedRtlConfiguration) {
  const std::string help = run_switchyard({"run", "--help"}).out;
  static const std::regex kExample("router_[0-9]+\\.[a-z_]+_[0-9]+@[0-9]+");
  std::smatch example;
  ASSERT_TRUE(std::regex_search(help, example, kExample)) << help;
  for (const std::string& config : config_files("configs/small")) {
    if (stem_of(config).rfind("rtl_", 0) != 0) continue;
    const CommandResult result = run_with(example.str(), config);
    EXPECT_EQ(result.status, 4) << config << "\n" << result.out << result.err;
  }
}

TEST_F(FaultOption, InABlockThatIsNotThereIsBadInputThatNamesThoseThatAre) {
  struct Case {
    std::string config, fault, there;
  };
  for (const Case& tested : std::vector<Case>{
           {kTorus, "router_5.crossbar_5@0", "crossbar_0..4"},
           {kTorus, "router_5.link_arbiter_99@0", "link_arbiter_0..4"},
           {kTorus, "router_5.merge_switch_0@0", "vc_allocator_0..4"},
           {"configs/small/mesh_4x4_matched_vcs.yaml", "router_5.vc_allocator_5@0", "vc_allocator_0..4"},
           {kTorus, "router_16.crossbar_0@0", "routers are 0..15"},
           {"configs/small/torus_8x8_duato.yaml", "router_5.allocator_0@0",
            "link_arbiter_0..4, crossbar_0.."},
           {"configs/small/ranade_3_prefix.yaml", "router_5.crossbar_0@0", "merge_switch_0..1"},
           {"configs/small/ranade_3_prefix.yaml", "router_5.merge_switch_2@0", "merge_switch_0..1"},
           {"configs/small/mesh16_8_random.yaml", "router_9.node_buffers_4@0", "node_buffers_0..3"}}) {
    const CommandResult result = run_with(tested.fault, tested.config);
    EXPECT_EQ(result.status, 2) << tested.fault;
    EXPECT_NE(result.err.find(tested.there), std::string::npos) << result.err;
    EXPECT_FALSE(std::filesystem::exists(out())) << tested.fault;
  }
}

TEST_F(FaultOption, ThatWasNeverPutInFailsTheRunAndSaysWhy) {
  struct Case {
    std::string config, fault, why;
  };
  for (const Case& tested : std::vector<Case>{
           {kTorus, "router_5.crossbar_2@3532", "the run ended after 3532 cycles, before cycle 3532"},
           {kTorus, "router_5.link_arbiter_2@0", "router_5.link_arbiter_2 was never asked from cycle 0 on"},
           {kTorus, "router_5.input_arbiter_1@0", "two VCs never asked at once"},
           {"configs/small/rtl_mesh4.yaml", "router_0.crossbar_1@0",
            "nothing left through router_0.crossbar_1 from cycle 0 on"},
           {"configs/small/mesh16_8_random.yaml", "router_9.node_buffers_1@100000", "the run ended after"},
           {"configs/small/ranade_3_prefix.yaml", "router_5.merge_switch_1@1000000",
            "the run ended after"}}) {
    const CommandResult result = run_with(tested.fault, tested.config);
    EXPECT_EQ(result.status, 1) << tested.fault << result.err;
    EXPECT_NE(result.out.find("the fault was never put in: "), std::string::npos) << result.out;
    EXPECT_NE(result.out.find(tested.why), std::string::npos) << result.out;
    EXPECT_EQ(nlohmann::json::parse(contents_of(out() + "/results.json")).at("outcome"), "failed_check");
  }
}

TEST_F(FaultOption, AtLevelRtlDecidesAlone) {
  const CommandResult late = run_with("router_5.allocator_2@100000", kTorus, "rtl");
  EXPECT_EQ(late.status, 1) << late.out;
  EXPECT_NE(late.out.find("never put in"), std::string::npos) << late.out;
  const CommandResult spoilt = run_with("router_5.crossbar_2@1000", kTorus, "rtl");
  EXPECT_EQ(spoilt.status, 1) << "the scoreboard sees it";
  EXPECT_EQ(spoilt.out.find("never put in"), std::string::npos) << spoilt.out;
  const CommandResult harmless =
      run_with("router_5.input_arbiter_0@300", "configs/small/rtl_mesh4.yaml", "rtl");
  EXPECT_EQ(harmless.status, 0) << "another VC goes first";
  EXPECT_NE(harmless.out.find("  fault             put in: "), std::string::npos) << harmless.out;
}

TEST_F(FaultOption, LeavesNoWaveformWhereNobodyAskedForAFolder) {
  const std::filesystem::path config = source_folder() / kTorus;
  std::filesystem::current_path(folder_.path());
  const CommandResult result =
      run_switchyard({"run", config.string(), "--level", "lockstep", "--fault", "router_5.crossbar_2@1000"});
  EXPECT_EQ(result.status, 4) << result.out;
  EXPECT_NE(result.err.find("--out FOLDER"), std::string::npos) << result.err;
  EXPECT_EQ(folder_.file_count(), 0U);
}

}  // namespace
}  // namespace switchyard
