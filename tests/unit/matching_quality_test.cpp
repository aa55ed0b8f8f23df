#include "testbench/matching/matching_quality.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

using Kind = AllocatorConfig::Kind;

constexpr int kCycles = 2000;

constexpr Kind kKinds[] = {Kind::SeparableInputFirst, Kind::SeparableOutputFirst, Kind::Wavefront,
                           Kind::Islip, Kind::Maximum};

double quality(Kind kind, const RandomRequests& requests, int iterations = 1, std::uint64_t seed = 1) {
  return matching_quality({kind, {}, iterations}, requests, kCycles, seed);
}

/// One VC asks for one output: inputs do not choose, and whoever is asked grants.
TEST(MatchingQuality, OfOneVcPerInputIsOneWhateverTheAllocator) {
  for (const Kind kind : kKinds)
    for (const double rate : {0.1, 0.5, 1.0}) EXPECT_EQ(quality(kind, {5, 1, rate}), 1);
}

TEST(MatchingQuality, OfTheMaximumIsOne) { EXPECT_EQ(quality(Kind::Maximum, {10, 8, 0.7}), 1); }

TEST(MatchingQuality, OfNoRequestsIsOne) { EXPECT_EQ(quality(Kind::Wavefront, {5, 4, 0}), 1); }

/// A maximal matching has at least half of the pairs of a maximum one.
TEST(MatchingQuality, OfMaximalMatchingsIsAboveThatOfOneIteration) {
  for (const int vcs : {2, 4, 8}) {
    const RandomRequests requests{10, vcs, 0.5};
    const double of_one = quality(Kind::Islip, requests);
    EXPECT_LT(of_one, quality(Kind::Islip, requests, 2));
    EXPECT_LT(of_one, quality(Kind::Wavefront, requests));
    EXPECT_GT(quality(Kind::Wavefront, requests), 0.5);
    EXPECT_LT(quality(Kind::Wavefront, requests), 1);
  }
  EXPECT_GT(quality(Kind::SeparableInputFirst, {10, 4, 0.01}), 0.99);
}

/// Both inputs ask for both outputs: one iteration of fixed arbiters grants one pair of two.
TEST(MatchingQuality, OfFixedArbitersThatAgreeIsHalf) {
  const AllocatorConfig fixed{Kind::SeparableInputFirst, AllocatorConfig::Arbiter::Fixed};
  EXPECT_EQ(matching_quality(fixed, {2, 64, 1}, 100, 1), 0.5);
}

TEST(MatchingQuality, IsTheSameForTheSameSeedOnly) {
  const RandomRequests requests{5, 4, 0.5};
  EXPECT_EQ(quality(Kind::Islip, requests), quality(Kind::Islip, requests));
  EXPECT_NE(quality(Kind::Islip, requests), quality(Kind::Islip, requests, 1, 2));
}

}  // namespace
}  // namespace switchyard
