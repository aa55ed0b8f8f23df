#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/sweep_command.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

class EstimateCommand : public testing::Test {
 protected:
  EstimateCommand() { std::filesystem::current_path(source_folder()); }

  static CommandResult run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"estimate", "configs/small/mesh_8x8_estimate.yaml"});
    return run_switchyard(arguments);
  }
};

TEST_F(EstimateCommand, PrintsACurveUpToSaturation) {
  const CommandResult result = run({"--json", "--points", "8"});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto estimate = nlohmann::json::parse(result.out);
  EXPECT_NEAR(estimate["zero_load_latency"].get<double>(), 27, 1e-9);
  ASSERT_EQ(estimate["curve"].size(), 8U);
  double before = estimate["zero_load_latency"];
  for (const auto& point : estimate["curve"]) {
    EXPECT_GT(point["latency"].get<double>(), before);
    before = point["latency"];
  }
  EXPECT_EQ(estimate["curve"].back()["load"], estimate["saturation"]);
}

TEST_F(EstimateCommand, SaysWhenTheLoadIsBeyondSaturation) {
  const CommandResult result = run({"--set", "traffic.load=0.9"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("load 0.9000       beyond saturation"), std::string::npos) << result.out;
  EXPECT_EQ(nlohmann::json::parse(run({"--json", "--set", "traffic.load=0.9"}).out)["latency"], nullptr);
}

TEST_F(EstimateCommand, NamesThePlaceOfWhatTheModelIsNotMadeFor) {
  const CommandResult result = run({"--set", "routing.kind=o1turn"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(
      result.err.rfind("--set routing.kind=o1turn:1:14: error: the queueing model knows no packets that draw "
                       "their way, as with o1turn; run it\n",
                       0),
      0U)
      << result.err;
}

TEST_F(EstimateCommand, RefusesNumbersOfPointsThatAreNone) {
  for (const char* points : {"0", "1001", "many", "-1"})
    EXPECT_EQ(run({"--points", points}).status, 2) << points;
}

TEST_F(EstimateCommand, IsWhatALevelWithoutARunWouldBe) {
  const CommandResult result = run_switchyard({"run", "configs/quickstart.yaml", "--level", "analytic"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "switchyard: error: --level analytic: nothing runs; `switchyard estimate` has its latencies\n");
}

TEST_F(EstimateCommand, IsComparedWithRunsOfNetworksDrawnAtRandom) {
  const TemporaryFolder folder;
  const auto build = std::filesystem::path(std::getenv("SWITCHYARD")).parent_path();
  const CommandResult result = run_command(
      "script/estimate_errors",
      {build.string(), "--only-drawn", "--networks", "3", "--first", "41", "--out", folder.path().string()});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("3 networks at half of the estimated saturation", 0), 0U) << result.out;
  const auto rows = table_of(folder / "random.csv");
  ASSERT_EQ(rows.size(), 3U);
  for (const auto& row : rows) {
    const double error = std::stod(row.at("error"));
    EXPECT_NEAR(error, 100 * (std::stod(row.at("model")) / std::stod(row.at("latency")) - 1), 1e-6);
    EXPECT_LT(std::abs(error), 15) << row.at("number");
    EXPECT_NEAR(std::stod(row.at("accepted")), std::stod(row.at("load")), 0.02) << row.at("number");
  }
}

class EstimateInASweep : public EstimateCommand {
 protected:
  EstimateInASweep()
      : out_(std::filesystem::path(testing::TempDir()) /
             testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(out_);
  }

  CommandResult sweep(const std::string& file, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"sweep", file, "--out", out_.string()});
    return run_switchyard(arguments);
  }

  const std::filesystem::path out_;
  const std::string mesh_ = "configs/small/mesh_8x8_estimate.yaml";
};

TEST_F(EstimateInASweep, PlacesLoadsCloserTogetherWhereLatencyRises) {
  const CommandResult result =
      sweep(mesh_, {"--over", "traffic.load=estimated:7", "--set", "measure={warmup: 0, cycles: 200}"});
  ASSERT_EQ(result.status, 0) << result.err;
  std::vector<double> loads;
  for (const auto& row : table_of(out_ / "sweep.csv")) loads.push_back(std::stod(row.at("traffic.load")));
  ASSERT_EQ(loads.size(), 7U);
  for (std::size_t i = 2; i < loads.size(); ++i)
    EXPECT_LT(loads[i] - loads[i - 1], 1.05 * (loads[i - 1] - loads[i - 2])) << i;
  EXPECT_LT(loads[6] - loads[5], 0.5 * loads[0]);
  const auto estimate = nlohmann::json::parse(run({"--json"}).out);
  EXPECT_NEAR(loads.back(), estimate["saturation"].get<double>(), 0.001);
}

TEST_F(EstimateInASweep, HasTheCurveOfEachCombination) {
  const CommandResult result =
      sweep(mesh_, {"--over", "traffic.load=0.1", "--over", "router.virtual_channels=2,4", "--set",
                    "measure={warmup: 0, cycles: 200}"});
  ASSERT_EQ(result.status, 0) << result.err;
  for (const char* vcs : {"2", "4"}) {
    const auto of_command = nlohmann::json::parse(
        run({"--json", "--points", "50", "--set", std::string("router.virtual_channels=") + vcs})
            .out)["curve"];
    std::size_t point = 0;
    for (const auto& row : table_of(out_ / "sweep_estimate.csv")) {
      if (row.at("router.virtual_channels") != vcs) continue;
      EXPECT_NEAR(std::stod(row.at("traffic.load")), of_command.at(point)["load"].get<double>(), 1e-5);
      EXPECT_NEAR(std::stod(row.at("latency")), of_command.at(point)["latency"].get<double>(), 1);
      ++point;
    }
    EXPECT_EQ(point, of_command.size()) << vcs;
  }
}

TEST_F(EstimateInASweep, IsLeftOutWhereTheModelIsNotMadeForTheNetwork) {
  const CommandResult result =
      sweep("configs/small/mesh_8x8_islip.yaml",
            {"--over", "traffic.load=0.1", "--set", "measure={warmup: 0, cycles: 100}"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_FALSE(std::filesystem::exists(out_ / "sweep_estimate.csv"));
}

TEST_F(EstimateInASweep, RefusesToPlaceLoadsWithoutAnEstimate) {
  const std::string config = "configs/small/mesh_8x8_islip.yaml";
  const CommandResult result = sweep(config, {"--over", "traffic.load=estimated:5"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err.rfind(config + ":13:13: error: the queueing model knows no crossbar of ports", 0), 0U)
      << result.err;
  EXPECT_FALSE(std::filesystem::exists(out_));
}

TEST_F(EstimateInASweep, RefusesNumbersOfLoadsThatAreNone) {
  for (const char* loads :
       {"estimated:1", "estimated:1001", "estimated:many", "estimated:", "0.1,estimated:5"}) {
    const CommandResult result = sweep(mesh_, {"--over", std::string("traffic.load=") + loads});
    EXPECT_EQ(result.status, 2) << loads;
    EXPECT_NE(result.err.find("traffic.load=estimated:N"), std::string::npos) << result.err;
    EXPECT_FALSE(std::filesystem::exists(out_)) << loads;
  }
}

}  // namespace
}  // namespace switchyard
