#include "hw/base/random_stream.h"

#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/chi_square.h"

namespace switchyard {
namespace {

constexpr int kDraws = 20000;

/// Whether draws on 0 .. bound - 1 are as even as uniform ones are but for one time in a million.
template <class Draw>
bool looks_uniform(std::uint32_t bound, Draw&& draw) {
  std::vector<double> hits(bound, 0);
  for (int i = 0; i < kDraws; ++i) ++hits.at(draw());
  const std::vector<double> expected(bound, static_cast<double>(kDraws) / bound);
  return chi_square(hits, expected) < chi_square_limit(bound - 1);
}

/// Whether pairs of draws on 0 .. 7 fill the 64 squares evenly, as those of independent streams do.
template <class First, class Second>
bool look_independent(First&& first, Second&& second) {
  return looks_uniform(64, [&] {
    const std::uint32_t high = 8 * first();
    return high + second();
  });
}

TEST(RandomStream, IsSplitMix64) {  // The published generator's first outputs for state 0.
  EXPECT_EQ(mix64(0x9e3779b97f4a7c15ULL), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(mix64(2 * 0x9e3779b97f4a7c15ULL), 0x6e789e6aa1b965f4ULL);
}

TEST(RandomStream, DrawsBelowAnyBoundAreUniform) {
  for (const std::uint32_t bound : {2u, 3u, 7u, 10u, 64u, 255u}) {
    RandomStream stream(1, 0, Purpose::Destination);
    EXPECT_TRUE(looks_uniform(bound, [&] { return stream.below(bound); })) << bound;
  }
}

TEST(RandomStream, ABiasedDrawFailsTheTestOfUniformity) {
  RandomStream stream(1, 0, Purpose::Destination);
  EXPECT_FALSE(looks_uniform(10, [&] { return stream.below(64) % 10; }));
}

TEST(RandomStream, TheOnlyDrawBelowOneIsZero) {
  RandomStream stream(1, 0, Purpose::Destination);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(stream.below(1), 0u);
}

TEST(RandomStream, UnitDrawsFillTheIntervalEvenlyAndNeverReachOne) {
  RandomStream stream(1, 0, Purpose::Arrival);
  EXPECT_TRUE(looks_uniform(100, [&] { return static_cast<std::uint32_t>(stream.unit() * 100); }));
}

TEST(RandomStream, TheFirstDrawIsUniformOverNodesAndOverSeeds) {
  NodeId node = 0;
  EXPECT_TRUE(looks_uniform(10, [&] { return RandomStream(1, node++, Purpose::Arrival).below(10); }));
  std::uint64_t seed = 0;
  EXPECT_TRUE(looks_uniform(10, [&] { return RandomStream(seed++, 0, Purpose::Arrival).below(10); }));
}

TEST(RandomStream, StreamsThatDifferInAnyPartOfTheKeyAreIndependent) {
  const RandomStream others[] = {
      {1, 5, Purpose::Arrival}, {2, 4, Purpose::Arrival}, {1, 4, Purpose::Length}, {4, 1, Purpose::Arrival}};
  for (RandomStream other : others) {
    RandomStream stream(1, 4, Purpose::Arrival);
    EXPECT_TRUE(look_independent([&] { return stream.below(8); }, [&] { return other.below(8); }));
  }
}

TEST(RandomStream, AStreamIsNotIndependentOfItself) {
  RandomStream stream(1, 4, Purpose::Arrival);
  RandomStream twin = stream;
  EXPECT_FALSE(look_independent([&] { return stream.below(8); }, [&] { return twin.below(8); }));
}

TEST(RandomStream, NoTwoKeysShareTheirFirstDraw) {
  std::set<std::uint64_t> draws;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    for (NodeId node = 0; node < 64; ++node) {
      for (const Purpose purpose : {Purpose::Arrival, Purpose::Destination, Purpose::Length}) {
        EXPECT_TRUE(draws.insert(RandomStream(seed, node, purpose).next()).second);
      }
    }
  }
}

TEST(RandomStream, ADrawDoesNotDependOnTheDrawsOfOtherStreams) {
  RandomStream alone(7, 3, Purpose::Selection);
  RandomStream among_others(7, 3, Purpose::Selection);
  RandomStream other(7, 4, Purpose::Selection);
  for (int i = 0; i < 100; ++i) {
    for (int j = 0; j < i % 3; ++j) other.next();
    EXPECT_EQ(among_others.next(), alone.next());
  }
}

TEST(RandomStream, ChooseDrawsAsBelowDoesButOnlyWhereThereIsAChoice) {
  RandomStream chosen(4, 1, Purpose::Selection);
  RandomStream drawn(4, 1, Purpose::Selection);
  for (const std::uint32_t bound : {1U, 2U, 9U, 1U, 1U, 300U, 2U, 1U, 7U}) {
    EXPECT_EQ(chosen.choose(bound), bound == 1 ? 0 : drawn.below(bound));
  }
  EXPECT_EQ(chosen.next(), drawn.next());
}

}  // namespace
}  // namespace switchyard
