#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/sweep_command.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

class EnergyOption : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  /// `run` of the torus of the table, with more words.
  CommandResult run(std::vector<std::string> words, const std::string& table) {
    words.insert(words.begin(), {"run", kTorus, "--energy", table, "--out", (folder_ / "out").string()});
    return run_switchyard(words);
  }
  nlohmann::json energy(const std::vector<std::string>& words, const std::string& table) {
    const CommandResult result = run(words, table);
    EXPECT_EQ(result.status, kGood) << result.err;
    return nlohmann::json::parse(contents_of(folder_ / "out" / "results.json")).at("energy");
  }
  /// The table with a text in place of another, as a new file.
  std::string edited(const std::string& pattern, const std::string& text) {
    const std::string before = contents_of(kTable);
    const std::string after = std::regex_replace(before, std::regex(pattern), text);
    EXPECT_NE(before, after) << pattern;
    const std::filesystem::path file = folder_ / "table.yaml";
    std::ofstream(file) << after;
    return file.string();
  }
  void expect_refused(const CommandResult& result, const std::string& message) {
    EXPECT_EQ(result.status, kBadInput);
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  }

  static constexpr const char* kTorus = "configs/small/rtl_torus4.yaml";
  static constexpr const char* kTable = "configs/energy/torus4_osu018.yaml";
  TemporaryFolder folder_;
};

TEST_F(EnergyOption, GivesTheSameAtEveryLevelAndNumberOfThreads) {
  const nlohmann::json fast = energy({"--threads", "2"}, kTable);
  EXPECT_EQ(fast, energy({"--threads", "1"}, kTable));
  EXPECT_EQ(fast, energy({"--level", "clocked"}, kTable));
  EXPECT_GT(fast.at("power_mw"), fast.at("idle_power_mw"));
}

TEST_F(EnergyOption, CountsWhatPacketsSayOfTheirWays) {
  const std::string packets = (folder_ / "packets.csv").string();
  const nlohmann::json counted =
      energy({"--packets", packets, "--set", "traffic.packet_length=1", "--set", "expect=null"}, kTable);
  int flits = 0;
  for (const auto& row : table_of(packets)) {
    // Of the terminal's link and of those between routers.
    const bool injected = row.at("event") == "injected";
    const int arrived = std::stoi(row.at("cycle")) + (injected ? 1 : 0);
    flits += (injected || row.at("event") == "hop") && arrived >= 500 && arrived < 3500;
  }
  EXPECT_EQ(counted.at("flits"), flits);
  EXPECT_EQ(counted.at("bursts"), flits);  // Each is a packet.
  EXPECT_GT(flits, 1000);
}

TEST_F(EnergyOption, ScalesByTheStatedFactors) {
  const nlohmann::json one = energy({}, kTable);
  std::ofstream(folder_ / "scaled.yaml")
      << contents_of(kTable) << "scale: {energy: 0.5, area: 0.1, period: 0.25}\n";
  const nlohmann::json scaled = energy({}, (folder_ / "scaled.yaml").string());
  for (const char* part : {"buffer", "routing", "allocation", "crossbar", "link", "clock"}) {
    EXPECT_DOUBLE_EQ(scaled.at("pj_per_flit_hop").at(part),
                     one.at("pj_per_flit_hop").at(part).get<double>() * 0.5)
        << part;
  }
  EXPECT_DOUBLE_EQ(scaled.at("area_mm2"), one.at("area_mm2").get<double>() * 0.1);
  EXPECT_DOUBLE_EQ(scaled.at("clock_period_ns"), one.at("clock_period_ns").get<double>() * 0.25);
  // Half the energy in a quarter of the time.
  EXPECT_NEAR(scaled.at("power_mw"), one.at("power_mw").get<double>() * 2,
              1e-3 * one.at("power_mw").get<double>());
}

TEST_F(EnergyOption, RefusesATableAtFaultWithItsPlace) {
  expect_refused(run({}, "no_such.yaml"), "no_such.yaml");
  expect_refused(run({}, edited("clock:", "clok:")), "did you mean 'clock'");
  expect_refused(run({}, edited("clock: [0-9.]+", "clock: -1")), "clock");
  expect_refused(run({}, edited("buffer: [0-9.]+", "buffer: much")), "flit.buffer");
  expect_refused(run({}, edited("period: [0-9.]+", "period: 0")), "period");
}

TEST_F(EnergyOption, RefusesATableOfOtherRouters) {
  expect_refused(run({"--set", "router.input_depth=8"}, kTable),
                 "is of routers of 5 ports with 2 VCs of 4 flits, and those of rtl_torus4 have 5 ports with "
                 "2 VCs of 8 flits");
  expect_refused(run({"--set", "router.crossbar=vcs"}, kTable), "router.crossbar = ports");
  expect_refused(
      run({"--set", "router.switch_allocator.kind=wavefront"}, kTable),
      "is of routers with the default allocators and stages, and those of rtl_torus4 are of 5 ports x 2 "
      "virtual channels, input_depth 4, radix 4, wavefront");
  expect_refused(run({"--set", "router.t_vc_allocation=1"}, kTable),
                 "are of 5 ports x 2 virtual channels, input_depth 4, radix 4, separable_input_first with "
                 "round_robin arbiters, 1 + 1 + 1 cycles of routing, VC allocation and crossing");
}

TEST_F(EnergyOption, RefusesWhatHasNoFlits) {
  expect_refused(run({"--level", "approximate"}, kTable), "--energy counts flits");
  const CommandResult platform =
      run_switchyard({"run", config_files("configs/platform").front(), "--energy", kTable});
  EXPECT_EQ(platform.status, kBadInput);
  EXPECT_NE(platform.err.find("--energy is for networks"), std::string::npos) << platform.err;
}

}  // namespace
}  // namespace switchyard
