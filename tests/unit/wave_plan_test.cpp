#include "hw/analysis/wave_plan.h"

#include <gtest/gtest.h>

#include <bit>

#include "hw/routing/hanging.h"
#include "hw/routing/three_queue.h"
#include "hw/routing/two_queue.h"
#include "hw/topology/builders.h"

namespace switchyard {
namespace {

constexpr int kDimensions = 4;
constexpr int kPorts = kDimensions + 1;
constexpr NodeId kNodes = NodeId{1} << kDimensions;

Topology cube() { return build_hypercube({.dimensions = kDimensions}); }

/// A channel of class `vc` for each dimension in `dimensions`.
std::uint64_t over(NodeId dimensions, VcId vc) {
  std::uint64_t channels = 0;
  for (int d = 0; d < kDimensions; ++d) {
    if (dimensions >> d & 1) channels |= class_bit(vc, d, kPorts);
  }
  return channels;
}

/// Packets come up through the ones of a node's number, and leave up through its zeros.
TEST(WavePlan, OfHangingGoesUpAndThenDown) {
  const Topology topology = cube();
  const WavePlan plan = plan_waves(ResourceSpace(topology, 2), Hanging(kDimensions), 2);
  EXPECT_TRUE(plan.cycle.empty());
  EXPECT_EQ(plan.longest_way, 2 * kDimensions);
  for (NodeId node = 0; node < kNodes; ++node) {
    const WaveSite& site = plan.sites[node];
    const NodeId zeros = ~node & (kNodes - 1);
    const bool is_top = node == kNodes - 1;
    EXPECT_EQ(site.injection, class_bit(0, kDimensions, kPorts));
    EXPECT_EQ(site.delivering, over(node, 0) | over(zeros, 1));
    // What comes to the top has arrived, or goes down; what comes down to the bottom has arrived.
    EXPECT_EQ(site.queues[0].from_channels, over(node, 0) | site.injection) << node;
    EXPECT_EQ(site.queues[0].to_channels, over(zeros, 0));
    EXPECT_EQ(site.queues[1].from_channels, node == 0 || is_top ? 0U : over(zeros, 1));
    EXPECT_EQ(site.queues[1].from_queues, node == 0 ? 0U : 1U);
    EXPECT_EQ(site.queues[1].to_channels, over(node, 1));
  }
}

TEST(WavePlan, OfThreeQueuesGoesUpAgain) {
  const Topology topology = cube();
  const WavePlan plan = plan_waves(ResourceSpace(topology, 3), ThreeQueue(kDimensions), 3);
  EXPECT_TRUE(plan.cycle.empty());
  EXPECT_EQ(plan.longest_way, 3 * kDimensions);
  std::uint64_t channels = 0;
  for (const WaveSite& site : plan.sites) {
    for (const WaveSite::Queue& queue : site.queues) channels += std::popcount(queue.to_channels);
  }
  EXPECT_EQ(channels, 3U * kDimensions * kNodes / 2) << "two classes up, one down";
}

TEST(WavePlan, FindsACircleWherePacketsGoBothWaysInAQueue) {
  const Topology topology = cube();
  const ResourceSpace space(topology, 2);
  const TwoQueue routing(*topology.shape<Grid>());
  const WavePlan plan = plan_waves(space, routing, 2);
  EXPECT_TRUE(plan.sites.empty());
  ASSERT_GE(plan.cycle.size(), 2U);
  for (std::size_t i = 0; i < plan.cycle.size(); ++i) {
    const ResourceId wanted = plan.cycle[(i + 1) % plan.cycle.size()];
    bool is_wanted = false;
    for (NodeId destination = 0; destination < kNodes; ++destination) {
      const RouteQuery query = space.query(plan.cycle[i], destination);
      if (query.here == destination) continue;
      RouteSet routes;
      routing.route(query, routes);
      for (const RouteChoice& choice : routes)
        for_each_bit(choice.vcs,
                     [&](VcId vc) { is_wanted |= space.beyond(query.here, choice.port, vc) == wanted; });
    }
    EXPECT_TRUE(is_wanted) << space.name(plan.cycle[i]) << " to " << space.name(wanted);
  }
}

}  // namespace
}  // namespace switchyard
