#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/grid.h"
#include "tests/support/graphs.h"

namespace switchyard {
namespace {

bool every_port_drives_and_receives_exactly_one_channel(const Topology& topology) {
  std::set<PortRef> drivers, sinks;
  for (const Channel& channel : topology.channels()) {
    if (!drivers.insert(channel.from).second || !sinks.insert(channel.to).second) return false;
  }
  const std::size_t network_ports =
      topology.node_count() * static_cast<std::size_t>(topology.port_count() - 1);
  return drivers.size() == network_ports && sinks.size() == network_ports;
}

/// Whether each channel moves a flit one coordinate on, the way that its port says.
bool channels_follow_the_grid(const Topology& topology, const Grid& grid) {
  for (const Channel& channel : topology.channels()) {
    const int d = grid.dimension_of(channel.from.port);
    const bool up = channel.from.port == grid.up_port(d);
    const int k = grid.radix(d);
    for (int e = 0; e < grid.dimensions(); ++e) {
      const int step = e != d ? 0 : up ? 1 : k - 1;
      const int expected = (grid.coordinate(channel.from.node, e) + step) % grid.radix(e);
      if (grid.coordinate(channel.to.node, e) != expected) return false;
    }
    if (channel.to.port != (up ? grid.down_port(d) : grid.up_port(d))) return false;
  }
  return true;
}

bool distances_are_those_of_the_graph(const Topology& topology, const Grid& grid) {
  const std::vector<std::vector<int>> hops = all_distances(topology);
  for (NodeId a = 0; a < topology.node_count(); ++a) {
    for (NodeId b = 0; b < topology.node_count(); ++b) {
      if (grid.distance(a, b) != hops[a][b]) return false;
    }
  }
  return true;
}

class TorusProperty : public testing::TestWithParam<std::vector<int>> {
 protected:
  const Topology torus_ = build_torus({GetParam()});
  const Grid& grid_ = *torus_.shape<Grid>();
};

TEST_P(TorusProperty, EveryPortDrivesAndReceivesExactlyOneChannel) {
  EXPECT_TRUE(every_port_drives_and_receives_exactly_one_channel(torus_));
}

TEST_P(TorusProperty, EveryChannelGoesOneCoordinateOn) {
  EXPECT_TRUE(channels_follow_the_grid(torus_, grid_));
}

TEST_P(TorusProperty, DistancesInClosedFormAreThoseOfTheGraph) {
  EXPECT_TRUE(distances_are_those_of_the_graph(torus_, grid_));
}

INSTANTIATE_TEST_SUITE_P(Radices, TorusProperty,
                         testing::Values(std::vector{2}, std::vector{5}, std::vector{8}, std::vector{3, 5},
                                         std::vector{2, 6}, std::vector{4, 4}, std::vector{4, 2, 3},
                                         std::vector{3, 3, 3}, std::vector{2, 2, 2, 2}));

TEST(TorusPropertyMutant, AMeshHasPortsWithoutAChannel) {
  EXPECT_FALSE(every_port_drives_and_receives_exactly_one_channel(build_mesh({{4, 4}})));
}

TEST(TorusPropertyMutant, ATorusWithItsDimensionsSwappedLeadsElsewhere) {
  const Topology torus = build_torus({{4, 3}});
  const Grid swapped({3, 4}, /*wraps=*/true, /*single_port=*/false);
  EXPECT_FALSE(channels_follow_the_grid(torus, swapped));
  EXPECT_FALSE(distances_are_those_of_the_graph(torus, swapped));
}

TEST(TorusPropertyMutant, AMeshIsWiderThanATorus) {
  EXPECT_FALSE(distances_are_those_of_the_graph(build_mesh({{4, 4}}), *build_torus({{4, 4}}).shape<Grid>()));
}

}  // namespace
}  // namespace switchyard
