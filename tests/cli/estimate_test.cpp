#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"

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
  EXPECT_EQ(estimate["zero_load_latency"], 27.0);
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
  const CommandResult result = run({"--set", "routing.kind=duato"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(
      result.err.rfind("--set routing.kind=duato:1:14: error: the queueing model knows no packets that may "
                       "choose their way, as with duato; run it\n",
                       0),
      0U)
      << result.err;
}

TEST_F(EstimateCommand, RefusesNumbersOfPointsThatAreNone) {
  for (const char* points : {"0", "1001", "many", "-1"})
    EXPECT_EQ(run({"--points", points}).status, 2) << points;
}

}  // namespace
}  // namespace switchyard
