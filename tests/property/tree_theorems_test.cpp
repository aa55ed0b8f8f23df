#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "hw/analysis/path_conflicts.h"
#include "hw/routing/destination_tag.h"
#include "hw/topology/builders.h"

namespace switchyard {
namespace {

/// The theorems of Lin and others (1990) as they are printed, with the functions of the paper written down
/// once more, and every two paths compared by the links of an elaborated network.
class Theorems : public testing::TestWithParam<std::pair<int, int>> {  // m and n.
 protected:
  const int m_ = GetParam().first;
  const TerminalId count_ = TerminalId{1} << m_;
  const Topology topology_ = build_multistage({Wiring::Baseline, count_, 1 << GetParam().second});
  const DestinationTag routing_{*topology_.shape<Multistage>(), 1};

  TerminalId rho(TerminalId x) const {
    TerminalId reversed = 0;
    for (int bit = 0; bit < m_; ++bit) reversed |= (x >> bit & 1) << (m_ - 1 - bit);
    return reversed;
  }
  TerminalId tau(int h, int g, TerminalId x) const {
    if (h < 0) return x;
    TerminalId tailed = 0;
    for (int bit = 0; bit < m_; ++bit) {
      const bool outside = bit > g || bit < h;
      const bool ring = bit == g || bit == h;
      tailed |= (outside ? 1U : ring ? 0U : x >> bit & 1) << bit;
    }
    return tailed;
  }

  void SetUp() override {
    ways_.resize(std::size_t{count_} * count_);
    for (TerminalId s = 0; s < count_; ++s) {
      for (TerminalId d = 0; d < count_; ++d)
        ways_[s * count_ + d] = channels_of(topology_, routing_, {s, d});
    }
  }
  /// Whether X -> Y and U -> V are, with different sources and destinations. Stage by stage: no link is
  /// of two stages.
  bool in_conflict(TerminalId x, TerminalId y, TerminalId u, TerminalId v) const {
    if (x == u || y == v) return false;
    const std::vector<int>& a = ways_[x * count_ + y];
    const std::vector<int>& b = ways_[u * count_ + v];
    return !std::equal(a.begin(), a.end(), b.begin(), std::not_equal_to<>());
  }

 private:
  std::vector<std::vector<int>> ways_;
};

INSTANTIATE_TEST_SUITE_P(Networks, Theorems,
                         testing::Values(std::pair{4, 1}, std::pair{4, 2}, std::pair{6, 1}, std::pair{6, 2},
                                         std::pair{6, 3}),
                         [](const auto& tested) {
                           return "m" + std::to_string(tested.param.first) + "_n" +
                                  std::to_string(tested.param.second);
                         });

/// So that the tests below say something: these networks do have conflicts.
TEST_P(Theorems, AreNotOfEveryPermutation) {
  int conflicts = 0;
  for (TerminalId u = 0; u < count_; ++u) {
    for (TerminalId v = 0; v < u; ++v) conflicts += in_conflict(u, u, v, v);
  }
  EXPECT_GT(conflicts, 0);
}

TEST_P(Theorems, TwoHolds) {
  for (TerminalId u = 0; u < count_; ++u) {
    for (TerminalId v = 0; v < u; ++v) ASSERT_FALSE(in_conflict(u, rho(u), v, rho(v))) << u << ' ' << v;
  }
}

/// Also where both are of different levels, which is theorem 4.
TEST_P(Theorems, ThreeAndFourHold) {
  for (int h = 0; h < m_ / 2; ++h) {
    for (int g = h; g < m_ / 2; ++g) {
      for (TerminalId u = 0; u < count_; ++u) {
        for (TerminalId v = 0; v < count_; ++v) {
          if (u == v) continue;
          ASSERT_FALSE(in_conflict(tau(h - 1, m_ - h, u), tau(h, m_ - h - 1, rho(u)), tau(g - 1, m_ - g, v),
                                   tau(g, m_ - g - 1, rho(v))))
              << h << ' ' << g << ' ' << u << ' ' << v;
        }
      }
    }
  }
}

/// Even for any two numbers, of the level or not.
TEST_P(Theorems, SevenHolds) {
  for (int h = 0; h < m_; ++h) {
    for (int g = h + 1; g < m_; ++g) {
      for (TerminalId u = 0; u < count_; ++u) {
        for (TerminalId v = 0; v < u; ++v)
          ASSERT_FALSE(in_conflict(u, tau(h, g, rho(u)), v, tau(h, g, rho(v))))
              << h << ' ' << g << ' ' << u << ' ' << v;
      }
    }
  }
}

}  // namespace
}  // namespace switchyard
