#include "hw/router/queues/central_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

void push(CentralQueue& queue, PacketId id) {
  Flit flit;
  flit.packet = id;
  queue.push(flit, /*preferred=*/0, /*escape=*/0);
}

std::vector<PacketId> eligible_ones(const CentralQueue& queue) {
  std::vector<PacketId> ids;
  for (auto cursor = queue.oldest(); !queue.at_end(cursor); queue.next(cursor)) {
    ids.push_back(queue.at(cursor).flit.packet);
  }
  return ids;
}

TEST(CentralQueue, ShowsItsEligiblePacketsInTheOrderOfTheirArrival) {
  std::vector<CentralQueue::Slot> slots(3);
  CentralQueue queue(slots);
  EXPECT_FALSE(queue.has_eligible());
  EXPECT_EQ(queue.front(), nullptr);
  for (const PacketId id : {4U, 5U, 6U}) push(queue, id);
  EXPECT_TRUE(queue.full());
  EXPECT_FALSE(queue.has_eligible());
  ASSERT_NE(queue.front(), nullptr);
  EXPECT_EQ(queue.front()->packet, 4U);
  queue.make_eligible(2);
  EXPECT_EQ(eligible_ones(queue), (std::vector<PacketId>{4, 5}));
  queue.make_eligible(1);
  EXPECT_EQ(eligible_ones(queue), (std::vector<PacketId>{4, 5, 6}));
}

TEST(CentralQueue, BehavesAsAListThroughRandomUse) {
  constexpr std::size_t kCapacity = 5;
  struct Item {
    PacketId id;
    bool eligible;
  };
  std::vector<CentralQueue::Slot> slots(kCapacity);
  CentralQueue queue(slots);
  std::deque<Item> list;
  RandomStream random(1, 0, Purpose::Process);
  PacketId next = 0;
  int removed_from_the_middle = 0;
  for (int step = 0; step < 20000; ++step) {
    const auto ineligible = static_cast<std::uint32_t>(
        std::count_if(list.begin(), list.end(), [](const Item& item) { return !item.eligible; }));
    const auto eligible = static_cast<std::uint32_t>(list.size()) - ineligible;
    switch (random.below(3)) {
      case 0:
        if (list.size() == kCapacity) break;
        push(queue, next);
        list.push_back({next++, false});
        break;
      case 1: {
        const bool all = random.below(8) == 0;
        const auto count = all ? ineligible : random.below(ineligible + 1);
        if (all) {
          queue.make_all_eligible();
        } else {
          queue.make_eligible(static_cast<int>(count));
        }
        for (std::uint32_t i = 0; i < count; ++i) list[eligible + i].eligible = true;
        break;
      }
      default: {
        if (eligible == 0) break;
        const auto place = random.below(eligible);
        auto cursor = queue.oldest();
        for (std::uint32_t i = 0; i < place; ++i) queue.next(cursor);
        ASSERT_EQ(queue.at(cursor).flit.packet, list[place].id);
        queue.remove(cursor);
        list.erase(list.begin() + place);
        if (place + 1 < eligible) {
          ASSERT_EQ(queue.at(cursor).flit.packet, list[place].id);
          ++removed_from_the_middle;
        } else {
          ASSERT_TRUE(queue.at_end(cursor));
        }
      }
    }
    std::vector<PacketId> expected;
    for (const Item& item : list) {
      if (item.eligible) expected.push_back(item.id);
    }
    ASSERT_EQ(eligible_ones(queue), expected) << "step " << step;
    ASSERT_EQ(queue.size(), static_cast<int>(list.size()));
    ASSERT_EQ(queue.full(), list.size() == kCapacity);
  }
  EXPECT_GT(removed_from_the_middle, 100);
}

}  // namespace
}  // namespace switchyard
