#include <gtest/gtest.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "hw/routing/destination_tag.h"
#include "hw/topology/builders.h"
#include "testbench/inspect/path_sets.h"

namespace switchyard {
namespace {

/// A network of 2^m terminals and 2^n x 2^n switches, and what trees do to its links.
struct TreesOn {
  TreesOn(int m, int n, Wiring wiring)
      : topology(build_multistage({wiring, TerminalId{1} << m, 1 << n})),
        routing(*topology.shape<Multistage>(), 1) {}

  std::vector<PathConflicts> of(int d, std::vector<TerminalId> roots, bool ascend, bool descend) const {
    TreeChoice choice;
    choice.descendants = 1 << d;
    choice.roots = std::move(roots);
    choice.ascend = ascend;
    choice.descend = descend;
    std::vector<PathConflicts> found;
    for (const PathSet& set : sets_of_trees(topology, choice))
      found.push_back(find_conflicts(topology, routing, set.paths));
    return found;
  }
  /// Whether all levels of these trees at once are free of conflicts.
  bool are_free(int d, std::vector<TerminalId> roots, bool ascend = true, bool descend = false) const {
    return of(d, std::move(roots), ascend, descend).back().conflicts == 0;
  }

  Topology topology;
  DestinationTag routing;
};

using Figures = std::vector<std::tuple<std::uint64_t, int, TerminalId, TerminalId>>;

/// Of a descent the ends change places.
Figures figures_of(const std::vector<PathConflicts>& sets, bool ascend) {
  Figures figures;
  for (const PathConflicts& set : sets) {
    const auto [from, to] = ascend ? std::pair(set.shared_sources, set.shared_destinations)
                                   : std::pair(set.shared_destinations, set.shared_sources);
    figures.emplace_back(set.conflicts, set.busiest, from, to);
  }
  return figures;
}

class ConflictsOfEveryRoot : public testing::TestWithParam<std::tuple<std::pair<int, int>, Wiring>> {};

/// Those of root 0 on the baseline network; in a level there are none.
TEST_P(ConflictsOfEveryRoot, AreTheSameBothWays) {
  const auto& [size, wiring] = GetParam();
  const auto& [m, n] = size;
  const TreesOn baseline(m, n, Wiring::Baseline);
  const TreesOn trees(m, n, wiring);
  for (int d = 1; d <= m; ++d) {
    const Figures expected = figures_of(baseline.of(d, {0}, true, false), true);
    for (std::size_t level = 0; level + 1 < expected.size(); ++level)
      EXPECT_EQ(std::get<0>(expected[level]), 0U) << d << ' ' << level;
    EXPECT_EQ(std::get<0>(expected.back()) != 0, d < m && d / 2 > n) << d;
    const Figures down = figures_of(baseline.of(d, {0}, false, true), false);
    EXPECT_EQ(std::get<0>(down.back()), std::get<0>(expected.back())) << d;
    for (TerminalId root = 0; root < TerminalId{1} << m; ++root) {
      EXPECT_EQ(figures_of(trees.of(d, {root}, true, false), true), expected) << d << ' ' << root;
      EXPECT_EQ(figures_of(trees.of(d, {root}, false, true), false), down) << d << ' ' << root;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, ConflictsOfEveryRoot,
                         testing::Combine(testing::Values(std::pair(4, 1), std::pair(4, 2), std::pair(5, 1),
                                                          std::pair(6, 1), std::pair(6, 2), std::pair(6, 3)),
                                          testing::Values(Wiring::Baseline, Wiring::ReverseBaseline,
                                                          Wiring::Omega, Wiring::Flip, Wiring::Butterfly,
                                                          Wiring::Cube)));

struct Pairs {
  int m;
  int n;
  std::vector<int> free;  ///< [d - 1]: how many roots go together with root 0.
};

/// Counted once more by the names of links, in a program that is not of this project. Most do not go
/// together.
TEST(TwoTreesAtOnce, AreFreeOfConflictsForFewPairsOfRoots) {
  for (const auto& [m, n, free] : std::vector<Pairs>{{4, 1, {1, 1, 1, 8}},
                                                     {4, 2, {1, 1, 3, 12}},
                                                     {6, 1, {3, 3, 1, 0, 0, 32}},
                                                     {6, 2, {3, 3, 3, 33, 33, 48}},
                                                     {6, 3, {3, 3, 3, 33, 35, 56}}}) {
    const TreesOn trees(m, n, Wiring::Baseline);
    for (int d = 1; d <= m; ++d) {
      int found = 0;
      for (TerminalId other = 1; other < TerminalId{1} << m; ++other) {
        const bool is_free = trees.are_free(d, {0, other});
        found += is_free;
        EXPECT_EQ(trees.are_free(d, {9, 9 ^ other}), is_free) << d << ' ' << other;
      }
      EXPECT_EQ(found, free[d - 1]) << m << ' ' << n << ' ' << d;
    }
  }
}

/// Two quadtrees go together exactly if the exclusive or of their roots reads the same backwards and is even.
TEST(TwoTreesAtOnce, OfFourDescendantsAreFreeWhereTheirRootsDifferSymmetrically) {
  for (const auto& [m, n] :
       {std::pair(4, 1), std::pair(4, 2), std::pair(6, 1), std::pair(6, 2), std::pair(6, 3)}) {
    const TreesOn trees(m, n, Wiring::Baseline);
    for (TerminalId other = 1; other < TerminalId{1} << m; ++other) {
      TerminalId backwards = 0;
      for (int bit = 0; bit < m; ++bit) backwards |= (other >> bit & 1) << (m - 1 - bit);
      EXPECT_EQ(trees.are_free(2, {0, other}), other % 2 == 0 && other == backwards)
          << m << ' ' << n << ' ' << other;
    }
  }
}

TEST(TreesBothWaysAtOnce, AreAlwaysInConflict) {
  for (const auto& [m, n] : {std::pair(4, 1), std::pair(4, 2), std::pair(5, 1), std::pair(6, 1),
                             std::pair(6, 2), std::pair(6, 3)}) {
    for (int d = 1; d <= m; ++d)
      EXPECT_FALSE(TreesOn(m, n, Wiring::Baseline).are_free(d, {0}, true, true)) << m << ' ' << n << ' ' << d;
  }
}

}  // namespace
}  // namespace switchyard
