#include "testbench/sweep/saturation.h"

#include <map>
#include <random>
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
    const auto [stable, unstable] = *find_saturation(tolerance, [&](Decimal load) {
      EXPECT_TRUE(asked.insert(load).second) << load.to_string() << " was asked for twice";
      return load <= expected ? Stability::Stable : Stability::Unstable;
    });
    EXPECT_EQ(stable, expected) << stable.to_string();
    EXPECT_EQ(unstable.billionths, expected.billionths + tolerance.billionths);
    EXPECT_LE(asked.size(), max_saturation_probes(tolerance));
  }
}

TEST(Saturation, IsBracketedWhereLoadsAreUndecided) {
  const Decimal tolerance = decimal("0.01");
  for (int stable = 0; stable <= 100; ++stable) {
    for (int unstable = stable + 1; unstable <= 101; ++unstable) {
      std::set<Decimal> asked;
      const auto found = *find_saturation(tolerance, [&](Decimal load) {
        EXPECT_TRUE(asked.insert(load).second) << load.to_string() << " was asked for twice";
        if (load.billionths <= stable * tolerance.billionths) return Stability::Stable;
        return load.billionths < unstable * tolerance.billionths ? Stability::Undecided : Stability::Unstable;
      });
      ASSERT_EQ(found.stable.billionths, stable * tolerance.billionths) << stable << ", " << unstable;
      ASSERT_EQ(found.unstable.billionths, unstable * tolerance.billionths) << stable << ", " << unstable;
      ASSERT_LE(asked.size(), 2 * max_saturation_probes(tolerance));
    }
  }
}

TEST(Saturation, EndsWhateverTheAnswersAre) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    std::map<Decimal, Stability> answers;
    const auto found = *find_saturation(decimal("0.01"), [&](Decimal load) {
      EXPECT_FALSE(answers.contains(load)) << load.to_string() << " was asked for twice";
      return answers[load] = static_cast<Stability>(random() % 3);
    });
    EXPECT_EQ(answers.emplace(found.stable, Stability::Stable).first->second, Stability::Stable);
    EXPECT_EQ(answers.emplace(found.unstable, Stability::Unstable).first->second, Stability::Unstable);
    for (const auto& [load, answer] : answers) {
      const bool between = found.stable < load && load < found.unstable;
      EXPECT_TRUE(!between || answer == Stability::Undecided) << load.to_string();
    }
  }
}

TEST(Saturation, NeverAsksForNoLoadNorForMoreThanOne) {
  for (const char* tolerance : {"0.3", "0.005", "1"}) {
    for (const Stability always : {Stability::Stable, Stability::Unstable, Stability::Undecided}) {
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
  EXPECT_FALSE(find_saturation(decimal("0.01"), [&](Decimal) -> std::optional<Stability> {
    if (++asked == 3) return std::nullopt;
    return Stability::Stable;
  }));
  EXPECT_EQ(asked, 3);
}

TEST(Saturation, TakesABinaryDigitOfTheLoadPerRun) {
  EXPECT_EQ(max_saturation_probes(decimal("0.005")), 8);
  EXPECT_EQ(max_saturation_probes(decimal("1")), 1);
}

}  // namespace
}  // namespace switchyard
