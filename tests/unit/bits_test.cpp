#include "hw/base/bits.h"

#include <vector>

#include <gtest/gtest.h>

#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {
namespace {

std::vector<int> visited_from(PortMask mask, int start) {
  std::vector<int> visited;
  for_each_bit_from(mask, start, [&](int index) { visited.push_back(index); });
  return visited;
}

TEST(Bits, LowBitsFillAMaskFromNothingToItsFullWidth) {
  EXPECT_EQ(low_bits<VcMask>(0), 0);
  EXPECT_EQ(low_bits<VcMask>(3), 0b111);
  EXPECT_EQ(low_bits<VcMask>(15), 0x7fff);
  EXPECT_EQ(low_bits<VcMask>(16), 0xffff);
  EXPECT_EQ(low_bits<PortMask>(31), 0x7fffffffu);
  EXPECT_EQ(low_bits<PortMask>(32), 0xffffffffu);
}

TEST(Bits, TheTopBitIsABitLikeAnyOther) {
  EXPECT_EQ(bit<VcMask>(15), 0x8000);
  EXPECT_EQ(bit<PortMask>(31), 0x80000000u);
  EXPECT_EQ(lowest_bit(bit<VcMask>(15)), 15);
  EXPECT_EQ(lowest_bit(bit<PortMask>(31)), 31);
}

TEST(Bits, EveryBitIsVisitedLowestFirst) {
  std::vector<int> visited;
  for_each_bit(VcMask{0b1000000000100101}, [&](int index) { visited.push_back(index); });
  EXPECT_EQ(visited, (std::vector{0, 2, 5, 15}));
  for_each_bit(VcMask{0}, [](int) { ADD_FAILURE() << "an empty mask has no bits"; });
}

TEST(Bits, AVisitFromTheMiddleWrapsRound) {
  EXPECT_EQ(visited_from(0b101101, 3), (std::vector{3, 5, 0, 2}));
  EXPECT_EQ(visited_from(0b101101, 4), (std::vector{5, 0, 2, 3}));
}

TEST(Bits, AVisitFromEitherEndIsInOrder) {
  EXPECT_EQ(visited_from(0x80000001u, 0), (std::vector{0, 31}));
  EXPECT_EQ(visited_from(0x80000001u, 31), (std::vector{31, 0}));
  EXPECT_EQ(visited_from(0x80000001u, 32), (std::vector{0, 31}));
}

TEST(Bits, CountsAndFindsTheNthSetBitOfAnyMask) {
  RandomStream random(3, 0, Purpose::Selection);
  for (int i = 0; i < 10000; ++i) {
    const auto mask = static_cast<std::uint32_t>(random.next() & random.next());
    int count = 0;
    for_each_bit(mask, [&](int b) {
      EXPECT_EQ(nth_bit(mask, count), b) << mask;
      EXPECT_LE(b, highest_bit(mask));
      ++count;
    });
    EXPECT_EQ(count_bits(mask), count) << mask;
    if (mask == 0) continue;
    EXPECT_EQ(nth_bit(mask, count - 1), highest_bit(mask));
  }
}

}  // namespace
}  // namespace switchyard
