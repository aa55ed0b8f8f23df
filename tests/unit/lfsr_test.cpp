#include "hw/alloc/lfsr.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/chi_square.h"

namespace switchyard {
namespace {

TEST(Lfsr, RunsThroughEveryStateButZero) {
  constexpr std::uint32_t kSeed = 0x5a5a5a;
  Lfsr lfsr(kSeed);
  std::uint32_t period = 0;
  std::uint32_t zeros = 0;
  do {
    lfsr.shift();
    zeros += lfsr.state() == 0 ? 1 : 0;
    ++period;
  } while (lfsr.state() != kSeed && period <= Lfsr::kPeriod);
  EXPECT_EQ(period, Lfsr::kPeriod);
  EXPECT_EQ(zeros, 0U);
}

TEST(Lfsr, ADrawIsSixteenShiftsOfTheRegister) {
  RandomStream random(1, 0, Purpose::Selection);
  for (int round = 0; round < 1000; ++round) {
    const std::uint32_t seed = 1 + random.below(Lfsr::kPeriod);
    Lfsr lfsr(seed);
    Lfsr bits(seed);
    std::uint32_t expected = 0;
    for (int i = 0; i < 16; ++i) expected = expected << 1 | bits.shift();
    EXPECT_EQ(lfsr.draw(), expected) << seed;
    EXPECT_EQ(lfsr.state(), bits.state()) << seed;
  }
  EXPECT_NE(Lfsr::kPeriod % 2, 0U);  // So draws have the period of the register.
}

TEST(Lfsr, ChoosesAsBelowButDrawsOnlyWhereThereIsAChoice) {
  Lfsr chooses(99);
  Lfsr draws(99);
  for (std::uint32_t bound = 1; bound < 40; ++bound) {
    const std::uint32_t expected = bound == 1 ? 0 : draws.below(bound);
    EXPECT_EQ(chooses.choose(bound), expected) << bound;
    EXPECT_EQ(chooses.state(), draws.state()) << bound;
  }
}

TEST(Lfsr, IsUniformBelowAnyBound) {
  Lfsr lfsr(7);
  for (const std::uint32_t bound : {1U, 2U, 5U, 7U, 64U}) {
    constexpr int kDraws = 100000;
    std::vector<double> counts(bound, 0);
    for (int i = 0; i < kDraws; ++i) ++counts.at(lfsr.below(bound));
    const std::vector<double> expected(bound, kDraws / static_cast<double>(bound));
    if (bound == 1) continue;
    EXPECT_LT(chi_square(counts, expected), chi_square_limit(bound - 1)) << bound;
  }
}

}  // namespace
}  // namespace switchyard
