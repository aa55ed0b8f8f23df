#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "hw/routing/three_queue.h"
#include "testbench/catalog/standard_catalogs.h"
#include "testbench/monitor/watchdog.h"
#include "tests/support/changed_routing.h"
#include "tests/support/queue_walk.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_bench.h"
#include "tests/support/waiting.h"

namespace switchyard {
namespace {

/// Queues of one packet on a hypercube, beyond saturation, with a relation that no catalog has.
Experiment overloaded_cube(const Catalog::RoutingKind& routing, int seed) {
  Catalogs catalogs = standard_catalogs();
  catalogs.hardware.routings.push_back(routing);
  ConfigDocument document = ConfigDocument::from_text("seed: " + std::to_string(seed) + R"(
topology: {kind: hypercube, dimensions: 5}
router: {kind: konstantinidou, queue_size: 1, input_buffer: 1, ejection_buffer: 1}
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
  for (const WaitingBuffer& buffer : watchdog.deadlock()->cycle) EXPECT_TRUE(buffer.occupied);
  return watchdog.deadlock();
}

using Make = std::function<std::unique_ptr<RoutingFunction>(int dimensions)>;

Catalog::RoutingKind kind_of(const std::string& name, const Make& make) {
  return {
      name, "",
      [make](const ConfigNode&, const Topology& topology, int) { return make(topology.port_count() - 1); },
      ThreeQueue::kQueues};
}

template <class Relation>
std::unique_ptr<RoutingFunction> make(int dimensions) {
  return std::make_unique<Relation>(dimensions);
}

std::unique_ptr<RoutingFunction> make_back_to_queue_zero(int dimensions) {
  return std::make_unique<ChangedRouting>(
      std::make_unique<ThreeQueue>(dimensions), [](const RouteQuery& query, RouteChoice& choice) {
        const bool from_queue_one = query.held_port == kCentralQueues && query.held_vc == 1;
        if (from_queue_one && choice.port == kCentralQueues) choice.vcs = 0b001;
        return true;
      });
}

TEST(QueueDeadlock, ThreeQueueHasNoneWithQueuesOfOne) {
  for (const int seed : {1, 2, 3}) {
    EXPECT_FALSE(deadlock_of(kind_of("sound", make<ThreeQueue>), seed, kSanitized ? 2000 : 20000)) << seed;
  }
}

/// A packet in the one buffer of a link could enter any queue: the node has a buffer for each. That it would
/// deadlock is what the analysis says (ThreeQueueMutant.OneBufferPerLinkClosesACycle).
TEST(QueueDeadlock, OneInputBufferPerLinkIsRefused) {
  const Experiment experiment = overloaded_cube(kind_of("shared", make<OneBufferPerLink>), 1);
  EXPECT_THROW(FastBench{experiment}, std::invalid_argument);
}

TEST(QueueDeadlock, AMoveBackToQueueZeroHasOne) {
  const auto deadlock = deadlock_of(kind_of("back", make_back_to_queue_zero), 1, 20000);
  ASSERT_TRUE(deadlock);
  bool names_a_queue = false;
  for (const WaitingBuffer& buffer : deadlock->cycle) {
    names_a_queue |= to_string(buffer).find("central queue ") != std::string::npos;
  }
  EXPECT_TRUE(names_a_queue);
}

}  // namespace
}  // namespace switchyard
