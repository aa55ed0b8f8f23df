#include <gtest/gtest.h>

#include "hw/routing/four_queue.h"
#include "hw/routing/hanging.h"
#include "hw/routing/minimal.h"
#include "hw/routing/three_queue.h"
#include "hw/routing/two_queue.h"
#include "hw/topology/builders.h"
#include "hw/topology/grid.h"

namespace switchyard {
namespace {

/// Whether queue_candidates() says what route() says, for every packet in every queue.
testing::AssertionResult agrees_with_route(const Topology& topology, const RoutingFunction& routing,
                                           int queues) {
  const int ports = topology.port_count();
  for (NodeId here = 0; here < topology.node_count(); ++here) {
    for (NodeId to = 0; to < topology.node_count(); ++to) {
      for (VcId queue = 0; here != to && queue < queues; ++queue) {
        const QueueCandidates fast = routing.queue_candidates(here, to, queue, ports);
        const QueueCandidates right = routing.RoutingFunction::queue_candidates(here, to, queue, ports);
        if (fast.preferred == right.preferred && fast.escape == right.escape) continue;
        return testing::AssertionFailure() << "queue " << queue << " of node " << here << ", to " << to;
      }
    }
  }
  return testing::AssertionSuccess();
}

TEST(QueueCandidates, AreWhatRouteSays) {
  const Topology cube = build_hypercube({5});
  EXPECT_TRUE(agrees_with_route(cube, ThreeQueue(5), ThreeQueue::kQueues));
  EXPECT_TRUE(agrees_with_route(cube, Hanging(5), Hanging::kQueues));
  EXPECT_TRUE(agrees_with_route(cube, TwoQueue(*cube.shape<Grid>()), TwoQueue::kQueues));
  EXPECT_TRUE(agrees_with_route(cube, Minimal(cube), Minimal::kQueues));
  const Topology torus = build_torus({{4, 5}});
  EXPECT_TRUE(agrees_with_route(torus, Minimal(torus), Minimal::kQueues));
  const Topology shuffle = build_shuffle_exchange({4});
  EXPECT_TRUE(agrees_with_route(shuffle, FourQueue(4), FourQueue::kQueues));
}

/// Forgets the move to the next queue where it is an escape.
class NoWayOut final : public RoutingFunction {
 public:
  void route(const RouteQuery& query, RouteSet& routes) const override { right_.route(query, routes); }
  QueueCandidates queue_candidates(NodeId here, NodeId destination, VcId queue, int ports) const override {
    return {right_.queue_candidates(here, destination, queue, ports).preferred, 0};
  }
  std::size_t max_choices() const override { return right_.max_choices(); }

 private:
  ThreeQueue right_{5};
};

TEST(QueueCandidatesMutant, AForgottenMoveIsNoticed) {
  EXPECT_FALSE(agrees_with_route(build_hypercube({5}), NoWayOut(), ThreeQueue::kQueues));
}

}  // namespace
}  // namespace switchyard
