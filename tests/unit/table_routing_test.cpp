#include "hw/routing/table.h"

#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/builders.h"

namespace switchyard {
namespace {

std::vector<PortId> ports(const TableRouting& routing, NodeId here, NodeId destination) {
  RouteSet routes;
  routing.route({here, destination, /*held_port=*/2, 0}, routes);
  std::vector<PortId> ports;
  for (const RouteChoice& choice : routes) {
    EXPECT_EQ(choice.vcs, 0b111);
    EXPECT_EQ(choice.preference, Preference::Adaptive);
    ports.push_back(choice.port);
  }
  return ports;
}

TEST(TableRouting, OffersThePortsOfItsEntriesOnAllVcs) {
  const Topology ring = build_torus({{4}});
  const TableRouting routing(ring, {{0, 1, 0}, {0, 2, 1}, {0, 2, 0}, {3, 2, 1}}, /*vc_count=*/3);
  EXPECT_EQ(ports(routing, 0, 1), (std::vector{0}));
  EXPECT_EQ(ports(routing, 0, 2), (std::vector{0, 1}));
  EXPECT_EQ(ports(routing, 3, 2), (std::vector{1}));
}

TEST(TableRouting, OffersNothingWhereTheTableHasNoEntry) {
  const Topology ring = build_torus({{4}});
  const TableRouting routing(ring, {{0, 1, 0}}, /*vc_count=*/3);
  EXPECT_TRUE(ports(routing, 1, 0).empty());
}

TEST(TableRouting, CountsAnEntryGivenTwiceOnce) {
  const Topology ring = build_torus({{4}});
  EXPECT_EQ(TableRouting(ring, {{0, 1, 0}, {0, 1, 0}}, 3).max_choices(), 1u);
  EXPECT_EQ(TableRouting(ring, {{0, 1, 0}, {0, 2, 0}, {0, 2, 1}}, 3).max_choices(), 2u);
}

}  // namespace
}  // namespace switchyard
