#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// Processes with this path in their command line. Those that have ended have none.
std::vector<pid_t> processes_of(const std::filesystem::path& path) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    if (contents_of(entry.path() / "cmdline").find(path.string()) == std::string::npos) continue;
    found.push_back(std::stoi(entry.path().filename()));
  }
  return found;
}

/// Whether so many of them are there before long.
bool become(std::size_t count, const std::filesystem::path& path) {
  for (int tries = 0; tries < 1000; ++tries) {
    if (processes_of(path).size() == count) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// A sweep of two points that would take hours, both at once.
pid_t start_long_sweep(const std::filesystem::path& out) {
  std::vector<std::string> words{std::getenv("SWITCHYARD"),
                                 "sweep",
                                 (source_folder() / "configs/small/torus_8x8_duato.yaml").string(),
                                 "--set",
                                 "measure.cycles=1000000000000",
                                 "--over",
                                 "seed=1,2",
                                 "--jobs",
                                 "2",
                                 "--out",
                                 out.string()};
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t sweep = 0;
  if (posix_spawn(&sweep, argv[0], nullptr, nullptr, argv.data(), environ) != 0) return 0;
  return sweep;
}

class KilledSweep : public testing::TestWithParam<int> {};

TEST_P(KilledSweep, LeavesNoRunBehind) {
  const TemporaryFolder folder;
  signal(SIGINT, SIG_DFL);  // A shell that started the tests in the background has them ignore it.
  const pid_t sweep = start_long_sweep(folder.path());
  ASSERT_GT(sweep, 0);
  EXPECT_TRUE(become(3, folder.path())) << "the sweep and its two runs have not started";
  kill(sweep, GetParam());
  int status = 0;
  waitpid(sweep, &status, 0);
  if (GetParam() == SIGKILL) {
    EXPECT_EQ(WTERMSIG(status), SIGKILL);
  } else {
    EXPECT_EQ(WEXITSTATUS(status), 128 + GetParam());
  }
  EXPECT_TRUE(become(0, folder.path()));
  for (const pid_t left : processes_of(folder.path())) kill(left, SIGKILL);
}

INSTANTIATE_TEST_SUITE_P(Signals, KilledSweep, testing::Values(SIGINT, SIGTERM, SIGKILL),
                         [](const auto& test) { return std::string(sigabbrev_np(test.param)); });

}  // namespace
}  // namespace switchyard
