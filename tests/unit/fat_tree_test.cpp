#include "hw/topology/fat_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "hw/topology/builders.h"
#include "hw/topology/metrics.h"
#include "tests/support/dice.h"
#include "tests/support/graphs.h"

namespace switchyard {
namespace {

/// Digits of a switch after the paper: digit i, from 1, is that of a parent up to its level, above it of a
/// child.
using Digits = std::vector<int>;

Digits digits_of(const FatTreeConfig& config, int level, NodeId place) {
  Digits digits;
  for (std::size_t i = 1; i < config.children.size(); ++i) {
    const auto radix =
        static_cast<NodeId>(static_cast<int>(i) <= level ? config.parents[i - 1] : config.children[i]);
    digits.push_back(static_cast<int>(place % radix));
    place /= radix;
  }
  return digits;
}

FatTreeConfig k_ary_n_tree(int k, int n) {
  return {std::vector<int>(static_cast<std::size_t>(n), k),
          std::vector<int>(static_cast<std::size_t>(n) - 1, k)};
}

/// Of two to four levels, and at most some hundred switches.
FatTreeConfig random_tree(std::uint64_t number) {
  Dice dice(number);
  const int levels = dice.between(2, 4);
  FatTreeConfig config;
  for (int level = 0; level < levels; ++level) {
    config.children.push_back(dice.between(2, levels == 2 ? 7 : 4));
    if (level + 1 < levels) config.parents.push_back(dice.between(1, levels == 4 ? 3 : 5));
  }
  config.link_latency = dice.between(1, 3);
  return config;
}

class FatTreeOf : public testing::TestWithParam<std::uint64_t> {
 protected:
  const FatTreeConfig config_ = random_tree(GetParam());
  const Topology tree_ = build_fat_tree(config_);
  const FatTree& shape_ = *tree_.shape<FatTree>();
  const int levels_ = static_cast<int>(config_.children.size());
};

INSTANTIATE_TEST_SUITE_P(RandomTrees, FatTreeOf, testing::Range<std::uint64_t>(1, 31));

TEST_P(FatTreeOf, JoinsSwitchesOfNeighbouringLevelsThatDifferInOneDigit) {
  std::size_t links = 0;
  std::set<std::pair<NodeId, NodeId>> joined;
  for (const Channel& channel : tree_.channels()) {
    const int low = shape_.level(channel.from.node);
    const int high = shape_.level(channel.to.node);
    EXPECT_EQ(channel.latency, config_.link_latency);
    ASSERT_EQ(std::abs(low - high), 1);
    if (low > high) continue;
    ++links;
    EXPECT_TRUE(joined.insert({channel.from.node, channel.to.node}).second);
    Digits below = digits_of(config_, low, shape_.place(channel.from.node));
    const Digits above = digits_of(config_, high, shape_.place(channel.to.node));
    const auto digit = static_cast<std::size_t>(low);
    EXPECT_EQ(channel.from.port, shape_.up_port(above[digit]));
    EXPECT_EQ(channel.to.port, shape_.down_port(high, below[digit]));
    below[digit] = above[digit];
    EXPECT_EQ(below, above);
  }
  std::size_t expected = 0;
  for (int level = 0; level + 1 < levels_; ++level)
    expected +=
        shape_.switches(level) * static_cast<std::size_t>(config_.parents[static_cast<std::size_t>(level)]);
  EXPECT_EQ(links, expected);
}

TEST_P(FatTreeOf, HasAllTerminalsAtLeafSwitches) {
  EXPECT_EQ(tree_.terminal_count(),
            static_cast<TerminalId>(
                std::accumulate(config_.children.begin(), config_.children.end(), 1, std::multiplies())));
  for (TerminalId t = 0; t < tree_.terminal_count(); ++t) {
    const Attachment at = tree_.attachment(t);
    EXPECT_EQ(at.entry, at.exit);
    EXPECT_EQ(shape_.level(at.entry.node), 0);
    EXPECT_EQ(at.entry.node, t / static_cast<TerminalId>(config_.children[0]));
  }
}

TEST_P(FatTreeOf, AncestorsAreTheSwitchesFromWhichOnlyLinksDownLeadToTheLeaf) {
  for (NodeId leaf = 0; leaf < shape_.leaf_count(); ++leaf) {
    std::set<NodeId> above{leaf};
    std::set<NodeId> ancestors{leaf};
    for (int level = 0; level + 1 < levels_; ++level) {
      std::set<NodeId> next;
      for (const NodeId node : above) {
        for (int which = 0; which < shape_.parents(level); ++which) {
          const NodeId parent = tree_.peer({node, shape_.up_port(which)}).node;
          EXPECT_EQ(tree_.peer({parent, shape_.down_port_towards(parent, leaf)}).node, node);
          next.insert(parent);
        }
      }
      ancestors.insert(next.begin(), next.end());
      above = std::move(next);
    }
    for (NodeId node = 0; node < tree_.node_count(); ++node)
      ASSERT_EQ(shape_.is_ancestor(node, leaf), ancestors.count(node) != 0) << node << ' ' << leaf;
  }
}

TEST_P(FatTreeOf, DistancesAreThoseOfTheGraph) {
  for (NodeId leaf = 0; leaf < shape_.leaf_count(); ++leaf) {
    const std::vector<int> hops = hops_from(tree_, leaf);
    for (NodeId other = 0; other < shape_.leaf_count(); ++other)
      ASSERT_EQ(shape_.distance(leaf, other), hops[other]) << leaf << ' ' << other;
  }
}

/// The same links and terminals, of a graph whose kind is not known.
Topology as_plain_graph(const Topology& tree) {
  CustomConfig plain = links_of(tree);
  for (TerminalId t = 0; t < tree.terminal_count(); ++t) {
    const Attachment at = tree.attachment(t);
    plain.terminals.push_back({at.entry.node, at.exit.node});
  }
  return build_custom(plain);
}

TEST_P(FatTreeOf, FiguresAreThoseOfThePlainGraph) {
  const TopologyMetrics closed = measure(tree_, /*half_duplex=*/false);
  const TopologyMetrics searched = measure(as_plain_graph(tree_), /*half_duplex=*/false);
  EXPECT_EQ(closed.diameter, 2 * (levels_ - 1));
  EXPECT_EQ(closed.diameter, searched.diameter);
  EXPECT_NEAR(closed.mean_distance, searched.mean_distance, 1e-9);
  if (closed.bisection_exact) {
    EXPECT_LE(closed.capacity, searched.capacity + 1e-9);
    EXPECT_LE(closed.bisection, searched.bisection);
  } else {
    EXPECT_EQ(closed.bisection, searched.bisection);
  }
}

/// The load on every channel if each terminal sends 1 / terminals to every terminal, with ways up taken
/// evenly.
TEST_P(FatTreeOf, TheBusiestChannelIsFullAtCapacity) {
  std::vector<double> load(tree_.channels().size());
  for (NodeId leaf = 0; leaf < shape_.leaf_count(); ++leaf) {
    for (NodeId other = 0; other < shape_.leaf_count(); ++other) {
      std::vector<double> at(tree_.node_count());
      at[leaf] = static_cast<double>(config_.children[0]) * config_.children[0] / tree_.terminal_count();
      for (NodeId node = 0; node < tree_.node_count(); ++node) {  // Up: towards greater ids.
        if (at[node] == 0 || shape_.is_ancestor(node, other)) continue;
        const int parents = shape_.parents(shape_.level(node));
        for (PortId port = 0; port < parents; ++port) {
          load[static_cast<std::size_t>(tree_.channel_from({node, port}))] += at[node] / parents;
          at[tree_.peer({node, port}).node] += at[node] / parents;
        }
      }
    }
  }
  const double busiest = *std::max_element(load.begin(), load.end());
  EXPECT_NEAR(measure(tree_, /*half_duplex=*/false).capacity, 1 / busiest, 1e-9);
}

TEST(FatTree, FiguresOfKAryNTreesAreThoseOfTheTextbooks) {
  for (const auto& [k, n] :
       {std::pair{2, 2}, {2, 4}, {2, 6}, {3, 2}, {3, 3}, {4, 2}, {4, 3}, {5, 2}, {6, 2}}) {
    const Topology tree = build_fat_tree(k_ary_n_tree(k, n));
    const double terminals = std::pow(k, n);
    EXPECT_EQ(tree.terminal_count(), terminals);
    EXPECT_EQ(tree.node_count(), n * std::pow(k, n - 1));
    const TopologyMetrics metrics = measure(tree, /*half_duplex=*/false);
    EXPECT_EQ(metrics.diameter, 2 * (n - 1));
    double hops = 0;
    for (int up = 1; up < n; ++up) hops += 2 * up * (std::pow(k, up + 1) - std::pow(k, up));
    EXPECT_NEAR(metrics.mean_distance, hops / (terminals - 1), 1e-9);
    EXPECT_NEAR(metrics.capacity, terminals / (terminals - k), 1e-9);  // What leaves a leaf switch.
    EXPECT_EQ(metrics.bisection_exact, k % 2 == 0);
    if (k % 2 == 0) {
      EXPECT_EQ(metrics.bisection, terminals);  // k^n / 2 links, each of two channels.
    }
  }
}

TEST(FatTree, WithFewerRootsHasALowerBisection) {
  const TopologyMetrics full = measure(build_fat_tree({{4, 4, 4}, {4, 4}}), /*half_duplex=*/false);
  const TopologyMetrics half = measure(build_fat_tree({{4, 4, 4}, {4, 2}}), /*half_duplex=*/false);
  EXPECT_EQ(full.bisection, 64);
  EXPECT_EQ(half.bisection, 32);
  EXPECT_TRUE(half.bisection_exact);
  EXPECT_NEAR(half.capacity, 32.0 / 48, 1e-9);
}

TEST(FatTree, HasAnExactBisectionWhereverWholeSubtreesMakeAHalf) {
  const auto is_exact = [](const FatTreeConfig& config) {
    return measure(build_fat_tree(config), /*half_duplex=*/false).bisection_exact;
  };
  EXPECT_TRUE(is_exact({{2, 2, 3}, {1, 2}}));  // As many links above either level, but three subtrees.
  EXPECT_FALSE(is_exact({{2, 2, 3}, {2, 1}}));
  EXPECT_FALSE(is_exact({{2, 3}, {2}}));
}

/// Channels across the best cut, by counting them for every half of the leaf switches, wherever the others
/// are.
double bisection_by_trying_every_half(const Topology& tree) {
  const auto leaves = static_cast<int>(tree.shape<FatTree>()->leaf_count());
  const auto others = static_cast<int>(tree.node_count()) - leaves;
  auto best = static_cast<double>(tree.channels().size());
  for (std::uint32_t side = 0; side < 1U << (leaves + others); ++side) {
    if (std::popcount(side & ((1U << leaves) - 1)) != leaves / 2) continue;
    double across = 0;
    for (const Channel& channel : tree.channels())
      across += (side >> channel.from.node ^ side >> channel.to.node) & 1;
    best = std::min(best, across);
  }
  return best;
}

TEST(FatTree, NoHalfHasFewerChannelsThanTheBisection) {
  const std::vector<FatTreeConfig> trees{
      {{2, 4}, {3}}, {{3, 2, 2}, {2, 3}},       {{1, 4, 2}, {1, 3}}, {{2, 2, 2}, {3, 1}}, {{2, 3, 2}, {1, 2}},
      {{2, 6}, {2}}, {{2, 2, 2, 2}, {1, 1, 1}}, {{2, 5}, {3}},       {{2, 2, 3}, {1, 2}}};
  for (const FatTreeConfig& config : trees) {
    const Topology tree = build_fat_tree(config);
    EXPECT_EQ(measure(tree, /*half_duplex=*/false).bisection, bisection_by_trying_every_half(tree));
  }
}

TEST(FatTree, GivesEverySwitchThePortsOfTheWidest) {
  EXPECT_EQ(build_fat_tree(k_ary_n_tree(4, 3)).port_count(), 4 + 4 + 1);  // The last one has no link.
  EXPECT_EQ(build_fat_tree({{8, 4}, {2}}).port_count(), 8 + 2);           // Terminals need no such port.
  EXPECT_EQ(build_fat_tree({{2, 9}, {2}}).port_count(), 9 + 1);
}

TEST(FatTree, WithoutALinkIsMeasuredAsAGraph) {
  const Topology tree = build_fat_tree({{2, 2}, {1}});
  EXPECT_THROW(measure(tree.without({{0, 0}}), /*half_duplex=*/false), std::logic_error);
}

}  // namespace
}  // namespace switchyard
