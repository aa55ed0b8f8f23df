#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const std::string kPlatform = "configs/platform/torus_4x4.yaml";
const std::string kCombining = "configs/platform/ranade_2_reduce.yaml";

class PlatformLimit : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  /// A run that is stopped after so many cycles.
  CommandResult stop_after(int cycles, const std::string& file = kPlatform) {
    const CommandResult result =
        run_switchyard({"run", file, "--set", "platform.limit=" + std::to_string(cycles), "--out",
                        (folder_ / "out").string()});
    EXPECT_EQ(result.status, 1) << result.err;
    results_ = nlohmann::json::parse(contents_of(folder_ / "out" / "results.json"));
    EXPECT_EQ(results_.at("outcome"), "unfinished");
    return result;
  }
  nlohmann::json unfinished(const std::string& task) const {
    for (const nlohmann::json& each : results_.at("unfinished_tasks")) {
      if (each.at("task") == task) return each;
    }
    return nullptr;
  }

  TemporaryFolder folder_;
  nlohmann::json results_;
};

void expect_line(const std::string& text, const std::string& line) {
  EXPECT_NE(text.find('\n' + line + '\n'), std::string::npos) << line << '\n' << text;
}

TEST_F(PlatformLimit, NamesTheTasksThatAnUnfinishedOneWaitsFor) {
  const CommandResult result = stop_after(300);
  expect_line(result.out, "  platform.limit = 300 cycles are over");
  expect_line(result.out, "  unfinished: part_1: waits for spread_1");
  expect_line(result.out, "  unfinished: sum: waits for gather_1, gather_2, gather_3");
  EXPECT_EQ(unfinished("sum").at("waits_for"),
            (std::vector<std::string>{"gather_1", "gather_2", "gather_3"}));
  EXPECT_EQ(unfinished("sum").at("copy"), nullptr);
}

TEST_F(PlatformLimit, NamesOnlyThoseOfThemThatHaveNotEnded) {
  expect_line(stop_after(9000).out, "  unfinished: sum: waits for gather_3");
  EXPECT_EQ(unfinished("sum").at("waits_for"), std::vector<std::string>{"gather_3"});
}

TEST_F(PlatformLimit, NamesTheFirstOfTheBurstsThatAreAsOld) {
  stop_after(60);  // Nothing has come back: the first four have been asked for at once.
  const nlohmann::json copy = unfinished("spread_1").at("copy");
  EXPECT_EQ(copy.at("bytes_copied"), 0);
  EXPECT_EQ(copy.at("bursts_under_way"), 4);
  EXPECT_EQ(copy.at("oldest_burst").at("address"), 0);
  EXPECT_EQ(copy.at("oldest_burst").at("age_ns"), 62.0) << "60 cycles, and two in reset";
}

TEST_F(PlatformLimit, NamesTheTaskThatTheMasterCarriesOutBefore) {
  const CommandResult result = stop_after(300);
  expect_line(result.out, "  unfinished: spread_2: waits for dma0, which carries out spread_1");
  EXPECT_EQ(unfinished("spread_2").at("master_carries_out"), "spread_1");
  EXPECT_EQ(unfinished("spread_2").at("waits_for").size(), 0U);
}

TEST_F(PlatformLimit, SaysHowFarACopyIsAndSinceWhenItsOldestBurstWaitsForWhom) {
  const CommandResult result = stop_after(300);
  const nlohmann::json copy = unfinished("spread_1").at("copy");
  const nlohmann::json& oldest = copy.at("oldest_burst");
  const auto copied = copy.at("bytes_copied").get<int>();
  EXPECT_EQ(copied, results_.at("masters").at(0).at("writes").at("transactions").get<int>() * 256);
  const auto bursts = copy.at("bursts_under_way").get<int>();
  EXPECT_GE(bursts, 1);
  EXPECT_LE(bursts, 4);
  EXPECT_EQ(oldest.at("bytes"), 256);
  EXPECT_EQ(oldest.at("at"), oldest.at("command") == "read" ? "target 5" : "target 6");
  EXPECT_EQ(oldest.at("age_ns"), 81.0) << "the three others are younger";
  EXPECT_NE(result.out.find("  unfinished: spread_1: " + std::to_string(copied) + " of 8192 bytes copied, " +
                            std::to_string(bursts) + " bursts under way, the oldest for "),
            std::string::npos)
      << result.out;
}

TEST_F(PlatformLimit, LeavesOutTheTasksThatHaveEnded) {
  stop_after(2000);
  EXPECT_EQ(unfinished("spread_1"), nullptr);
  for (const nlohmann::json& task : results_.at("tasks")) {
    EXPECT_EQ(unfinished(task.at("name")) == nullptr, task.at("end_ns") != nullptr) << task;
    if (task.at("begin_ns") == nullptr) {
      EXPECT_EQ(unfinished(task.at("name")).at("copy"), nullptr);
    }
  }
}

TEST_F(PlatformLimit, KnowsATaskWhoseWorkGoesOn) {
  const CommandResult result = run_switchyard(
      {"run", kPlatform, "--set", "platform.limit=300", "--set",
       "platform.tasks=[{name: think, master: dma0, from: 0, to: 0x10000, bytes: 64, work: 5000}]"});
  EXPECT_EQ(result.status, 1) << result.err;
  expect_line(result.out, "  unfinished: think: its work goes on");
}

TEST_F(PlatformLimit, SaysTheSameOfACombiningMemory) {
  const CommandResult result = stop_after(100, kCombining);
  EXPECT_NE(result.out.find(" of the combining memory\n"), std::string::npos) << result.out;
}

TEST_F(PlatformLimit, IsNotMentionedWhenAllHasEnded) {
  const CommandResult result = run_switchyard({"run", kPlatform, "--out", (folder_ / "out").string()});
  EXPECT_EQ(result.out.find("unfinished"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("platform.limit"), std::string::npos) << result.out;
  const nlohmann::json results = nlohmann::json::parse(contents_of(folder_ / "out" / "results.json"));
  EXPECT_EQ(results.at("unfinished_tasks").size(), 0U);
}

}  // namespace
}  // namespace switchyard
