#include "testbench/sweep/saturation.h"

#include <set>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

Decimal decimal(const char* text) { return *Decimal::parse(text); }

TEST(Saturation, IsFoundWhereverItLies) {
  const Decimal tolerance = decimal("0.01");
  for (int limit = 0; limit <= 100; ++limit) {
    const Decimal expected{limit * tolerance.billionths};
    std::set<Decimal> asked;
    const Decimal found = *find_saturation(tolerance, [&](Decimal load) {
      EXPECT_TRUE(asked.insert(load).second) << load.to_string() << " was asked for twice";
      return load <= expected;
    });
    EXPECT_EQ(found, expected) << found.to_string();
    EXPECT_LE(asked.size(), max_saturation_probes(tolerance));
  }
}

TEST(Saturation, NeverAsksForNoLoadNorForMoreThanOne) {
  for (const char* tolerance : {"0.3", "0.005", "1"}) {
    for (const bool always : {false, true}) {
      find_saturation(decimal(tolerance), [&](Decimal load) {
        EXPECT_GT(load, decimal("0"));
        EXPECT_LE(load, decimal("1"));
        return always;
      });
    }
  }
}

TEST(Saturation, IsNotFoundOnceThereIsNoAnswer) {
  int asked = 0;
  EXPECT_FALSE(find_saturation(decimal("0.01"), [&](Decimal) -> std::optional<bool> {
    if (++asked == 3) return std::nullopt;
    return true;
  }));
  EXPECT_EQ(asked, 3);
}

TEST(Saturation, TakesABinaryDigitOfTheLoadPerRun) {
  EXPECT_EQ(max_saturation_probes(decimal("0.005")), 8);
  EXPECT_EQ(max_saturation_probes(decimal("1")), 1);
}

}  // namespace
}  // namespace switchyard
