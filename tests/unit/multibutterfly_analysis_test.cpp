#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "hw/analysis/multibutterfly_faults.h"
#include "hw/analysis/splitter_expansion.h"
#include "hw/topology/builders.h"
#include "hw/topology/multibutterfly.h"

namespace switchyard {
namespace {

using Declare = FaultRule::Declare;

Topology network_of(int n, int d, Splitters splitters = Splitters::Merged, std::uint64_t seed = 1) {
  return build_multibutterfly(
      {.dimensions = n, .multiplicity = d, .splitters = splitters, .wiring_seed = seed});
}

/// The far ends of a switch's links to a side.
std::vector<NodeId> far_ends(const Topology& network, NodeId node, bool down) {
  const auto& shape = *network.shape<Multibutterfly>();
  std::vector<NodeId> ends;
  for (PortId k = 0; k < shape.config().multiplicity; ++k)
    ends.push_back(network.peer({node, shape.first_output(down) + k}).node);
  return ends;
}

class FaultsOfMultibutterflies : public testing::TestWithParam<std::uint64_t> {};

/// What the rules are for: from an input that is left a packet gets to every output that is left, whatever
/// link to a switch that is left it takes.
TEST_P(FaultsOfMultibutterflies, LeaveAWayThroughWhateverIsLeft) {
  constexpr int kN = 5;
  RandomStream random(GetParam(), 0, Purpose::Fault);
  const int d = 1 + static_cast<int>(random.below(5));
  const Topology network = network_of(kN, d, Splitters::Merged, GetParam());
  const auto& shape = *network.shape<Multibutterfly>();
  const std::vector<NodeId> faulty = random_faults(network, 1 + static_cast<int>(random.below(12)), random);
  EXPECT_EQ(std::set<NodeId>(faulty.begin(), faulty.end()).size(), faulty.size());
  for (const double erase : {0.0, 0.25, 0.5}) {
    for (const Declare declare : {Declare::Half, Declare::All}) {
      const Survivors survivors = find_survivors(network, faulty, {.erase = erase, .declare = declare});
      for (const NodeId node : faulty) EXPECT_FALSE(survivors.left[node]);
      for (NodeId node = 0; node < shape.node(kN, 0); ++node) {
        if (!survivors.left[node]) continue;
        const NodeId rows = shape.splitter_rows(shape.level(node));
        const NodeId first = shape.row(node) / rows * rows;
        for (const bool down : {false, true}) {
          const NodeId begin = first + (down ? rows / 2 : 0);
          bool side_has_outputs = false;
          for (NodeId row = begin; row < begin + rows / 2; ++row)
            side_has_outputs |= survivors.left[shape.node(kN, row)];
          bool has_way = false;
          for (const NodeId far : far_ends(network, node, down)) has_way |= survivors.left[far];
          EXPECT_TRUE(has_way || !side_has_outputs) << node << ' ' << down;
        }
      }
      NodeId inputs = 0, outputs = 0;
      for (NodeId row = 0; row < shape.rows(); ++row) {
        inputs += survivors.left[shape.node(0, row)];
        outputs += survivors.left[shape.node(kN, row)];
      }
      EXPECT_EQ(survivors.inputs, inputs);
      EXPECT_EQ(survivors.outputs, outputs);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Random, FaultsOfMultibutterflies, testing::Range<std::uint64_t>(1, 31));

TEST(MultibutterflyFaults, CostNothingWithoutFaults) {
  const Topology network = network_of(4, 3);
  const Survivors survivors = find_survivors(network, {}, {.erase = 0, .declare = Declare::Half});
  EXPECT_EQ(survivors.inputs, 16U);
  EXPECT_EQ(survivors.outputs, 16U);
}

/// A splitter of two inputs loses both outputs if one input is more than the share that is allowed; without
/// that, a faulty output takes everything with it.
TEST(MultibutterflyFaults, OfAnOutputCostThatOneIfItsSplitterIsErased) {
  const Topology network = network_of(4, 3);
  const auto& shape = *network.shape<Multibutterfly>();
  const std::vector<NodeId> faulty{shape.node(4, 5)};
  EXPECT_EQ(find_survivors(network, faulty, {.erase = 0.5}).outputs, 15U);
  EXPECT_EQ(find_survivors(network, faulty, {.erase = 0.5}).inputs, 16U);
  const Survivors without = find_survivors(network, faulty, {.erase = 1});
  EXPECT_EQ(without.inputs, 0U) << "nothing is erased, so all before it are declared";
}

TEST(MultibutterflyFaults, OfOneInputOfTwoCostItsOutputsBelowHalf) {
  const Topology network = network_of(4, 3);
  const auto& shape = *network.shape<Multibutterfly>();
  const std::vector<NodeId> faulty{shape.node(3, 6)};
  EXPECT_EQ(find_survivors(network, faulty, {.erase = 0.49}).outputs, 14U);
  EXPECT_EQ(find_survivors(network, faulty, {.erase = 0.5}).outputs, 16U) << "more than, not as much as";
}

TEST(MultibutterflyFaults, AreFoundThatAreWorseThanRandomOnes) {
  const Topology network = network_of(6, 4);
  const FaultRule rule{.erase = 0.5};
  RandomStream random(3, 0, Purpose::Fault);
  const Survivors by_chance = find_survivors(network, random_faults(network, 12, random), rule);
  const Survivors searched = find_survivors(network, bad_faults(network, 12, rule, 500, random), rule);
  EXPECT_LT(searched.inputs + searched.outputs, by_chance.inputs + by_chance.outputs);
}

/// All sets by another loop, by the links themselves.
int least_outputs(const Topology& network, int level, NodeId first, int inputs) {
  const auto& shape = *network.shape<Multibutterfly>();
  const NodeId rows = shape.splitter_rows(level);
  std::size_t least = rows;
  for (NodeId set = 0; set < NodeId{1} << rows; ++set) {
    if (std::popcount(set) != inputs) continue;
    for (const bool down : {false, true}) {
      std::set<NodeId> outputs;
      for (NodeId row = 0; row < rows; ++row) {
        if ((set >> row & 1) == 0) continue;
        for (const NodeId far : far_ends(network, shape.node(level, first + row), down)) outputs.insert(far);
      }
      least = std::min(least, outputs.size());
    }
  }
  return static_cast<int>(least);
}

TEST(SplitterExpansion, IsThatOfAllSetsWhereThereAreFew) {
  RandomStream random(1, 0, Purpose::Selection);
  for (const Splitters splitters : {Splitters::Merged, Splitters::Apart, Splitters::Dilated}) {
    const Topology network = network_of(4, 2, splitters, 7);
    for (const int inputs : {1, 2, 3, 5, 8}) {
      for (const auto& [level, first] : {std::pair(0, NodeId{0}), std::pair(1, NodeId{8})}) {
        if (level == 1 && inputs > 5) continue;
        const Expansion found = find_expansion(network, level, first, inputs, 1e6, random);
        EXPECT_TRUE(found.exact);
        EXPECT_EQ(found.inputs, inputs);
        EXPECT_EQ(found.outputs, least_outputs(network, level, first, inputs)) << level << ' ' << inputs;
      }
    }
  }
}

TEST(SplitterExpansion, OfASearchIsNoLessThanThatOfAllSetsAndMostlyTheSame) {
  RandomStream random(1, 0, Purpose::Selection);
  int same = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Topology network = network_of(4, 3, Splitters::Merged, seed);
    const int exact = find_expansion(network, 0, 0, 4, 1e6, random).outputs;
    const Expansion searched = find_expansion(network, 0, 0, 4, 0, random);
    EXPECT_FALSE(searched.exact);
    EXPECT_GE(searched.outputs, exact);
    same += searched.outputs == exact;
  }
  EXPECT_GE(same, 9);
}

}  // namespace
}  // namespace switchyard
