#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/support/running_command.h"
#include "tests/support/sweep_command.h"

namespace switchyard {
namespace {

namespace fs = std::filesystem;

/// Waits for a file; false if it does not come.
bool comes(const fs::path& file) {
  for (int tries = 0; tries < 2000; ++tries) {
    if (fs::exists(file)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

std::vector<std::string> drafts_in(const fs::path& folder) {
  std::vector<std::string> drafts;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (name.ends_with(".part") || name.find(".tmp") != std::string::npos) drafts.push_back(entry.path());
  }
  return drafts;
}

std::string outcome_in(const fs::path& folder) {
  return nlohmann::json::parse(contents_of(folder / "results.json"))["outcome"];
}

class InterruptedSweep : public SweepCommand, public testing::WithParamInterface<int> {
 protected:
  int status() const { return 128 + GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(Signals, InterruptedSweep, testing::Values(SIGINT, SIGTERM),
                         [](const auto& test) { return std::string(sigabbrev_np(test.param)); });

TEST_P(InterruptedSweep, KeepsWhatIsDoneAndGoesOn) {
  // The second point would take hours; only the parent is told.
  const std::vector<std::string> axes{"--over", "measure.cycles=2000,1000000000000,3000", "-j", "1"};
  std::vector<std::string> arguments{"sweep", config_, "--out", out_.string()};
  arguments.insert(arguments.end(), axes.begin(), axes.end());
  RunningCommand command(arguments);
  ASSERT_TRUE(comes(out_ / "points" / "1" / "stderr"));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  command.send(GetParam());
  EXPECT_EQ(command.wait(), status()) << command.err();
  EXPECT_NE(command.err().find("1 of 3 points are done; the same command with --resume goes on"),
            std::string::npos)
      << command.err();
  const std::vector<Row> rows = table_of(out_ / "sweep.csv");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].at("measure.cycles"), "2000");
  EXPECT_TRUE(fs::exists(out_ / "sweep.png"));
  EXPECT_EQ(outcome_in(out_ / "points" / "1"), "interrupted");
  EXPECT_FALSE(fs::exists(out_ / "points" / "2")) << "a point was begun after the interruption";
  EXPECT_EQ(drafts_in(out_), std::vector<std::string>{});
}

TEST_P(InterruptedSweep, EndsASearchForSaturationToo) {
  RunningCommand command({"sweep", config_, "--out", out_.string(), "--saturation", "--set",
                          "measure.cycles=1000000000000", "-j", "2", "--over", "seed=1,2"});
  ASSERT_TRUE(comes(out_ / "points" / "1"));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  command.send(GetParam());
  EXPECT_EQ(command.wait(), status()) << command.err();
  EXPECT_NE(command.err().find("0 of 2 searches are done"), std::string::npos) << command.err();
  EXPECT_EQ(table_of(out_ / "saturation.csv").size(), 0U);
  EXPECT_EQ(drafts_in(out_), std::vector<std::string>{});
}

TEST_P(InterruptedSweep, TakesAGroupsSignalForOne) {
  // As a terminal does: to all processes at once. Those that get it twice must still end in good order.
  RunningCommand command({"sweep", config_, "--out", out_.string(), "--set", "measure.cycles=1000000000000",
                          "-j", "2", "--over", "seed=1,2"});
  ASSERT_TRUE(comes(out_ / "points" / "0" / "stderr"));
  ASSERT_TRUE(comes(out_ / "points" / "1" / "stderr"));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string line = contents_of(entry.path() / "cmdline");
    if (line.find(out_.string()) != std::string::npos && line.find("sweep") != 0)
      kill(std::stoi(entry.path().filename()), GetParam());
  }
  EXPECT_EQ(command.wait(), status()) << command.err();
  for (const char* point : {"0", "1"}) EXPECT_EQ(outcome_in(out_ / "points" / point), "interrupted");
}

TEST_P(InterruptedSweep, KilledByASecondSignalLeavesNoRun) {
  RunningCommand command({"sweep", config_, "--out", out_.string(), "--set", "measure.cycles=1000000000000",
                          "--level", "clocked", "--over", "seed=1,2"});
  ASSERT_TRUE(comes(out_ / "points" / "0" / "stderr"));
  command.send(GetParam());
  command.send(GetParam() == SIGINT ? SIGTERM : SIGINT);
  const int ended = command.wait();
  EXPECT_TRUE(ended == -SIGINT || ended == -SIGTERM) << ended;
}

TEST_P(InterruptedSweep, EndsACosimTooWithATableOfWhatIsCompared) {
  RunningCommand command({"cosim", config_, "--out", out_.string(), "--levels", "clocked", "--seeds", "2",
                          "--set", "measure.cycles=1000000000000", "-j", "2"});
  ASSERT_TRUE(comes(out_ / "clocked_1" / "stderr"));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  command.send(GetParam());
  EXPECT_EQ(command.wait(), status()) << command.err();
  EXPECT_NE(command.err().find("0 of 4 runs are compared"), std::string::npos) << command.err();
  EXPECT_NE(command.out().find("0 runs, 0 differ"), std::string::npos) << command.out();
  EXPECT_TRUE(fs::exists(out_ / "junit.xml"));
  EXPECT_EQ(drafts_in(out_), std::vector<std::string>{});
}

}  // namespace
}  // namespace switchyard
