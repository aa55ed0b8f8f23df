#include "testbench/tree/tree_slots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "testbench/tree/digit_match.h"

namespace switchyard {
namespace {

TEST(DigitMatch, CountsTheBitsOfWholeDigitsFromTheLowestUp) {
  EXPECT_EQ(digit_match(0b000110, 0b100110, 6, 2), 4);  // The example of the paper.
  EXPECT_EQ(digit_match(0b000110, 0b100110, 6, 1), 5);
  EXPECT_EQ(digit_match(0b000110, 0b100110, 6, 3), 3);
  EXPECT_EQ(digit_match(0b000110, 0b000111, 6, 1), 0);
  EXPECT_EQ(digit_match(9, 9, 6, 2), 6);
}

/// A link between stages, by what names it: the stage before it, the digits of the destination that have been
/// used, and those of the source that have not.
using Link = std::tuple<int, TreeLabel, TreeLabel>;

std::vector<Link> links_of(const TreePath& path, int m, int n) {
  std::vector<Link> links;
  for (int stage = 0; stage < m / n - 1; ++stage) {
    const TreeLabel used = (TreeLabel{1} << n * (stage + 1)) - 1;
    const TreeLabel unused = (TreeLabel{1} << n * (m / n - 1 - stage)) - 1;
    links.emplace_back(stage, path.to & used, path.from & unused);
  }
  return links;
}

/// Each message of a tree that leaves its label, by slot.
std::map<int, std::vector<TreePath>> by_slot(const CommunicationTree& tree, const TreeSlots& slots) {
  std::map<int, std::vector<TreePath>> by_slot;
  for (int level = 0; level < tree.levels(); ++level) {
    for (const TreePath& path : tree.messages(level)) {
      if (path.from != path.to) by_slot[slots.slot(path.from, level)].push_back(path);
    }
  }
  return by_slot;
}

bool share_a_link(const std::vector<TreePath>& paths, int m, int n) {
  std::set<Link> taken;
  for (const TreePath& path : paths) {
    for (const Link& link : links_of(path, m, n)) {
      if (!taken.insert(link).second) return true;
    }
  }
  return false;
}

void expect_slots(int m, int d, TreeLabel root) {
  SCOPED_TRACE("m = " + std::to_string(m) + ", d = " + std::to_string(d) + ", root " + std::to_string(root));
  const CommunicationTree tree(m, d, root);
  const TreeSlots slots(tree, by_digits(m, 1));
  EXPECT_TRUE(slots.free_of_conflicts());
  EXPECT_EQ(slots.count(), tree.most_descendants());
  for (const auto& [slot, paths] : by_slot(tree, slots)) {
    EXPECT_GE(slot, 0);
    EXPECT_LT(slot, slots.count());
    std::set<TreeLabel> senders;
    std::set<TreeLabel> receivers;
    for (const TreePath& path : paths) {
      EXPECT_TRUE(senders.insert(path.from).second) << path.from << " sends twice in slot " << slot;
      EXPECT_TRUE(receivers.insert(path.to).second) << path.to << " is sent two in slot " << slot;
    }
    for (int n = 1; n <= 3; ++n) {
      EXPECT_FALSE(m % n == 0 && share_a_link(paths, m, n)) << "slot " << slot << ", n = " << n;
    }
  }
}

TEST(TreeSlots, HaveOneMessageForASenderAReceiverAndALink) {
  for (int m = 2; m <= 6; ++m) {
    for (int d = m >= 4 ? 1 : 2; d <= m; ++d) {
      for (TreeLabel root = 0; root < TreeLabel{1} << m; ++root) expect_slots(m, d, root);
    }
  }
}

TEST(TreeSlots, HaveOneMessageForASenderAReceiverAndALinkWhereTheyAreMany) {
  for (int m = 7; m <= 10; ++m) {
    for (int d = 1; d <= m; ++d) expect_slots(m, d, 5);
  }
}

TEST(TreeSlots, ByDigitsAgreesWithTheNamesOfLinks) {
  for (const auto& [m, n] : std::vector<std::pair<int, int>>{{3, 1}, {4, 1}, {4, 2}, {6, 3}, {6, 2}}) {
    const CanGoAtOnce can_go = by_digits(m, n);
    const TreeLabel labels = TreeLabel{1} << m;
    for (TreeLabel x = 0; x < labels; x += 3) {
      for (TreeLabel y = 0; y < labels; ++y) {
        for (TreeLabel u = 0; u < labels; ++u) {
          for (TreeLabel v = 0; v < labels; v += 5) {
            if (x == u || y == v) continue;
            const std::vector<TreePath> both{{x, y}, {u, v}};
            ASSERT_EQ(can_go(both), !share_a_link(both, m, n)) << x << ' ' << y << ' ' << u << ' ' << v;
          }
        }
      }
    }
  }
}

TEST(TreeSlots, AreThoseOfTheClosedFormForEvenDimensions) {
  for (const auto& [m, d] :
       std::vector<std::pair<int, int>>{{2, 2}, {4, 2}, {6, 2}, {6, 4}, {8, 4}, {8, 6}}) {
    const CommunicationTree tree(m, d, 3);
    const TreeSlots slots(tree, by_digits(m, 1));
    for (int level = 0; level < tree.levels(); ++level) {
      for (const TreeLabel child : tree.labels(level)) {
        int expected = level == 0 ? 0 : 1;
        for (int group = 0; group < tree.levels(); ++group) {
          int packed = 0;
          int place = 0;
          for (int x = group * d / 2; x < std::min((group + 1) * d / 2, m / 2); ++x) {
            packed |= static_cast<int>((child ^ tree.offset()) >> x & 1) << place++;
            packed |= static_cast<int>((child ^ tree.offset()) >> (m - 1 - x) & 1) << place++;
          }
          expected ^= packed;
        }
        EXPECT_EQ(slots.slot(child, level), expected);
      }
    }
  }
}

TEST(TreeSlots, AreDrawnUntilTheJudgeIsContentAndSayWhenItNeverIs) {
  const CommunicationTree tree(5, 3, 0);
  int asked = 0;
  const TreeSlots later(tree, [&](const std::vector<TreePath>&) { return ++asked > 40; });
  EXPECT_TRUE(later.free_of_conflicts());
  EXPECT_GT(asked, 40);
  const TreeSlots never(tree, [](const std::vector<TreePath>&) { return false; });
  EXPECT_FALSE(never.free_of_conflicts());
  for (const auto& [slot, paths] : by_slot(tree, never)) {
    std::set<TreeLabel> receivers;
    for (const TreePath& path : paths) EXPECT_TRUE(receivers.insert(path.to).second);
  }
}

}  // namespace
}  // namespace switchyard
