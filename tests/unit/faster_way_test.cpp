#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "tlm/faster_way.h"

namespace switchyard {
namespace {

/// Stands still but when told.
struct HandClock {
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<HandClock, duration>;
  static time_point now() { return time_point(time_); }
  static inline duration time_{};
};

/// How often each way was taken in so many steps, one of them slow.
std::vector<int> steps_by_way(int steps, int slow) {
  FasterWay<HandClock> way;
  std::vector<int> taken(2);
  const auto take = [&](int n) {
    ++taken[static_cast<std::size_t>(n)];
    HandClock::time_ += std::chrono::nanoseconds(n == slow ? 3 : 2);
  };
  for (int i = 0; i < steps; ++i) way.step([&] { take(0); }, [&] { take(1); });
  return taken;
}

TEST(FasterWay, TriesBothAndKeepsTheFasterOne) {
  EXPECT_EQ(steps_by_way(256, /*slow=*/0), (std::vector<int>{128, 128}));
  EXPECT_EQ(steps_by_way(8000, /*slow=*/0), (std::vector<int>{128, 7872}));
  EXPECT_EQ(steps_by_way(1500, /*slow=*/1), (std::vector<int>{1372, 128}));
}

/// The faster way loses the processor in three of eight stretches.
TEST(FasterWay, IsNotMisledByInterruptions) {
  FasterWay<HandClock> way;
  int taken = 0;
  int slow = 0;
  for (int i = 0; i < 8000; ++i) {
    way.step(
        [&] {
          HandClock::time_ += std::chrono::nanoseconds(3);
          ++slow;
        },
        [&] { HandClock::time_ += std::chrono::nanoseconds(taken++ % 50 == 5 ? 5000 : 2); });
  }
  EXPECT_EQ(slow, 128);
}

TEST(FasterWay, TriesAgain) {
  EXPECT_EQ(steps_by_way(256 + 8192 + 128, /*slow=*/0), (std::vector<int>{256, 8192 + 128}));
}

}  // namespace
}  // namespace switchyard
