#include "hw/topology/butterfly.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include <gtest/gtest.h>

#include "hw/topology/bisection.h"
#include "hw/topology/builders.h"
#include "hw/topology/metrics.h"
#include "tests/support/graphs.h"

namespace switchyard {
namespace {

using Pairs = std::multiset<std::pair<NodeId, NodeId>>;

class ButterflyOf : public testing::TestWithParam<int> {
 protected:
  const int n_ = GetParam();
  const Topology network_ = build_butterfly({n_, /*straight_links=*/1, /*link_latency=*/2});
  const Butterfly& shape_ = *network_.shape<Butterfly>();
};

INSTANTIATE_TEST_SUITE_P(Dimensions, ButterflyOf, testing::Range(1, 13));

TEST_P(ButterflyOf, HasTheLinksOfItsDefinition) {
  const auto n = static_cast<NodeId>(n_);
  ASSERT_EQ(network_.node_count(), n << n);
  ASSERT_EQ(network_.channels().size(), 4 * network_.node_count());
  for (NodeId row = 0; row < NodeId{1} << n; ++row) {
    for (NodeId column = 0; column < n; ++column) {
      const NodeId node = row * n + column;
      const NodeId straight = row * n + (column + 1) % n;
      const NodeId cross = (row ^ NodeId{1} << column) * n + (column + 1) % n;
      EXPECT_EQ(network_.peer({node, shape_.up_straight()}), (PortRef{straight, shape_.down_straight()}));
      EXPECT_EQ(network_.peer({node, shape_.up_cross()}), (PortRef{cross, shape_.down_cross()}));
    }
  }
  EXPECT_EQ(network_.channels().front().latency, 2);
}

TEST_P(ButterflyOf, EveryNodeNumberIsThatOfItsColumnAndRow) {
  for (NodeId node = 0; node < network_.node_count(); ++node)
    EXPECT_EQ(shape_.node_at(shape_.column(node), shape_.row(node)), node);
}

TEST_P(ButterflyOf, DistancesAreThoseOfTheGraph) {
  const NodeId nodes = network_.node_count();
  const NodeId stride = std::max(NodeId{1}, nodes / 24);
  for (NodeId from = 0; from < nodes; from += stride) {
    const std::vector<int> hops = hops_from(network_, from);
    for (NodeId to = 0; to < nodes; ++to) ASSERT_EQ(shape_.distance(from, to), hops[to]) << from << ' ' << to;
  }
}

TEST_P(ButterflyOf, DiameterIsOneAndAHalfTimesTheColumns) {
  const TopologyMetrics metrics = measure(network_, /*half_duplex=*/false);
  EXPECT_EQ(metrics.diameter, 3 * n_ / 2);
  EXPECT_EQ(metrics.bisection, std::int64_t{2} << n_);
}

/// The links of a butterfly that is not known to be one; without loops, which a custom graph cannot have.
Topology as_plain_graph(const Topology& butterfly) {
  CustomConfig links = links_of(butterfly);
  std::erase_if(links.links, [](const CustomConfig::Link& link) { return link.a == link.b; });
  return build_custom(links);
}

TEST(Butterfly, FiguresAreThoseOfThePlainGraph) {
  for (const int n : {2, 3, 4}) {  // With one column the straight links are loops, which carry nothing.
    for (const int straight : {1, 3}) {
      const Topology butterfly = build_butterfly({n, straight});
      const TopologyMetrics ours = measure(butterfly, /*half_duplex=*/false);
      const Topology plain = as_plain_graph(butterfly);
      const TopologyMetrics searched = measure(plain, /*half_duplex=*/false);
      EXPECT_EQ(ours.diameter, searched.diameter) << n;
      EXPECT_DOUBLE_EQ(ours.mean_distance, searched.mean_distance) << n;
      EXPECT_EQ(ours.bisection, searched.bisection) << n;  // Exact up to n = 2, the best that is found above.
      EXPECT_DOUBLE_EQ(ours.capacity, searched.capacity) << n;
    }
  }
}

TEST(Butterfly, HasStraightLinksSideBySide) {
  const Topology network = build_butterfly({3, /*straight_links=*/3});
  const Butterfly& shape = *network.shape<Butterfly>();
  ASSERT_EQ(network.port_count(), 9);
  for (int link = 0; link < 3; ++link) {
    EXPECT_EQ(network.peer({shape.node_at(2, 5), shape.up_straight(link)}),
              (PortRef{shape.node_at(0, 5), shape.down_straight(link)}));
  }
  EXPECT_EQ(network.peer({shape.node_at(2, 5), shape.up_cross()}),
            (PortRef{shape.node_at(0, 1), shape.down_cross()}));
}

TEST(Butterfly, TheExtraColumnRepeatsThePatternOfColumn0) {
  for (const int n : {1, 2, 3, 4}) {
    const Topology network = build_butterfly({.dimensions = n, .extra_column = true});
    const Butterfly& shape = *network.shape<Butterfly>();
    ASSERT_EQ(shape.columns(), n + 1);
    ASSERT_EQ(network.node_count(), static_cast<NodeId>(n + 1) << n);
    for (NodeId row = 0; row < shape.row_count(); ++row) {
      const NodeId node = shape.node_at(n, row);
      EXPECT_EQ(shape.column(node), n);
      EXPECT_EQ(shape.row(node), row);
      EXPECT_EQ(network.peer({node, shape.up_straight()}),
                (PortRef{shape.node_at(0, row), shape.down_straight()}));
      EXPECT_EQ(network.peer({node, shape.up_cross()}),
                (PortRef{shape.node_at(0, row ^ 1), shape.down_cross()}));
      EXPECT_EQ(network.peer({shape.node_at(n - 1, row), shape.up_cross()}),
                (PortRef{shape.node_at(n, row ^ NodeId{1} << (n - 1)), shape.down_cross()}));
    }
  }
}

TEST(Butterfly, FiguresWithTheExtraColumnAreThoseOfThePlainGraph) {
  for (const int n : {1, 2, 3, 4}) {
    const Topology butterfly = build_butterfly({.dimensions = n, .extra_column = true});
    const Butterfly& shape = *butterfly.shape<Butterfly>();
    for (NodeId from = 0; from < butterfly.node_count(); ++from) {
      const std::vector<int> hops = hops_from(butterfly, from);
      for (NodeId to = 0; to < butterfly.node_count(); ++to) ASSERT_EQ(shape.distance(from, to), hops[to]);
    }
    const TopologyMetrics ours = measure(butterfly, /*half_duplex=*/false);
    const TopologyMetrics searched = measure(as_plain_graph(butterfly), /*half_duplex=*/false);
    EXPECT_EQ(ours.diameter, searched.diameter) << n;
    EXPECT_DOUBLE_EQ(ours.mean_distance, searched.mean_distance) << n;
    EXPECT_GE(ours.bisection, searched.bisection) << n;
    EXPECT_FALSE(ours.bisection_exact);
  }
}

}  // namespace
}  // namespace switchyard
