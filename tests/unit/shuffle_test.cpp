#include "hw/base/shuffle.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

std::vector<int> shuffled(int count, RandomStream& random) {
  std::vector<int> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  shuffle(values, random);
  return values;
}

TEST(Shuffle, KeepsEveryValueOnce) {
  RandomStream random(1, 0, Purpose::Permutation);
  for (int count = 0; count < 40; ++count) {
    std::vector<int> values = shuffled(count, random);
    std::sort(values.begin(), values.end());
    for (int i = 0; i < count; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], i);
  }
}

TEST(Shuffle, MakesEveryOrderAsOften) {
  RandomStream random(2, 0, Purpose::Permutation);
  constexpr int kOrders = 24;
  constexpr int kDraws = 24'000;
  std::map<std::vector<int>, int> found;
  for (int i = 0; i < kDraws; ++i) ++found[shuffled(4, random)];
  ASSERT_EQ(found.size(), kOrders);
  for (const auto& [order, times] : found) EXPECT_NEAR(times, kDraws / kOrders, 160);  // Five deviations.
}

}  // namespace
}  // namespace switchyard
