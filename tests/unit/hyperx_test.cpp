#include "hw/topology/hyperx.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "hw/topology/bisection.h"
#include "hw/topology/builders.h"
#include "hw/topology/metrics.h"
#include "tests/support/dice.h"
#include "tests/support/graphs.h"

namespace switchyard {
namespace {

HyperXConfig random_hyperx(std::uint64_t number) {
  Dice dice(number);
  HyperXConfig config;
  const int dimensions = dice.between(1, 4);
  for (int d = 0; d < dimensions; ++d)
    config.radix.push_back(dice.between(2, dimensions == 1 ? 12 : dimensions == 2 ? 7 : 4));
  config.concentration = dice.between(1, 5);
  config.link_latency = dice.between(1, 3);
  return config;
}

class HyperXOf : public testing::TestWithParam<std::uint64_t> {
 protected:
  const HyperXConfig config_ = random_hyperx(GetParam());
  const Topology network_ = build_hyperx(config_);
  const HyperX& shape_ = *network_.shape<HyperX>();
  const NodeId nodes_ = network_.node_count();

  std::vector<int> coordinates(NodeId node) const {
    std::vector<int> result;
    for (const int k : config_.radix) {
      result.push_back(static_cast<int>(node % static_cast<NodeId>(k)));
      node /= static_cast<NodeId>(k);
    }
    return result;
  }
  int differences(NodeId a, NodeId b) const {
    const std::vector<int> from = coordinates(a), to = coordinates(b);
    return std::inner_product(from.begin(), from.end(), to.begin(), 0, std::plus(), std::not_equal_to());
  }
};

INSTANTIATE_TEST_SUITE_P(RandomShapes, HyperXOf, testing::Range<std::uint64_t>(1, 31));

TEST_P(HyperXOf, JoinsExactlyTheNodesThatDifferInOneCoordinate) {
  std::vector<int> joined(static_cast<std::size_t>(nodes_) * nodes_);
  for (const Channel& channel : network_.channels()) {
    ++joined[static_cast<std::size_t>(channel.from.node) * nodes_ + channel.to.node];
    EXPECT_EQ(channel.latency, config_.link_latency);
  }
  for (NodeId a = 0; a < nodes_; ++a) {
    for (NodeId b = 0; b < nodes_; ++b)
      ASSERT_EQ(joined[static_cast<std::size_t>(a) * nodes_ + b], differences(a, b) == 1 ? 1 : 0)
          << a << ' ' << b;
  }
}

TEST_P(HyperXOf, PortsLeadToTheCoordinateAndDimensionThatTheySay) {
  for (NodeId node = 0; node < nodes_; ++node) {
    for (int d = 0; d < shape_.dimensions(); ++d) {
      for (int to = 0; to < config_.radix[static_cast<std::size_t>(d)]; ++to) {
        std::vector<int> there = coordinates(node);
        if (there[static_cast<std::size_t>(d)] == to) continue;
        there[static_cast<std::size_t>(d)] = to;
        const PortId port = shape_.port_to(node, d, to);
        EXPECT_EQ(coordinates(network_.peer({node, port}).node), there);
        EXPECT_EQ(shape_.dimension_of(port), d);
      }
    }
  }
}

TEST_P(HyperXOf, HasThePortsOfItsLinksAndTerminals) {
  int links = 0;
  for (const int k : config_.radix) links += k - 1;
  EXPECT_EQ(network_.port_count(), links + config_.concentration);
  EXPECT_EQ(network_.terminals_per_node(), config_.concentration);
  for (TerminalId t = 0; t < network_.terminal_count(); ++t)
    EXPECT_EQ(network_.attachment(t).entry.node, t / static_cast<TerminalId>(config_.concentration));
}

TEST_P(HyperXOf, DistancesAreThoseOfTheGraph) {
  for (NodeId a = 0; a < nodes_; ++a) {
    const std::vector<int> hops = hops_from(network_, a);
    for (NodeId b = 0; b < nodes_; ++b) ASSERT_EQ(shape_.distance(a, b), hops[b]) << a << ' ' << b;
  }
}

TEST_P(HyperXOf, FiguresAreThoseOfThePlainGraph) {
  CustomConfig plain = links_of(network_);
  for (TerminalId t = 0; t < network_.terminal_count(); ++t) {
    const NodeId at = network_.attachment(t).entry.node;
    plain.terminals.push_back({at, at});
  }
  const TopologyMetrics closed = measure(network_, /*half_duplex=*/false);
  const TopologyMetrics searched = measure(build_custom(plain), /*half_duplex=*/false);
  EXPECT_EQ(closed.diameter, shape_.dimensions());
  EXPECT_EQ(closed.diameter, searched.diameter);
  EXPECT_NEAR(closed.mean_distance, searched.mean_distance, 1e-9);
  if (nodes_ % 2 == 0) {
    EXPECT_LE(closed.bisection, searched.bisection);
  }
}

/// Every channel carries what the nodes whose way in dimension order leads over it send.
TEST_P(HyperXOf, TheBusiestChannelIsFullAtCapacity) {
  std::vector<double> load(network_.channels().size());
  const double flits = static_cast<double>(config_.concentration) / nodes_;
  for (NodeId a = 0; a < nodes_; ++a) {
    for (NodeId b = 0; b < nodes_; ++b) {
      NodeId here = a;
      for (int d = 0; d < shape_.dimensions(); ++d) {
        if (coordinates(here)[static_cast<std::size_t>(d)] == coordinates(b)[static_cast<std::size_t>(d)])
          continue;
        const PortRef port{here, shape_.port_to(here, d, coordinates(b)[static_cast<std::size_t>(d)])};
        load[static_cast<std::size_t>(network_.channel_from(port))] += flits;
        here = network_.peer(port).node;
      }
    }
  }
  EXPECT_NEAR(measure(network_, /*half_duplex=*/false).capacity,
              1 / *std::max_element(load.begin(), load.end()), 1e-9);
}

std::int64_t bisection_by_trying_every_half(const Topology& network) {
  const auto nodes = static_cast<int>(network.node_count());
  auto best = static_cast<std::int64_t>(network.channels().size());
  for (std::uint32_t half = 0; half < 1U << nodes; ++half) {
    if (std::popcount(half) != nodes / 2) continue;
    std::int64_t across = 0;
    for (const Channel& channel : network.channels())
      across += (half >> channel.from.node ^ half >> channel.to.node) & 1;
    best = std::min(best, across);
  }
  return best;
}

TEST(HyperX, NoHalfHasFewerChannelsThanTheBisection) {
  for (const std::vector<int>& radix : std::vector<std::vector<int>>{{2},
                                                                     {5},
                                                                     {8},
                                                                     {9},
                                                                     {2, 2},
                                                                     {3, 3},
                                                                     {3, 4},
                                                                     {3, 5},
                                                                     {5, 3},
                                                                     {2, 7},
                                                                     {4, 4},
                                                                     {2, 3, 2},
                                                                     {2, 2, 2, 2}}) {
    const Topology network = build_hyperx({radix});
    EXPECT_EQ(measure(network, /*half_duplex=*/false).bisection, bisection_by_trying_every_half(network));
  }
}

TEST(HyperX, OfEightByEightNodesHasTheFiguresOfTheFlattenedButterfly) {
  const Topology network = build_hyperx({{8, 8}, 4});
  const TopologyMetrics metrics = measure(network, /*half_duplex=*/false);
  EXPECT_EQ(network.terminal_count(), 256U);
  EXPECT_EQ(network.port_count(), 7 + 7 + 4);
  EXPECT_EQ(metrics.diameter, 2);
  EXPECT_DOUBLE_EQ(metrics.mean_distance, 2 * 7.0 / 8 * 256 / 255);
  EXPECT_EQ(metrics.bisection, 2 * 8 * 16);
  EXPECT_DOUBLE_EQ(metrics.capacity, 2);
}

TEST(HyperX, OfRadixTwoIsAHypercube) {
  const Topology network = build_hyperx({{2, 2, 2, 2}});
  const Topology cube = build_hypercube({4});
  for (NodeId node = 0; node < 16; ++node) {
    for (PortId port = 0; port < 4; ++port) EXPECT_EQ(network.peer({node, port}), cube.peer({node, port}));
  }
}

}  // namespace
}  // namespace switchyard
