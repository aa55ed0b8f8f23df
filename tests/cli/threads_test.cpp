#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

class RunOnThreads : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  nlohmann::json results_on(const std::string& threads) {
    const std::string out = (folder_ / threads).string();
    const CommandResult result = run_switchyard({"run", GetParam(), "--threads", threads, "--out", out,
                                                 "--set", "measure.cycles=1000", "--allow-unsafe"});
    EXPECT_EQ(result.status, 0) << result.err;
    nlohmann::json results = nlohmann::json::parse(contents_of(folder_ / threads / "results.json"));
    for (const char* key : {"wall_seconds", "peak_memory_bytes"}) EXPECT_EQ(results.erase(key), 1U) << key;
    results.at("check").erase("seconds");
    return results;
  }

  TemporaryFolder folder_;
};

TEST_P(RunOnThreads, ChangeNothingInTheResults) {
  const nlohmann::json alone = results_on("1");
  EXPECT_EQ(results_on("2"), alone);
  EXPECT_EQ(results_on("3"), alone);
}

INSTANTIATE_TEST_SUITE_P(Configs, RunOnThreads,
                         testing::Values("configs/quickstart.yaml",
                                         "configs/paper/konstantinidou_cube8.yaml"));

TEST(ThreadsOfRun, AreAtLeastOne) {
  std::filesystem::current_path(source_folder());
  const CommandResult result = run_switchyard({"run", "configs/quickstart.yaml", "--threads", "0"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("--threads"), std::string::npos) << result.err;
}

TEST(Threads, ThatTheMachineRefusesAreAnErrorAndNotAHang) {
  std::filesystem::current_path(source_folder());
  const std::string command =
      "ulimit -s 8192 -v 500000; timeout 60 \"$SWITCHYARD\" run configs/quickstart.yaml --set "
      "topology.radix=[96,96] "
      "--set 'measure={warmup: 10, cycles: 10}' --threads 280";  // 8 MB of stack each.
  const CommandResult result = run_command("/bin/bash", {"-c", command});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("cannot start 280 threads"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace switchyard
