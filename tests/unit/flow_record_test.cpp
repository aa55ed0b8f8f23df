#include "testbench/monitor/flow_record.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

/// The totals of a cycle: a source that creates a flit in every cycle, of which half have arrived.
FlowTotals totals_at(Cycle now) { return {{now}, {now / 2}, now, 3 * now}; }

FlowRecord record_until(Cycle begin, Cycle step, Cycle end) {
  FlowRecord record(begin, step);
  while (record.next() <= end) record.add(totals_at(record.next()));
  return record;
}

TEST(FlowRecord, HoldsEqualStepsOfARunOfAnyLength) {
  for (const Cycle begin : {0, 7, 5000}) {
    for (const Cycle step : {1, 3, 10}) {
      for (const Cycle length : {1, 63, 127, 128, 129, 500, 12345, 100000}) {
        const FlowRecord record = record_until(begin, step, begin + length);
        for (std::size_t sample = 0; sample <= record.steps(); ++sample)
          ASSERT_EQ(record.packets(sample), begin + sample * record.step()) << length;
        for (std::size_t k = 0; k < record.steps(); ++k)
          ASSERT_EQ(record.created(k, 0), record.step()) << length;
        const Cycle recorded = record.steps() * record.step();
        EXPECT_LE(recorded, length);
        EXPECT_GT(recorded + record.step(), length) << "a sample that was due is missing";
        EXPECT_EQ(record.next(), begin + recorded + record.step());
      }
    }
  }
}

TEST(FlowRecord, HasBetween64And128StepsOnceItHasHad64) {
  FlowRecord record(0, 1);
  for (int added = 0; added < 100000; ++added) {
    record.add(totals_at(record.next()));
    ASSERT_LT(record.steps(), FlowRecord::kMaxSteps);
    if (added >= 64) {
      ASSERT_GE(record.steps(), FlowRecord::kMaxSteps / 2);
    }
  }
}

TEST(FlowRecord, TellsWhatASourceHasWaitingOrUnderWay) {
  FlowRecord record(0, 10);
  record.add({{5, 8}, {5, 2}, 0, 0});
  EXPECT_EQ(record.backlog(0, 0), 0U);
  EXPECT_EQ(record.backlog(0, 1), 6U);
}

TEST(FlowRecord, DoesNotMindMoreFlitsThanAWordHolds) {
  constexpr std::uint64_t kWord = std::uint64_t{1} << 32;
  FlowRecord record(0, 10);
  record.add({{kWord - 3}, {kWord - 8}, 0, 0});
  record.add({{kWord + 4}, {kWord - 2}, 0, 0});
  EXPECT_EQ(record.backlog(0, 0), 5U);
  EXPECT_EQ(record.backlog(1, 0), 6U);
  EXPECT_EQ(record.created(0, 0), 7U);
}

}  // namespace
}  // namespace switchyard
