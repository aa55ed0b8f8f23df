#include "hw/topology/multibutterfly.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "hw/topology/builders.h"

namespace switchyard {
namespace {

using Links = std::map<std::tuple<NodeId, PortId>, PortRef>;

Links links_of(const Topology& topology) {
  Links links;
  for (const Channel& channel : topology.channels())
    links[{channel.from.node, channel.from.port}] = channel.to;
  return links;
}

/// Of a switch, by the numbers of links between the two.
std::map<std::pair<NodeId, NodeId>, int> joined(const Topology& topology) {
  std::map<std::pair<NodeId, NodeId>, int> count;
  for (const Channel& channel : topology.channels()) ++count[{channel.from.node, channel.to.node}];
  return count;
}

class MultibutterflyShapes : public testing::TestWithParam<MultibutterflyConfig> {
 protected:
  const MultibutterflyConfig config_ = GetParam();
  const Topology topology_ = build_multibutterfly(config_);
  const Multibutterfly& shape_ = *topology_.shape<Multibutterfly>();
  const int n_ = config_.dimensions;
  const int d_ = config_.multiplicity;
};

/// The first half of a splitter's rows is up.
TEST_P(MultibutterflyShapes, JoinEverySwitchToBothSidesOfItsSplitter) {
  EXPECT_EQ(topology_.node_count(), (n_ + 1) << n_);
  EXPECT_EQ(topology_.terminal_count(), 1U << n_);
  EXPECT_EQ(topology_.channels().size(), static_cast<std::size_t>(2 * d_ * n_) << n_);
  std::map<NodeId, int> inputs;
  std::map<NodeId, std::array<int, 2>> outputs;
  for (const Channel& channel : topology_.channels()) {
    const NodeId from_row = channel.from.node % (1U << n_);
    const NodeId to_row = channel.to.node % (1U << n_);
    const auto level = static_cast<int>(channel.from.node >> n_);
    const NodeId rows = 1U << (n_ - level);
    const bool down = channel.from.port >= 3 * d_;
    EXPECT_EQ(channel.to.node >> n_, static_cast<NodeId>(level) + 1);
    EXPECT_EQ(from_row / rows, to_row / rows) << "the same splitter";
    EXPECT_EQ(to_row % rows >= rows / 2, down);
    EXPECT_GE(channel.from.port, 2 * d_);
    EXPECT_LT(channel.to.port, 2 * d_);
    ++inputs[channel.to.node];
    ++outputs[channel.from.node][down];
  }
  for (NodeId node = 0; node < topology_.node_count(); ++node) {
    const bool first = node < (1U << n_);
    const bool last = node >= static_cast<NodeId>(n_) << n_;
    EXPECT_EQ(inputs[node], first ? 0 : 2 * d_) << node;
    EXPECT_EQ(outputs[node], (last ? std::array<int, 2>{} : std::array<int, 2>{d_, d_})) << node;
    EXPECT_EQ(topology_.entry_ports(node) != 0, first);
    EXPECT_EQ(topology_.exit_ports(node) != 0, last);
  }
}

/// Counted along the levels: the side is bit n - 1 - l of the destination, the highest first.
TEST_P(MultibutterflyShapes, HaveDToTheNPathsFromEveryInputToEveryOutput) {
  const Links links = links_of(topology_);
  const NodeId rows = 1U << n_;
  std::uint64_t expected = 1;
  for (int i = 0; i < n_; ++i) expected *= static_cast<std::uint64_t>(d_);
  for (NodeId destination = 0; destination<rows; destination += n_> 4 ? 5 : 1) {
    for (NodeId source = 0; source<rows; source += n_> 4 ? 7 : 1) {
      std::map<NodeId, std::uint64_t> ways{{source, 1}};
      for (int level = 0; level < n_; ++level) {
        const bool down = (destination >> (n_ - 1 - level) & 1) != 0;
        std::map<NodeId, std::uint64_t> next;
        for (const auto& [node, count] : ways) {
          for (int k = 0; k < d_; ++k) next[links.at({node, (down ? 3 : 2) * d_ + k}).node] += count;
        }
        ways = next;
      }
      ASSERT_EQ(ways.size(), 1U);
      EXPECT_EQ(ways.begin()->first, (static_cast<NodeId>(n_) << n_) + destination);
      EXPECT_EQ(ways.begin()->second, expected);
    }
  }
}

TEST_P(MultibutterflyShapes, HaveParallelLinksWhereTheyShould) {
  for (const auto& [ends, count] : joined(topology_)) {
    const NodeId side = (1U << n_ >> (ends.first >> n_)) / 2;  // Outputs of a splitter to a side.
    const bool is_alone = side == 1 || config_.splitters == Splitters::Dilated;
    const bool is_parted = !config_.parallel_links && side >= static_cast<NodeId>(d_);
    EXPECT_GE(count, is_alone ? d_ : 1);
    EXPECT_LE(count, is_parted ? 1 : d_);
  }
}

TEST_P(MultibutterflyShapes, DependOnTheSeedOfTheWiringAlone) {
  EXPECT_EQ(links_of(build_multibutterfly(config_)), links_of(topology_));
  MultibutterflyConfig other = config_;
  ++other.wiring_seed;
  const bool random = config_.splitters != Splitters::Dilated;
  EXPECT_EQ(links_of(build_multibutterfly(other)) == links_of(topology_), !random);
}

MultibutterflyConfig shape_of(int n, int d, Splitters splitters, bool parallel_links = true) {
  return {.dimensions = n, .multiplicity = d, .splitters = splitters, .parallel_links = parallel_links};
}

INSTANTIATE_TEST_SUITE_P(Networks, MultibutterflyShapes,
                         testing::Values(shape_of(1, 2, Splitters::Merged),
                                         shape_of(3, 1, Splitters::Dilated),
                                         shape_of(4, 2, Splitters::Merged), shape_of(4, 3, Splitters::Apart),
                                         shape_of(6, 4, Splitters::Merged, /*parallel_links=*/false),
                                         shape_of(5, 2, Splitters::Apart, /*parallel_links=*/false),
                                         shape_of(4, 4, Splitters::Dilated),
                                         shape_of(3, 7, Splitters::Merged)));

/// Two inputs that share an output up share the output down of the same butterfly; apart they need not.
TEST(Multibutterflies, AreUnionsOfButterfliesUnlessTheirSidesAreDrawnApart) {
  for (const Splitters splitters : {Splitters::Merged, Splitters::Apart}) {
    const Topology topology = build_multibutterfly(shape_of(6, 3, splitters));
    const Links links = links_of(topology);
    int split = 0;
    for (NodeId node = 0; node < 6U << 6; ++node) {
      for (NodeId other = 0; other < node; ++other) {
        for (int k = 0; k < 3; ++k) {
          const bool up = links.at({node, 6 + k}).node == links.at({other, 6 + k}).node;
          const bool down = links.at({node, 9 + k}).node == links.at({other, 9 + k}).node;
          split += up != down;
        }
      }
    }
    EXPECT_EQ(split == 0, splitters == Splitters::Merged) << split;
  }
}

}  // namespace
}  // namespace switchyard
