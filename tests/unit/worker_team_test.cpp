#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tlm/worker_team.h"

namespace switchyard {
namespace {

TEST(WorkerTeam, EveryWorkerDoesItsPartOfEveryStepOnItsThread) {
  std::vector<int> steps(3);
  std::vector<std::thread::id> threads(3);
  WorkerTeam team(3, [&](std::size_t w) {
    ++steps[w];
    threads[w] = std::this_thread::get_id();
  });
  ASSERT_EQ(team.size(), 3U);
  for (int step = 1; step <= 1000; ++step) {
    team.run();
    ASSERT_EQ(steps, std::vector<int>(3, step));
  }
  EXPECT_EQ(threads[0], std::this_thread::get_id());
  EXPECT_NE(threads[1], threads[0]);
  EXPECT_NE(threads[1], threads[2]);
}

TEST(WorkerTeam, WakesUpAfterAPause) {
  int steps = 0;
  WorkerTeam team(2, [&](std::size_t w) {
    if (w == 1) ++steps;
  });
  for (int step = 1; step <= 3; ++step) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));  // They have gone to sleep.
    team.run();
    EXPECT_EQ(steps, step);
  }
}

TEST(WorkerTeam, SaysWhetherTheOthersWereLater) {
  std::atomic<bool> first_done;
  WorkerTeam team(2, [&](std::size_t w) {
    if (w == 0) {
      first_done = true;
    } else {
      while (!first_done) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  });
  EXPECT_TRUE(team.run());
}

TEST(WorkerTeam, ThrowsWhatTheFirstOfThemThrewWhenAllHaveFinished) {
  int finished = 0;
  int step = 0;
  WorkerTeam team(3, [&](std::size_t w) {
    if (step == 1 && w != 0) throw std::runtime_error(std::to_string(w));
    if (w == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ++finished;
    }
  });
  team.run();
  step = 1;
  try {
    team.run();
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "1");
  }
  step = 2;
  EXPECT_NO_THROW(team.run()) << "what was thrown is forgotten";
  EXPECT_EQ(finished, 3);
}

}  // namespace
}  // namespace switchyard
