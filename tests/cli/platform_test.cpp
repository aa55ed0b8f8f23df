#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "testbench/cosim/switch/rtl_switch.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kConfig = "configs/platform/torus_4x4.yaml";
const std::string kCombining = "configs/platform/ranade_2_reduce.yaml";

class PlatformCommand : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  /// results.json without what may differ between levels.
  nlohmann::json results_of(const std::string& level, const std::string& config = kConfig) {
    const CommandResult result =
        run_switchyard({"platform", config, "--level", level, "--out", (folder_ / level).string()});
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    nlohmann::json results = nlohmann::json::parse(contents_of(folder_ / level / "results.json"));
    for (const char* key : {"level", "wall_seconds"}) results.erase(key);
    results.at("check").erase("seconds");
    return results;
  }

  TemporaryFolder folder_;
};

TEST_F(PlatformCommand, GivesTheSameTimesAtFastAndClocked) {
  const nlohmann::json fast = results_of("fast");
  EXPECT_EQ(fast.at("outcome"), "finished");
  EXPECT_EQ(fast, results_of("clocked"));
}

TEST_F(PlatformCommand, TransactionsThatAreRecordedAreTheSamePacketsAgain) {
  const auto hash_of = [](const std::string& text) {
    const std::string label = "event hash";
    return text.substr(text.find_first_not_of(' ', text.find(label) + label.size()), 16);
  };
  const auto record = [&](const std::string& level) {
    const std::string file = (folder_ / (level + ".csv")).string();
    const CommandResult result = run_switchyard({"run", kConfig, "--level", level, "--record", file});
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  };
  const std::string fast = record("fast");
  EXPECT_EQ(hash_of(fast), hash_of(record("clocked")));
  EXPECT_EQ(contents_of(folder_ / "fast.csv"), contents_of(folder_ / "clocked.csv"));
  const std::string file = (folder_ / "fast.csv").string();
  const CommandResult again =
      run_switchyard({"run", kConfig, "--set", "platform=null", "--set", "interconnect=null", "--set",
                      "workload={kind: trace, file: " + file + "}"});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(hash_of(again.out), hash_of(fast));
  const auto lines = [&](const std::string& name) {
    const std::string text = contents_of(folder_ / name);
    return std::count(text.begin(), text.end(), '\n');
  };
  record("approximate");
  EXPECT_EQ(lines("approximate.csv"), lines("fast.csv"));
}

TEST_F(PlatformCommand, CombinesAndGivesTheSameTimesAtFastAndClocked) {
  const nlohmann::json fast = results_of("fast", kCombining);
  EXPECT_EQ(fast.at("outcome"), "finished");
  const nlohmann::json& steps = fast.at("steps");
  EXPECT_EQ(steps.at("operations"), 6 * 2 * 64);  // Tasks, a read and a write each, words.
  EXPECT_EQ(steps.at("requests_served"), steps.at("words_wanted"));
  EXPECT_LT(steps.at("words_wanted"), steps.at("operations"));
  EXPECT_EQ(fast, results_of("clocked", kCombining));
}

TEST_F(PlatformCommand, CombinesAtTheSameTimesInRtl) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_EQ(results_of("fast", kCombining), results_of("rtl", kCombining));
}

TEST_F(PlatformCommand, GivesTheSameTimesInRtl) {
  NEEDS(has_rtl(), "Verilator");
  EXPECT_EQ(results_of("fast"), results_of("rtl"));
}

TEST_F(PlatformCommand, KeepsTheOrderOfTheTasks) {
  const nlohmann::json results = results_of("fast");
  const nlohmann::json& tasks = results.at("tasks");
  const auto time = [&](std::size_t task, const char* what) { return tasks.at(task).at(what).get<double>(); };
  for (std::size_t part = 0; part < 3; ++part) {
    EXPECT_GE(time(3 + part, "begin_ns"), time(part, "end_ns"));
    EXPECT_GE(time(3 + part, "end_ns"), time(3 + part, "begin_ns") + 500);  // Its work.
    EXPECT_GE(time(9, "begin_ns"), time(6 + part, "end_ns"));
  }
  EXPECT_EQ(results.at("end_ns").get<double>(), time(9, "end_ns"));
}

TEST_F(PlatformCommand, WritesTheSameWaveformAtFastAndClocked) {
  for (const char* level : {"fast", "clocked"}) {
    const CommandResult result =
        run_switchyard({"platform", kConfig, "--level", level, "--vcd", (folder_ / level).string() + ".vcd",
                        "--set", "platform.limit=300"});
    EXPECT_EQ(result.status, 1) << "300 cycles are not enough";
  }
  EXPECT_EQ(contents_of(folder_ / "fast.vcd"), contents_of(folder_ / "clocked.vcd"));
  EXPECT_GT(contents_of(folder_ / "fast.vcd").size(), 10000u);
}

TEST_F(PlatformCommand, HasAConfigurationThatIsValid) {
  const CommandResult result = run_switchyard({"validate", kConfig});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out,
            kConfig + ": good: 16 nodes, duato, duato routing; 4 masters, 4 memories, 10 tasks\n");
}

TEST_F(PlatformCommand, WritesAWaveformOfStepsAndLeavesThemAsTheyAre) {
  const CommandResult result =
      run_switchyard({"platform", kCombining, "--vcd", (folder_ / "steps.vcd").string()});
  EXPECT_EQ(result.status, 0) << result.out;
  EXPECT_GT(contents_of(folder_ / "steps.vcd").size(), 10000u);
}

TEST_F(PlatformCommand, RefusesABadConfiguration) {
  const CommandResult result = run_switchyard({"platform", kConfig, "--set", "platform.limit=none"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("platform.limit"), std::string::npos) << result.err;
}

TEST_F(PlatformCommand, CarriesTheSameDataWithoutFlits) {
  const nlohmann::json fast = results_of("fast");
  const nlohmann::json approximate = results_of("approximate");
  EXPECT_EQ(approximate.at("outcome"), "finished");
  for (const char* key : {"memories", "packets", "flit_hops"}) EXPECT_EQ(approximate.at(key), fast.at(key));
  for (std::size_t task = 0; task < fast.at("tasks").size(); ++task) {
    const auto end = [task](const nlohmann::json& results) {
      return results.at("tasks").at(task).at("end_ns").get<double>();
    };
    EXPECT_NEAR(end(approximate), end(fast), 0.1 * end(fast));
  }
}

TEST_F(PlatformCommand, RefusesAWaveformWithoutFlits) {
  const CommandResult result = run_switchyard(
      {"platform", kConfig, "--level", "approximate", "--vcd", (folder_ / "none.vcd").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("--vcd shows flits"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace switchyard
