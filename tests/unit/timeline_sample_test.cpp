#include "testbench/timeline/timeline_sample.h"

#include <gtest/gtest.h>

#include "testbench/timeline/timeline.h"

namespace switchyard {
namespace {

/// Sample n has n flits injected, 2 n over the channels of group 1, and n packets in flight at its end.
TimelineSample sample(std::uint64_t n, Cycle cycles = 10) {
  TimelineSample made;
  made.begin = n * cycles;
  made.end = made.begin + cycles;
  made.injected = n;
  made.ejected = 3 * n;
  made.crossed = {0, 2 * n};
  made.in_flight = n;
  made.waiting = 7 * n;
  return made;
}

TEST(TimelineSample, UsesAShareOfWhatItsLinksCarry) {
  const LinkGroups links{{{"a", 4}, {"b", 0.5}}, {}};
  TimelineSample made = sample(0);
  made.crossed = {20, 1};
  EXPECT_DOUBLE_EQ(made.utilisation(links, 0), 0.5);
  EXPECT_DOUBLE_EQ(made.utilisation(links, 1), 0.2);
  EXPECT_DOUBLE_EQ(made.utilisation(links), 21 / 45.0);
}

TEST(TimelineSample, WithoutLinksUsesNone) {
  TimelineSample made = sample(0);
  made.crossed = {};
  EXPECT_EQ(made.utilisation(LinkGroups{}), 0);
}

TEST(CondensedSamples, AreAtMostAThousandThatLeaveNothingOut) {
  for (const std::uint64_t count : {1U, 999U, 1000U, 1001U, 1500U, 1501U, 2000U, 2001U, 4321U, 100000U}) {
    SCOPED_TRACE(count);
    Condensed<TimelineSample> condensed(Timeline::kMaxDrawn);
    for (std::uint64_t n = 0; n < count; ++n) condensed.add(sample(n));
    const std::vector<TimelineSample>& kept = condensed.samples();
    EXPECT_LE(kept.size(), Timeline::kMaxDrawn);
    EXPECT_GE(kept.size(), std::min<std::size_t>(count, Timeline::kMaxDrawn / 2));
    Cycle end = 0;
    std::uint64_t injected = 0, ejected = 0, crossed = 0;
    for (const TimelineSample& some : kept) {
      EXPECT_EQ(some.begin, end);
      const Cycle each = kept[0].end - kept[0].begin;
      EXPECT_TRUE(&some == &kept.back() || some.end - some.begin == each);
      end = some.end;
      injected += some.injected;
      ejected += some.ejected;
      crossed += some.crossed[1];
      EXPECT_EQ(some.crossed[0], 0U);
      EXPECT_EQ(some.in_flight, some.end / 10 - 1);  // Of the last one in it.
      EXPECT_EQ(some.waiting, 7 * some.in_flight);
    }
    const std::uint64_t sum = count * (count - 1) / 2;
    EXPECT_EQ(end, 10 * count);
    EXPECT_EQ(injected, sum);
    EXPECT_EQ(ejected, 3 * sum);
    EXPECT_EQ(crossed, 2 * sum);
  }
}

}  // namespace
}  // namespace switchyard
