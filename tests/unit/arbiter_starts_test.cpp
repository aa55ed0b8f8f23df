#include "hw/alloc/arbiter_starts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "hw/router/vc/switch_starts.h"

namespace switchyard {
namespace {

std::vector<int> first_starts(const ArbiterStarts& starts, int requesters) {
  std::vector<int> drawn;
  for (int arbiter = 0; arbiter < 40; ++arbiter) drawn.push_back(starts.of(arbiter, requesters));
  return drawn;
}

ArbiterStarts random_starts(std::uint64_t seed, NodeId node) { return {ArbiterStart::Random, seed, node}; }

TEST(ArbiterStarts, AreZeroEverywhereIfTheyAreEqual) {
  EXPECT_EQ(first_starts({ArbiterStart::Equal, 7, 3}, 5), std::vector<int>(40, 0));
}

TEST(ArbiterStarts, AreTheSameAgainForTheSameSeedAndNode) {
  EXPECT_EQ(first_starts(random_starts(7, 3), 5), first_starts(random_starts(7, 3), 5));
}

TEST(ArbiterStarts, DifferFromNodeToNodeAndFromSeedToSeed) {
  std::set<std::vector<int>> seen;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (NodeId node = 0; node < 8; ++node) seen.insert(first_starts(random_starts(seed, node), 5));
  }
  EXPECT_EQ(seen.size(), 64);
}

/// Of two arbiters of one node, all pairs of starts are as frequent: 25 cells, 24 degrees of freedom, and
/// chi-square is above 51.2 once in a thousand times.
TEST(ArbiterStarts, OfTwoArbitersAreIndependentAndUniform) {
  constexpr int kRequesters = 5;
  constexpr int kNodes = 25 * 400;
  for (const int other : {1, 2, 31, 32, 33}) {
    std::vector<int> cells(kRequesters * kRequesters, 0);
    for (NodeId node = 0; node < kNodes; ++node) {
      const ArbiterStarts starts = random_starts(11, node);
      ++cells[static_cast<std::size_t>(starts.of(0, kRequesters) * kRequesters +
                                       starts.of(other, kRequesters))];
    }
    double chi_square = 0;
    for (const int count : cells) chi_square += (count - 400.0) * (count - 400.0) / 400.0;
    EXPECT_LT(chi_square, 51.2) << "arbiters 0 and " << other;
  }
}

TEST(SwitchStarts, AreWithinTheRequestersOfTheirArbiters) {
  const auto below = [](const std::vector<int>& starts, int ports, int requesters) {
    return starts.size() == static_cast<std::size_t>(ports) &&
           std::all_of(starts.begin(), starts.end(), [&](int s) { return s >= 0 && s < requesters; });
  };
  for (NodeId node = 0; node < 200; ++node) {
    const int ports = 2 + static_cast<int>(node % 31);
    const int vcs = 2 + static_cast<int>(node % 15);
    const SwitchStarts starts = SwitchStarts::draw(random_starts(5, node), ports, vcs);
    EXPECT_TRUE(below(starts.links, ports, vcs));
    EXPECT_TRUE(below(starts.input_vcs, ports, vcs));
    EXPECT_TRUE(below(starts.allocator_inputs, ports, ports));
    EXPECT_TRUE(below(starts.allocator_outputs, ports, ports));
    EXPECT_TRUE(below(starts.va_vcs, ports, vcs));
    EXPECT_TRUE(below({starts.va_port, starts.selection}, 2, ports));
  }
}

TEST(SwitchStarts, NumberEveryArbiterOnce) {
  const ArbiterStarts starts = random_starts(5, 9);
  const SwitchStarts drawn = SwitchStarts::draw(starts, 3, 4);
  int arbiter = ArbiterStarts::kRouter;
  std::vector<int> expected;
  for (const int requesters : {4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 3})
    expected.push_back(starts.of(arbiter++, requesters));
  std::vector<int> in_order;
  for (const auto* bank : {&drawn.links, &drawn.input_vcs, &drawn.allocator_inputs, &drawn.allocator_outputs})
    in_order.insert(in_order.end(), bank->begin(), bank->end());
  in_order.push_back(drawn.va_port);
  in_order.insert(in_order.end(), drawn.va_vcs.begin(), drawn.va_vcs.end());
  in_order.push_back(drawn.selection);
  EXPECT_EQ(in_order, expected);
}

}  // namespace
}  // namespace switchyard
