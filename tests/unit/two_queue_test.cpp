#include "hw/routing/two_queue.h"

#include <gtest/gtest.h>

#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "tests/support/changed_routing.h"
#include "tests/support/graphs.h"
#include "tests/support/queue_walk.h"

namespace switchyard {
namespace {

std::vector<Topology> small_grids() {
  return {build_hypercube({2}), build_hypercube({4}),    build_mesh({{5}}),
          build_mesh({{4, 3}}), build_mesh({{3, 2, 3}}), build_mesh({{2, 2, 2}})};
}

TEST(TwoQueue, IsMinimalAndFullyAdaptiveWhileAnUpMoveIsLeft) {
  for (const Topology& grid : small_grids()) {
    const TwoQueue routing(*grid.shape<Grid>());
    for (NodeId destination = 0; destination < grid.node_count(); ++destination) {
      walk_packets_to(grid, routing, destination, [&](const RouteQuery& query, const auto& moves) {
        if (query.held_port != kCentralQueues) return;
        int minimal = 0;
        bool up_left = false;
        for (int d = 0; d < grid.shape<Grid>()->dimensions(); ++d) {
          const Offset offset = grid.shape<Grid>()->offset(query.here, destination, d);
          minimal += (offset.up != 0) + (offset.down != 0);
          up_left |= offset.up != 0;
        }
        int hops = 0;
        for (const QueueMove& move : moves) {
          if (!move.hop) continue;
          ++hops;
          EXPECT_EQ(grid.shape<Grid>()->distance(move.after.here, destination) + 1,
                    grid.shape<Grid>()->distance(query.here, destination));
        }
        const bool moves_to_b = query.held_vc == TwoQueue::kA && !up_left;
        EXPECT_EQ(hops, moves_to_b ? 0 : minimal);
      });
    }
  }
}

TEST(TwoQueue, IsFreeOfDeadlockThoughItsDynamicLinksCloseCycles) {
  for (const Topology& grid : small_grids()) {
    const TwoQueue routing(*grid.shape<Grid>());
    const QueueProof proof = prove(grid, routing);
    EXPECT_TRUE(proof.safe()) << name_of({GridCase::Mesh, grid.shape<Grid>()->radices()});
    EXPECT_EQ(proof.acyclic, grid.shape<Grid>()->dimensions() == 1);
    EXPECT_LE(proof.most_moves, routing.max_choices());
    EXPECT_EQ(verdict_on(grid, routing),
              proof.acyclic ? DeadlockVerdict::Kind::Acyclic : DeadlockVerdict::Kind::Dynamic);
  }
}

TEST(TwoQueueMutant, DynamicLinksTakenForStaticOnesCloseACycle) {
  const Topology cube = build_hypercube({3});
  const auto to_static = [](const RouteQuery&, RouteChoice& choice) {
    choice.preference = Preference::Static;
    return true;
  };
  const ChangedRouting all_static(std::make_unique<TwoQueue>(*cube.shape<Grid>()), to_static);
  EXPECT_FALSE(prove(cube, all_static).base_acyclic);
  EXPECT_EQ(verdict_on(cube, all_static), DeadlockVerdict::Kind::Unsafe);
}

TEST(TwoQueueMutant, ADynamicLinkWithoutAnUpMoveLeftIsADeadEnd) {
  const Topology cube = build_hypercube({3});
  const auto move_to_adaptive = [](const RouteQuery& query, RouteChoice& choice) {
    if (query.held_port == kCentralQueues && choice.port == kCentralQueues)
      choice.preference = Preference::Adaptive;
    return true;
  };
  const ChangedRouting stays_in_a(std::make_unique<TwoQueue>(*cube.shape<Grid>()), move_to_adaptive);
  EXPECT_FALSE(prove(cube, stays_in_a).always_a_way);
  EXPECT_EQ(verdict_on(cube, stays_in_a), DeadlockVerdict::Kind::Unsafe);
}

}  // namespace
}  // namespace switchyard
