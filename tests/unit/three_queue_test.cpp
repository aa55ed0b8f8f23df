#include "hw/routing/three_queue.h"

#include <gtest/gtest.h>

#include "hw/routing/central_queues.h"
#include "hw/routing/hanging.h"
#include "hw/topology/builders.h"
#include "tests/support/changed_routing.h"
#include "tests/support/queue_walk.h"

namespace switchyard {
namespace {

/// Calls `check(query, moves)` for all that can happen to any packet of an n-cube.
template <class Check>
void for_all_packets(const Topology& cube, const RoutingFunction& routing, Check&& check) {
  for (NodeId destination = 0; destination < cube.node_count(); ++destination) {
    walk_packets_to(cube, routing, destination, check);
  }
}

TEST(ThreeQueue, NeverGoesBackToAnEarlierQueueAndCorrectsABitWithEveryHop) {
  const Topology cube = build_hypercube({4});
  for_all_packets(cube, ThreeQueue(4), [](const RouteQuery& query, const std::vector<QueueMove>& moves) {
    const NodeId wrong = query.here ^ query.destination;
    for (const QueueMove& move : moves) {
      EXPECT_GE(move.after.held_vc, query.held_vc);
      const NodeId corrected = query.here ^ move.after.here;
      EXPECT_EQ(std::popcount(corrected), move.hop ? 1 : 0);
      EXPECT_EQ(corrected & ~wrong, 0U);
    }
  });
}

TEST(ThreeQueue, AscendsToTheZenithAndThenDescends) {
  const ThreeQueue routing(4);
  RouteSet routes;
  routing.route({0b0011, 0b0110, kCentralQueues, 0}, routes);  // Still below S OR D.
  ASSERT_EQ(routes.size(), 2U);
  EXPECT_EQ(routes.begin()[0].port, 2);
  EXPECT_EQ(routes.begin()[0].vcs, 0b001);
  EXPECT_EQ(routes.begin()[0].preference, Preference::Static);
  EXPECT_EQ(routes.begin()[1].port, kCentralQueues);  // The change to class 2 comes last.
  EXPECT_EQ(routes.begin()[1].vcs, 0b010);
  EXPECT_EQ(routes.begin()[1].preference, Preference::Escape);

  RouteSet at_zenith;
  routing.route({0b0111, 0b0110, kCentralQueues, 0}, at_zenith);
  ASSERT_EQ(at_zenith.size(), 1U);
  EXPECT_EQ(at_zenith.begin()->port, kCentralQueues);
  EXPECT_EQ(at_zenith.begin()->preference, Preference::Static);

  RouteSet descending;
  routing.route({0b0111, 0b0110, kCentralQueues, 1}, descending);
  ASSERT_EQ(descending.size(), 1U);
  EXPECT_EQ(descending.begin()->port, 0);
}

TEST(ThreeQueue, ClassTwoGoesDownToTheNadirAndThenUp) {
  const ThreeQueue routing(4);
  RouteSet at_nadir;
  routing.route({0b0010, 0b0110, kCentralQueues, 1}, at_nadir);
  ASSERT_EQ(at_nadir.size(), 1U);
  EXPECT_EQ(at_nadir.begin()->port, kCentralQueues);
  EXPECT_EQ(at_nadir.begin()->vcs, 0b100);
  RouteSet ascending;
  routing.route({0b0010, 0b0110, kCentralQueues, 2}, ascending);
  ASSERT_EQ(ascending.size(), 1U);
  EXPECT_EQ(ascending.begin()->port, 2);
  EXPECT_EQ(ascending.begin()->vcs, 0b100);
}

TEST(ThreeQueue, APacketEntersTheQueueOfTheClassOfItsBuffer) {
  const ThreeQueue routing(3);
  for (const auto& [port, vc] : {std::pair{-1, 0}, std::pair{3, 0}, std::pair{0, 1}, std::pair{2, 2}}) {
    RouteSet routes;
    routing.route({5, 2, port, vc}, routes);
    ASSERT_EQ(routes.size(), 1U);
    EXPECT_EQ(routes.begin()->port, kCentralQueues);
    EXPECT_EQ(routes.begin()->vcs, bit<VcMask>(vc));
  }
}

TEST(ThreeQueue, IsFreeOfDeadlockAsNoBufferOrQueueWaitsForItself) {
  for (int n = 1; n <= 5; ++n) {
    const Topology cube = build_hypercube({n});
    const QueueProof three = prove(cube, ThreeQueue(n));
    EXPECT_TRUE(three.acyclic && three.safe()) << n;
    EXPECT_EQ(verdict_on(cube, ThreeQueue(n)), DeadlockVerdict::Kind::Acyclic);
    EXPECT_EQ(verdict_on(cube, Hanging(n)), DeadlockVerdict::Kind::Acyclic);
    EXPECT_LE(three.most_moves, ThreeQueue(n).max_choices());
    const QueueProof hanging = prove(cube, Hanging(n));
    EXPECT_TRUE(hanging.acyclic && hanging.safe()) << n;
    EXPECT_LE(hanging.most_moves, Hanging(n).max_choices());
    EXPECT_LT(hanging.states, three.states + (n == 1 ? 1 : 0)) << n;  // Class 2 adds states.
  }
}

TEST(ThreeQueueMutant, AMoveBackToQueueZeroClosesACycle) {
  const Topology cube = build_hypercube({3});
  const auto queue_one_to_zero = [](const RouteQuery& query, RouteChoice& choice) {
    if (query.held_port == kCentralQueues && query.held_vc == 1 && choice.port == kCentralQueues)
      choice.vcs = 0b001;
    return true;
  };
  const ChangedRouting back(std::make_unique<ThreeQueue>(3), queue_one_to_zero);
  EXPECT_FALSE(prove(cube, back).base_acyclic);
  EXPECT_EQ(verdict_on(cube, back), DeadlockVerdict::Kind::Unsafe);
}

TEST(ThreeQueueMutant, OneBufferPerLinkClosesACycle) {
  const Topology cube = build_hypercube({3});
  const OneBufferPerLink shared(3);
  const QueueProof proof = prove(cube, shared);
  EXPECT_TRUE(proof.always_a_way);
  EXPECT_FALSE(proof.base_acyclic);
  EXPECT_EQ(verdict_on(cube, shared), DeadlockVerdict::Kind::Unsafe);
}

TEST(Hanging, NeverLeavesClassOne) {
  const Topology cube = build_hypercube({4});
  for_all_packets(cube, Hanging(4), [](const RouteQuery& query, const std::vector<QueueMove>& moves) {
    for (const QueueMove& move : moves) {
      EXPECT_LT(move.after.held_vc, 2);
      EXPECT_GE(move.after.held_vc, query.held_vc);
      if (move.after.held_vc == 1) {  // Only from the Zenith on.
        EXPECT_EQ(wrong_zeros(query.here, query.destination), 0U);
      }
    }
  });
}

}  // namespace
}  // namespace switchyard
