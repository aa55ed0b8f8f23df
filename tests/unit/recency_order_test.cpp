#include "hw/alloc/recency_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "hw/alloc/matrix_arbiter.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

/// Who of these comes first in the order.
template <std::size_t kMax>
int first_of(const RecencyOrder<kMax>& order, std::uint64_t members) {
  int first = lowest_bit(members);
  for_each_bit(members, [&](int m) { first = order.rank(m) < order.rank(first) ? m : first; });
  return first;
}

TEST(RecencyOrder, IsThatOfAMatrixArbiter) {
  Dice dice(1);
  for (int round = 0; round < 200; ++round) {
    const int members = dice.between(1, 32);
    const int start = dice.between(0, members - 1);
    RecencyOrder<32> order;
    MatrixArbiter arbiter(members);
    order.reset(members, start);
    arbiter.reset(start);
    for (int use = 0; use < 100; ++use) {
      const auto asking =
          bit<std::uint64_t>(dice.between(0, members - 1)) |
          (RandomStream(1, 0, Purpose::Process).after(use).next() & low_bits<std::uint64_t>(members));
      const int winner = arbiter.pick(asking);
      ASSERT_EQ(first_of(order, asking), winner);
      const int taken = dice.chance(0.5) ? winner : dice.between(0, members - 1);
      arbiter.accept(taken);
      order.take(taken);
    }
  }
}

TEST(RecencyOrder, BeginsAtTheStartAndGoesRound) {
  RecencyOrder<8> order;
  order.reset(5, 3);
  std::vector<int> members{0, 1, 2, 3, 4};
  std::sort(members.begin(), members.end(), [&](int a, int b) { return order.rank(a) < order.rank(b); });
  EXPECT_EQ(members, (std::vector<int>{3, 4, 0, 1, 2}));
}

}  // namespace
}  // namespace switchyard
