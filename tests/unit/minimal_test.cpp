#include "hw/routing/minimal.h"

#include <gtest/gtest.h>

#include <vector>

#include "hw/base/bits.h"
#include "hw/topology/builders.h"
#include "tests/support/graphs.h"

namespace switchyard {
namespace {

PortMask routed(const RoutingFunction& routing, NodeId here, NodeId destination) {
  RouteSet routes;
  routing.route({here, destination, kCentralQueues, 0}, routes);
  PortMask ports = 0;
  for (const RouteChoice& choice : routes) {
    EXPECT_EQ(choice.vcs, 1);
    ports |= bit<PortMask>(choice.port);
  }
  return ports;
}

TEST(Minimal, OffersExactlyTheHopsThatBringNearer) {
  const Topology topologies[] = {
      build_hypercube({4}), build_torus({{4, 3}}),       build_torus({{2, 5}}),
      build_mesh({{3, 4}}), build_shuffle_exchange({3}), build_custom(random_connected_graph(14, 12, 3))};
  for (const Topology& topology : topologies) {
    const Minimal routing(topology);
    const std::vector<std::vector<int>> hops = all_distances(topology);
    for (NodeId here = 0; here < topology.node_count(); ++here) {
      for (NodeId to = 0; to < topology.node_count(); ++to) {
        PortMask nearer = 0;
        for (const Channel& channel : topology.channels()) {
          const bool leads = channel.from.node == here && hops[channel.to.node][to] < hops[here][to];
          if (leads) nearer |= bit<PortMask>(channel.from.port);
        }
        if (here == to) continue;
        EXPECT_EQ(routed(routing, here, to), nearer) << topology.kind() << " " << here << " " << to;
      }
    }
  }
}

TEST(Minimal, APacketInAFrameEntersTheQueue) {
  const Topology topology = build_hypercube({3});
  RouteSet routes;
  Minimal(topology).route({0, 5, 1, 0}, routes);
  ASSERT_EQ(routes.size(), 1U);
  EXPECT_EQ(routes.begin()->port, kCentralQueues);
}

}  // namespace
}  // namespace switchyard
