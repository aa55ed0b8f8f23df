#include "tlm/approximate/timetable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

/// Cycle by cycle.
struct Cycles {
  std::set<Cycle> taken;

  Cycle free(Cycle from) const {
    while (taken.contains(from)) ++from;
    return from;
  }
  Cycle gap(Cycle from, Cycle cycles) const {
    for (;; ++from) {
      const auto next = taken.lower_bound(from);
      if (next == taken.end() || *next >= from + std::min<Cycle>(cycles, 64)) return from;
    }
  }
  Timetable::Span fit(Cycle from, Cycle cycles) const {
    Timetable::Span span{free(from), from};
    for (; cycles != 0; --cycles) span.finish = free(span.finish) + 1;
    return span;
  }
  void take(Timetable::Span span) {
    for (Cycle at = span.start; at < span.finish; ++at) taken.insert(at);
  }
};

/// Several rows, near and far ahead, while time goes on; now and then so far that all is over.
TEST(Timetable, SaysWhatIsFreeAsACountOfCyclesDoes) {
  RandomStream random(1, 0, Purpose::Selection);
  for (int draw = 0; draw < 100; ++draw) {
    const std::uint32_t rows = draw % 5 == 0 ? 40 : 3;
    Timetable timetable(rows);
    std::vector<Cycles> cycles(rows);
    const std::uint32_t ahead = 1 + random.below(draw % 2 == 0 ? 50 : 1000);
    const std::uint32_t longest = 1 + random.below(draw % 3 == 0 ? 300 : 20);
    Cycle now = 0;
    for (int n = 0; n < 200; ++n) {
      now += random.below(20) == 0 ? random.below(3000) : random.below(20);
      timetable.forget(now);
      const std::uint32_t row = random.below(rows);
      const Cycle from = now + random.below(ahead);
      const Cycle size = 1 + random.below(longest);
      const Cycle gap = 1 + random.below(80);
      ASSERT_EQ(timetable.gap(row, from, gap), cycles[row].gap(from, gap));
      const Timetable::Span span = timetable.fit(row, from, size);
      const Timetable::Span expected = cycles[row].fit(from, size);
      ASSERT_EQ(span.start, expected.start);
      ASSERT_EQ(span.finish, expected.finish);
      timetable.take(row, span);
      cycles[row].take(span);
    }
  }
}

}  // namespace
}  // namespace switchyard
