#include "testbench/monitor/queue_monitor.h"

#include <gtest/gtest.h>

#include "hw/routing/routing_function.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

const char* const kCube = R"(
topology: {kind: hypercube, dimensions: 3}
router: {kind: konstantinidou, queue_size: [3, 4, 5]}
routing: {kind: three_queue}
traffic: {pattern: uniform, load: 0.8, packet_length: 1}
)";

int occupancy(const Network& network, NodeId node, VcId queue) {
  int found = -1;
  network.router(node).visit_buffers([&](const BufferView& view) {
    if (view.buffer == BufferRef{Side::Central, kCentralQueues, queue}) found = view.occupancy;
  });
  return found;
}

TEST(QueueMonitor, MeansAndMaximaAreThoseOfTheQueues) {
  const Experiment experiment = experiment_from(kCube);
  FastBench bench(experiment);
  QueueMonitor monitor(experiment.design);
  EXPECT_EQ(monitor.next_sample(), kNever);
  EXPECT_TRUE(monitor.uses().empty());
  bench.run(50);
  monitor.open(50);
  double sum = 0;
  int most = 0;
  for (int sample = 0; sample < 20; ++sample) {
    const Cycle now = 50 + static_cast<Cycle>(sample) * QueueMonitor::kPeriod;
    ASSERT_EQ(monitor.next_sample(), now);
    monitor.sample(now, bench);
    sum += occupancy(bench, 7, 1);
    most = std::max(most, occupancy(bench, 7, 1));
    bench.run(QueueMonitor::kPeriod);
  }
  monitor.close(bench);
  EXPECT_EQ(monitor.next_sample(), kNever);
  const std::vector<QueueUse> uses = monitor.uses();
  ASSERT_EQ(uses.size(), 8U * 3);
  const QueueUse& use = uses[7 * 3 + 1];
  EXPECT_EQ(use.node, 7U);
  EXPECT_EQ(use.queue, (BufferRef{Side::Central, kCentralQueues, 1}));
  EXPECT_DOUBLE_EQ(use.mean, sum / 20);
  EXPECT_EQ(use.max, most);
  EXPECT_GT(most, 0);
  EXPECT_LE(most, 4);
}

TEST(QueueMonitor, NeverAsksForASampleWithoutCentralQueues) {
  const Experiment experiment = experiment_from(R"(
topology: {kind: hypercube, dimensions: 3}
router: {kind: duato}
routing: {kind: duato}
traffic: {pattern: uniform, load: 0.1, packet_length: 1}
)");
  QueueMonitor monitor(experiment.design);
  monitor.open(5);
  EXPECT_EQ(monitor.next_sample(), kNever);
}

}  // namespace
}  // namespace switchyard
