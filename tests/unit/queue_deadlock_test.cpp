#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "hw/routing/three_queue.h"
#include "testbench/monitor/watchdog.h"
#include "tests/support/queue_walk.h"
#include "tests/support/test_bench.h"
#include "tests/support/waiting.h"

namespace switchyard {
namespace {

/// ThreeQueue with queues of one packet on a hypercube, beyond saturation, with another relation in its
/// place.
Experiment overloaded_cube(const Catalog::RoutingKind& routing, int seed) {
  Catalogs catalogs = standard_catalogs();
  catalogs.hardware.routings.push_back(routing);
  ConfigDocument document = ConfigDocument::from_text("seed: " + std::to_string(seed) + R"(
topology: {kind: hypercube, dimensions: 5}
router: {kind: konstantinidou, queue_size: 1, input_buffer: 1, delivery_buffer: 1}
routing: {kind: )" + routing.name + R"(}
traffic: {pattern: uniform, load: 1, packet_length: 1}
)",
                                                      "test.yaml");
  return read_experiment(document, catalogs);
}

/// The deadlock that the watchdog finds within so many cycles; it must be a true one.
std::optional<Deadlock> deadlock_of(const Catalog::RoutingKind& routing, int seed, Cycle cycles) {
  const Experiment experiment = overloaded_cube(routing, seed);
  FastBench bench(experiment);
  Watchdog watchdog(experiment.design, 200);
  for (Cycle now = 1; now <= cycles && !watchdog.deadlock(); ++now) {
    bench.run(1);
    if (now >= watchdog.next_look()) watchdog.look(now, bench);
  }
  if (!watchdog.deadlock()) return std::nullopt;
  EXPECT_TRUE(is_cycle(experiment.design, bench, watchdog.deadlock()->cycle));
  for (const WaitingLane& lane : watchdog.deadlock()->cycle) EXPECT_TRUE(lane.occupied);
  return watchdog.deadlock();
}

class BackToQueueZero final : public RoutingFunction {
 public:
  explicit BackToQueueZero(int dimensions)
      : sound_(dimensions), changed_(sound_, [](const RouteQuery& query, RouteChoice& choice) {
          const bool from_queue_one = query.held_port == kCentralQueues && query.held_vc == 1;
          if (from_queue_one && choice.port == kCentralQueues) choice.vcs = 0b001;
        }) {}

  void route(const RouteQuery& query, RouteSet& routes) const override { changed_.route(query, routes); }
  std::size_t max_choices() const override { return sound_.max_choices(); }

 private:
  ThreeQueue sound_;
  ChangedRelation changed_;
};

template <class Relation>
Catalog::RoutingKind kind_of(const std::string& name) {
  return {name, "",
          [](const ConfigNode&, const Topology& topology, int) {
            return std::make_unique<Relation>(topology.port_count() - 1);
          },
          ThreeQueue::kQueues};
}

TEST(QueueDeadlock, ThreeQueueHasNoneWithQueuesOfOne) {
  for (const int seed : {1, 2, 3}) {
    EXPECT_FALSE(deadlock_of(kind_of<ThreeQueue>("sound"), seed, 20000)) << seed;
  }
}

TEST(QueueDeadlock, OneInputBufferPerLinkHasOne) {
  const auto deadlock = deadlock_of(kind_of<OneBufferPerLink>("shared"), 1, 20000);
  ASSERT_TRUE(deadlock);
  EXPECT_NE(to_string(deadlock->cycle.front()).find("node "), std::string::npos);
}

TEST(QueueDeadlock, AMoveBackToQueueZeroHasOne) {
  const auto deadlock = deadlock_of(kind_of<BackToQueueZero>("back"), 1, 20000);
  ASSERT_TRUE(deadlock);
  bool names_a_queue = false;
  for (const WaitingLane& lane : deadlock->cycle) {
    names_a_queue |= to_string(lane).find("central queue ") != std::string::npos;
  }
  EXPECT_TRUE(names_a_queue);
}

}  // namespace
}  // namespace switchyard
