#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/config_files.h"
#include "tests/support/running_command.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

constexpr double kUnderWay = 0.5;  ///< Seconds of work, of which reading takes a few hundredths.

std::string config(const std::string& file) { return (source_folder() / "configs" / file).string(); }

/// A run of one of each kind that would take hours.
struct LongRun {
  std::string name;
  std::vector<std::string> arguments;
};

std::vector<LongRun> long_runs() {
  const std::string endless = "measure.cycles=1000000000000";
  return {
      {"Warmup",
       {"run", "small/torus_8x8_duato.yaml", "--set", endless, "--set", "measure.warmup=1000000000000"}},
      {"Window",
       {"run", "small/torus_8x8_duato.yaml", "--set", endless, "--set", "expect.max_mean_latency=1"}},
      {"Drain",
       {"run", "small/torus_8x8_duato.yaml", "--set", "traffic.load=1", "--set", "measure.cycles=1000",
        "--set", "measure.drain=1000000000000", "--level", "clocked", "--set",
        "traffic.packet_length=60000"}},
      {"Approximate", {"run", "small/torus_8x8_duato.yaml", "--set", endless, "--level", "approximate"}},
      {"Workload",
       {"run", "small/static_torus.yaml", "--set", endless, "--set", "workload.packets_per_node=1000000"}},
      {"Program", {"run", "small/ranade_3_mixed.yaml", "--set", endless, "--set", "workload.steps=10000000"}},
      {"ManyToOne",
       {"run", "paper/mesh16_many_to_one.yaml", "--set", "topology.radix=256", "--set",
        "workload.max_per_destination=256"}},
      {"Platform",
       {"platform", "platform/torus_4x4.yaml", "--set", "platform.limit=1000000000", "--set",
        "platform.tasks=[{name: a, master: dma0, from: 0, to: 0x10000, bytes: 64, work: 1000000000}]"}},
  };
}

class InterruptedRun : public testing::TestWithParam<LongRun> {
 protected:
  std::vector<std::string> arguments() const {
    std::vector<std::string> words = GetParam().arguments;
    words[1] = config(words[1]);
    words.insert(words.end(), {"--out", folder_.path().string()});
    return words;
  }

  TemporaryFolder folder_;
};

TEST_P(InterruptedRun, ReportsItsFiguresSoFar) {
  for (const int signal : {SIGINT, SIGTERM}) {
    RunningCommand run(arguments());
    run.wait_for_cpu_seconds(kUnderWay);
    run.send(signal);
    EXPECT_EQ(run.wait(), 128 + signal) << run.err();
    const std::string by = std::string("INTERRUPTED by ") + (signal == SIGINT ? "SIGINT" : "SIGTERM");
    EXPECT_NE(run.out().find(by + " after "), std::string::npos) << run.out();
    EXPECT_EQ(run.out().find("NOT AS EXPECTED"), std::string::npos) << run.out();
    const auto results = nlohmann::json::parse(contents_of(folder_ / "results.json"));
    EXPECT_EQ(results["outcome"], "interrupted");
    EXPECT_GT(results["cycles"], 0);
    EXPECT_TRUE(!results.contains("stable") || results["stable"].is_null());
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      EXPECT_NE(entry.path().extension(), ".part") << entry.path();
  }
}

INSTANTIATE_TEST_SUITE_P(All, InterruptedRun, testing::ValuesIn(long_runs()),
                         [](const auto& test) { return test.param.name; });

TEST(InterruptedRuns, CompleteTheirWaveform) {
  for (const std::string name : {"a.vcd", "a.fst"}) {
    const TemporaryFolder folder;
    RunningCommand run({"run", config("small/torus_8x8_duato.yaml"), "--set", "measure.cycles=1000000000000",
                        "--vcd", (folder / name).string(), "--vcd-nodes", "0"});
    run.wait_for_cpu_seconds(kUnderWay);
    run.send(SIGINT);
    EXPECT_EQ(run.wait(), 128 + SIGINT) << run.err();
    EXPECT_TRUE(std::filesystem::exists(folder / name));
    EXPECT_TRUE(std::filesystem::exists(folder / "a.gtkw"));
    EXPECT_EQ(folder.file_count(), 2U);
  }
}

TEST(InterruptedRuns, TheSecondSignalEndsThemAtOnceWithoutAPartOfAFile) {
  const TemporaryFolder folder;
  RunningCommand run({"run", config("small/torus_8x8_duato.yaml"), "--set", "measure.cycles=1000000000000",
                      "--vcd", (folder / "a.fst").string()});
  run.wait_for_cpu_seconds(3);  // So that vcd2fst takes a while.
  run.send(SIGTERM);
  while (!std::filesystem::exists(folder / "a.fst.part"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  run.send(SIGTERM);
  EXPECT_EQ(run.wait(), -SIGTERM);
  EXPECT_EQ(folder.file_count(), 0U);
}

TEST(InterruptedRuns, ALargeNetworkEndsWithinASecondOrTwo) {
  RunningCommand run({"run", config("small/torus_8x8_duato.yaml"), "--set", "topology.radix=[256, 256]",
                      "--set", "measure.cycles=1000000000000"});
  constexpr double kBefore = 4;
  run.wait_for_cpu_seconds(kBefore);
  run.send(SIGINT);
  EXPECT_EQ(run.wait(), 128 + SIGINT) << run.err();
  rusage used{};  // Of all threads; on a busy machine a second of them takes longer.
  getrusage(RUSAGE_CHILDREN, &used);
  EXPECT_LT(static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec), kBefore + 6);
}

}  // namespace
}  // namespace switchyard
