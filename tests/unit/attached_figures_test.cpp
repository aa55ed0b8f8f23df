#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "hw/analysis/path_figures.h"
#include "hw/topology/bisection.h"
#include "hw/topology/builders.h"
#include "hw/topology/metrics.h"
#include "hw/topology/uniform_shares.h"
#include "tests/support/random_attached_experiment.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// Figures of random networks with terminals anywhere, against sums over all pairs of terminals.
class AttachedFigures : public testing::TestWithParam<std::uint64_t> {
 protected:
  AttachedFigures() : experiment_(experiment_from(random_attached_experiment(GetParam()))) {}

  const Topology& topology() const { return *experiment_.design.topology; }

  /// Calls `visit(from, to)` for every pair of a terminal that sends and another one that receives.
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    for (TerminalId from = 0; from < topology().terminal_count(); ++from) {
      for (TerminalId to = 0; to < topology().terminal_count(); ++to) {
        if (from != to && topology().attachment(from).sends() && topology().attachment(to).receives())
          visit(from, to);
      }
    }
  }
  NodeId entry(TerminalId terminal) const { return topology().attachment(terminal).entry.node; }
  NodeId exit(TerminalId terminal) const { return topology().attachment(terminal).exit.node; }

  Experiment experiment_;
};

TEST_P(AttachedFigures, DistancesAreThoseOfAllPairs) {
  int diameter = 0;
  double hops = 0;
  double pairs = 0;
  for_each_pair([&](TerminalId from, TerminalId to) {
    const int distance = hops_from(topology(), entry(from))[exit(to)];
    EXPECT_EQ(distance, hops_to(topology(), exit(to))[entry(from)]);
    EXPECT_EQ(distance, experiment_.design.distance(from, to));
    diameter = std::max(diameter, distance);
    hops += distance;
    ++pairs;
  });
  const TopologyMetrics metrics = measure(topology(), false);
  EXPECT_EQ(metrics.diameter, diameter);
  EXPECT_NEAR(metrics.mean_distance, hops / pairs, 1e-12);
}

TEST_P(AttachedFigures, UniformSharesAreThoseOfAllPairs) {
  std::vector<double> others(topology().terminal_count());
  for_each_pair([&](TerminalId from, TerminalId) { ++others[from]; });
  const std::size_t nodes = topology().node_count();
  std::vector<double> shares(nodes * nodes);
  for_each_pair(
      [&](TerminalId from, TerminalId to) { shares[entry(from) * nodes + exit(to)] += 1 / others[from]; });
  const UniformShares uniform(topology());
  for (NodeId from = 0; from < nodes; ++from) {
    for (NodeId to = 0; to < nodes; ++to) {
      if (from != to) {
        EXPECT_NEAR(uniform.between(from, to), shares[from * nodes + to], 1e-12) << from << ' ' << to;
      }
    }
  }
}

TEST_P(AttachedFigures, LoadsOnMinimalPathsAddUpToTheDistances) {
  const PathFigures figures = measure_paths(
      ResourceSpace(topology(), experiment_.design.router.virtual_channels), *experiment_.design.routing);
  if (!figures.minimal) return;
  std::vector<double> others(topology().terminal_count());
  for_each_pair([&](TerminalId from, TerminalId) { ++others[from]; });
  double hops = 0;
  for_each_pair([&](TerminalId from, TerminalId to) {
    hops += hops_from(topology(), entry(from))[exit(to)] / others[from];
  });
  double load = 0;
  for (const double of_channel : figures.channel_load) load += of_channel;
  EXPECT_NEAR(load, hops, 1e-9);
}

TEST_P(AttachedFigures, NoRoutingCarriesMoreThanTheCapacity) {
  const PathFigures figures = measure_paths(
      ResourceSpace(topology(), experiment_.design.router.virtual_channels), *experiment_.design.routing);
  const auto busiest = busiest_channel(topology(), figures.channel_load, /*half_duplex=*/false);
  if (!busiest) return;
  double receivers = 0;
  for (TerminalId t = 0; t < topology().terminal_count(); ++t)
    receivers += topology().attachment(t).receives();
  EXPECT_LE(1 / busiest->load, measure(topology(), false).capacity * receivers / (receivers - 1) + 1e-9);
}

/// All ways to cut the nodes into halves of the terminals that differ by no more than the best possible.
TEST_P(AttachedFigures, TheCutIsNoBetterThanTheBestOfAll) {
  const NodeId nodes = topology().node_count();
  std::vector<double> weight(nodes);
  for (TerminalId t = 0; t < topology().terminal_count(); ++t) {
    if (topology().attachment(t).sends()) weight[entry(t)] += 0.5;
    if (topology().attachment(t).receives()) weight[exit(t)] += 0.5;
  }
  const double largest = *std::max_element(weight.begin(), weight.end());
  double best = std::numeric_limits<double>::max();
  for (std::uint32_t half = 0; half < std::uint32_t{1} << nodes; ++half) {
    double balance = 0;
    double cut = 0;
    for (NodeId node = 0; node < nodes; ++node)
      balance += (half >> node & 1) != 0 ? weight[node] : -weight[node];
    if (std::abs(balance) > largest) continue;
    for (const Channel& channel : topology().channels()) {
      if ((half >> channel.from.node & 1) != (half >> channel.to.node & 1))
        cut += 1.0 / channel.cycles_per_flit;
    }
    best = std::min(best, cut);
  }
  const WeightedCut found = cut_terminals(topology());
  EXPECT_GE(found.there + found.back, best - 1e-9);
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, AttachedFigures, testing::Range<std::uint64_t>(1, 41));

TEST(CutTerminals, FindsTheNarrowWaistBetweenTwoHalves) {  // 0..3 and 4..7, joined by one narrow link.
  CustomConfig config{8, {}};
  for (const NodeId half : {0U, 4U}) {
    for (NodeId a = half; a < half + 4; ++a) {
      for (NodeId b = a + 1; b < half + 4; ++b) config.links.push_back({a, b});
    }
  }
  config.links.push_back({.a = 2, .b = 6, .cycles_per_flit = 4});
  for (NodeId node = 0; node < 8; ++node) config.terminals.push_back({node, node});
  const WeightedCut cut = cut_terminals(build_custom(config));
  EXPECT_EQ(cut.there, 0.25);
  EXPECT_EQ(cut.back, 0.25);
  EXPECT_EQ(measure(build_custom(config), false).bisection, 0.5);
  EXPECT_EQ(measure(build_custom(config), false).capacity, 4 * 0.25 / 8);
}

}  // namespace
}  // namespace switchyard
