#include "hw/base/ring_index.h"

#include <cstdint>
#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

TEST(RingIndex, FindsTheElementsOfAQueueInTheOrderInWhichTheyCame) {
  RandomStream random(5, 0, Purpose::Selection);
  for (const std::size_t capacity : {1, 2, 5, 8, 255}) {
    RingIndex<std::uint8_t> ring;
    std::vector<int> slots(capacity, -1);
    std::deque<int> expected;
    for (int i = 0; i < 5000; ++i) {
      const bool pushes = random.below(2) == 0;
      if (pushes && expected.size() < capacity) {
        const std::size_t slot = ring.push(capacity);
        ASSERT_LT(slot, capacity);
        slots[slot] = i;
        expected.push_back(i);
      } else if (!pushes && !expected.empty()) {
        ring.pop(capacity);
        expected.pop_front();
      }
      ASSERT_EQ(ring.size(), expected.size());
      ASSERT_EQ(ring.empty(), expected.empty());
      if (!expected.empty()) {
        ASSERT_EQ(slots[ring.front()], expected.front());
      }
      for (std::size_t place = 0; place < expected.size(); ++place)
        ASSERT_EQ(slots[ring.slot(place, capacity)], expected[place]) << capacity;
    }
  }
}

TEST(RingIndex, AfterResetItIsEmptyAtTheFirstSlot) {
  RingIndex<std::uint16_t> ring;
  for (int i = 0; i < 3; ++i) ring.push(4);
  ring.pop(4);
  ring.reset();
  EXPECT_TRUE(ring.empty());
  EXPECT_EQ(ring.push(4), 0U);
}

TEST(RingIndex, ThePlaceAfterTheLastIsTheFirst) {
  EXPECT_EQ(next_in_ring(0, 3), 1);
  EXPECT_EQ(next_in_ring(2, 3), 0);
  EXPECT_EQ(next_in_ring(0, 1), 0);
  EXPECT_EQ(next_in_ring(std::uint8_t{254}, 255), 0);
}

}  // namespace
}  // namespace switchyard
