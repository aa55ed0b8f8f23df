#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

using nlohmann::json;

class Precision : public testing::Test {
 protected:
  /// Of a small mesh under uniform traffic.
  json run(std::vector<std::string> overrides, std::vector<std::string> options = {}) {
    const TemporaryFolder folder;
    std::vector<std::string> words{"run",
                                   (source_folder() / "configs/small/mesh_4x4_dimension_order.yaml").string(),
                                   "--out", folder.path().string()};
    overrides.insert(overrides.begin(), {"traffic.pattern=uniform", "expect=null"});
    for (const std::string& assignment : overrides) words.insert(words.end(), {"--set", assignment});
    words.insert(words.end(), options.begin(), options.end());
    result_ = run_switchyard(words);
    EXPECT_EQ(result_.status, 0) << result_.err;
    return json::parse(contents_of(folder / "results.json"));
  }

  CommandResult result_;
};

TEST_F(Precision, GivesTheRunThatAWindowOfThatLengthGives) {
  std::mt19937_64 random(18);
  for (int i = 0; i < 6; ++i) {
    const std::vector<std::string> common{"traffic.load=0." + std::to_string(10 + random() % 50),
                                          "seed=" + std::to_string(random() % 1000)};
    std::vector<std::string> precise = common;
    precise.insert(precise.end(),
                   {"measure.precision=" + std::to_string(2 + random() % 4) + " %",
                    "measure.cycles=" + std::to_string(300 + random() % 700), "measure.max_cycles=1000000"});
    const json found = run(precise);
    ASSERT_EQ(found["precision"]["reached"], true) << result_.out;
    EXPECT_LE(found["packet_latency"]["precision"], found["precision"]["wanted"]);
    std::vector<std::string> fixed = common;
    fixed.push_back("measure.cycles=" + found["measured_cycles"].dump());
    const json expected = run(fixed);
    EXPECT_TRUE(expected["precision"].is_null());
    for (const char* key : {"packet_latency", "network_latency", "hops", "by_node", "by_distance", "offered",
                            "accepted", "event_hash", "drain_cycles"})
      EXPECT_EQ(found[key], expected[key]) << key << " of " << found["measured_cycles"] << " cycles";
  }
}

TEST_F(Precision, IsReachedThreeTimesInARow) {
  const std::vector<std::string> once{"traffic.load=0.2", "measure.precision=20 %", "measure.cycles=4000"};
  EXPECT_EQ(run(once)["measured_cycles"], 16000);
  std::vector<std::string> no_more = once;
  no_more.emplace_back("measure.max_cycles=4000");
  const json bounded = run(no_more);
  EXPECT_EQ(bounded["measured_cycles"], 4000);
  EXPECT_EQ(bounded["precision"]["reached"], true);
}

TEST_F(Precision, IsTheSameAtEveryLevelAndNumberOfThreads) {
  const std::vector<std::string> overrides{"traffic.load=0.4", "measure.precision=0.02",
                                           "measure.cycles=500"};
  const json fast = run(overrides);
  EXPECT_GT(fast["measured_cycles"], 500);
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--level", "clocked"}, std::vector<std::string>{"--threads", "2"}}) {
    const json other = run(overrides, options);
    for (const char* key : {"measured_cycles", "precision", "packet_latency", "event_hash"})
      EXPECT_EQ(other[key], fast[key]) << options[1];
  }
}

TEST_F(Precision, EndsAtMaxCyclesAndSaysSo) {
  const json found =
      run({"traffic.load=0.6", "measure.precision=0.1%", "measure.cycles=1000", "measure.max_cycles=12345"});
  EXPECT_EQ(found["measured_cycles"], 12345);
  EXPECT_EQ(found["precision"]["reached"], false);
  EXPECT_NE(result_.out.find("NOT PRECISE"), std::string::npos) << result_.out;
}

TEST_F(Precision, DoesNotWaitForAnOverloadedNetwork) {
  const json found = run({"traffic.load=0.95", "measure.precision=1%", "measure.cycles=5000"});
  EXPECT_EQ(found["outcome"], "unstable");
  EXPECT_LE(found["measured_cycles"], 20000);
  EXPECT_TRUE(found["packet_latency"]["ci95"].is_null());
  EXPECT_EQ(found["precision"]["reached"], false);
}

}  // namespace
}  // namespace switchyard
