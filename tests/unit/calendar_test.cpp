#include "tlm/approximate/calendar.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

using Handled = std::vector<std::pair<Cycle, int>>;

TEST(Calendar, HandlesEventsInTheOrderOfTheirCyclesThenOfTheirScheduling) {
  RandomStream random(1, 0, Purpose::Process);
  Calendar<int> calendar;
  std::multimap<Cycle, int> expected;  // Keeps the order of insertion among equals.
  int events = 0;
  const auto schedule = [&](Cycle at) {
    calendar.schedule(at, events);
    expected.emplace(at, events++);
  };
  for (int round = 0; round < 300; ++round) {
    for (std::uint32_t n = random.below(4); n > 0; --n)
      schedule(calendar.now() + (random.below(5) == 0 ? random.below(2000) : random.below(20)));
    ASSERT_EQ(calendar.empty(), expected.empty());
    if (!expected.empty()) {
      ASSERT_EQ(calendar.next(), expected.begin()->first);
    }
    const Cycle end = calendar.now() + random.below(random.below(4) == 0 ? 700 : 30);
    calendar.run(end, [&](Cycle now, int event) {
      ASSERT_FALSE(expected.empty());
      EXPECT_EQ(now, expected.begin()->first);
      EXPECT_EQ(event, expected.begin()->second);
      EXPECT_EQ(calendar.now(), now);
      expected.erase(expected.begin());
      if (random.below(3) == 0) schedule(now + random.below(3));  // In this cycle, too.
    });
    EXPECT_EQ(calendar.now(), end);
    EXPECT_TRUE(expected.empty() || expected.begin()->first >= end);
  }
}

TEST(Calendar, KeepsWhatIsWholeTurnsAheadInOneSlot) {
  Calendar<int> calendar;
  for (int turn = 4; turn >= 0; --turn) calendar.schedule(static_cast<Cycle>(256 * turn + 7), turn);
  Handled handled;
  calendar.run(10000, [&](Cycle now, int event) { handled.emplace_back(now, event); });
  EXPECT_EQ(handled, (Handled{{7, 0}, {263, 1}, {519, 2}, {775, 3}, {1031, 4}}));
}

}  // namespace
}  // namespace switchyard
