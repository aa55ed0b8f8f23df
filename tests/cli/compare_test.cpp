#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// Runs and sweeps in a folder of their own, and what is said of two of them.
class Compare : public testing::Test {
 protected:
  void make(const std::string& command, const std::string& out, const std::vector<std::string>& more) const {
    std::vector<std::string> words = {command,
                                      (source_folder() / "configs/small/torus_8x8_duato.yaml").string(),
                                      "--out", (folder_ / out).string()};
    words.insert(words.end(), more.begin(), more.end());
    ASSERT_EQ(run_switchyard(words).status, kGood);
  }
  CommandResult compare(const std::string& before, const std::string& after,
                        const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"compare", (folder_ / before).string(), (folder_ / after).string()};
    words.insert(words.end(), more.begin(), more.end());
    CommandResult result = run_switchyard(words);
    result.err = std::regex_replace(result.err, std::regex(folder_.path().string() + "/"), "");
    return result;
  }

  TemporaryFolder folder_;
};

TEST_F(Compare, FindsNothingBetweenOtherSeedsOfTheSame) {
  make("sweep", "a", {"--over", "traffic.load=0.1,0.3", "--over", "seed=1:5:1"});
  make("sweep", "b", {"--over", "traffic.load=0.1,0.3", "--over", "seed=6:10:1"});
  const CommandResult result = compare("a", "b");
  EXPECT_EQ(result.status, kGood);
  EXPECT_EQ(result.out, "0 of 28 figures changed beyond noise\n");
  EXPECT_EQ(compare("a", "a").out,
            "2 of 2 points have the same events: all of their figures are the same\n"
            "0 of 0 figures changed beyond noise\n");
}

TEST_F(Compare, FindsWhatAnotherRouterChanges) {
  const std::vector<std::string> loads = {"--over", "traffic.load=0.1,0.5", "--seeds", "5"};
  make("sweep", "before", loads);
  std::vector<std::string> more = loads;
  more.insert(more.end(), {"--set", "router.virtual_channels=4"});
  make("sweep", "after", more);
  const std::string junit = (folder_ / "junit.xml").string();
  const CommandResult result = compare("before", "after", {"--json", "--junit", junit});
  EXPECT_EQ(result.status, kFailed);
  const auto json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json.at("set_up").size(), 1U);
  EXPECT_EQ(json["set_up"][0],
            nlohmann::json::parse(R"({"key": "router.virtual_channels", "before": "3", "after": "4"})"));
  bool found = false;
  for (const auto& figure : json.at("figures")) {
    const bool is_it = figure.at("figure") == "latency_mean" && figure.at("point") == "traffic.load=0.5";
    found = found || (is_it && figure.at("beyond_noise") == true && figure.at("share") < -0.02);
  }
  EXPECT_TRUE(found) << result.out;
  EXPECT_NE(contents_of(junit).find("tests=\"2\" failures=\"1\""), std::string::npos) << contents_of(junit);
  EXPECT_EQ(compare("before", "after", {"--at-least", "0.2"}).status, kGood);
}

TEST_F(Compare, JudgesTwoRunsByTheirIntervals) {
  make("run", "a", {"--set", "traffic.load=0.1"});
  make("run", "b", {"--set", "traffic.load=0.1", "--set", "seed=2"});
  make("run", "c", {"--set", "traffic.load=0.2"});
  EXPECT_EQ(compare("a", "b").status, kGood);
  const CommandResult changed = compare("a", "c");
  EXPECT_EQ(changed.status, kFailed);
  EXPECT_NE(changed.out.find("latency_mean"), std::string::npos) << changed.out;
  EXPECT_NE(changed.out.find("traffic.load"), std::string::npos) << changed.out;
}

TEST_F(Compare, JudgesSaturationLoads) {
  const std::vector<std::string> search = {"--saturation", "--tolerance",        "0.05", "--seeds", "3",
                                           "--set",        "measure.cycles=2000"};
  make("sweep", "a", search);
  std::vector<std::string> starved = search;
  starved.insert(starved.end(), {"--set", "traffic.pattern=transpose"});
  make("sweep", "b", starved);
  EXPECT_EQ(compare("a", "a").status, kGood);
  const CommandResult changed = compare("a", "b");
  EXPECT_EQ(changed.status, kFailed);
  EXPECT_NE(changed.out.find("  load  "), std::string::npos) << changed.out;
}

TEST_F(Compare, RefusesWhatCannotBeCompared) {
  make("run", "run", {});
  make("sweep", "sweep", {"--over", "traffic.load=0.1,0.3"});
  make("sweep", "others", {"--over", "traffic.load=0.2"});
  const auto refusal = [&](const std::string& before, const std::string& after) {
    const CommandResult result = compare(before, after);
    EXPECT_EQ(result.status, kBadInput);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_EQ(refusal("run", "sweep"),
            "switchyard: error: run and sweep cannot be compared: the axes are not the same: [] and "
            "[traffic.load]\n");
  EXPECT_EQ(refusal("sweep", "others"),
            "switchyard: error: sweep and others cannot be compared: no point is in both\n");
  EXPECT_EQ(
      refusal("run", "nowhere"),
      "switchyard: error: nowhere: not a folder of `run`, `platform` or `sweep`: it has no results.json "
      "or sweep.json\n");
  std::ofstream(folder_ / "run" / "results.json") << "[1, 2";
  EXPECT_EQ(refusal("run", "run"), "switchyard: error: run/results.json: not JSON at byte 6\n");
  std::ofstream(folder_ / "run" / "results.json") << "[1, 2]";
  EXPECT_EQ(refusal("run", "run"),
            "switchyard: error: run: results.json and manifest.json are not as `run` writes them\n");
  std::ofstream(folder_ / "sweep" / "sweep.csv") << "a,b\n1,2\n";
  EXPECT_EQ(refusal("sweep", "sweep"), "switchyard: error: sweep/sweep.csv: no column traffic.load\n");
}

}  // namespace
}  // namespace switchyard
