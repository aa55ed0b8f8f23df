#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/base/bits.h"
#include "testbench/energy/energy_meter.h"
#include "tests/support/random_experiment.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr Cycle kWindowBegin = 100;
constexpr Cycle kWindowEnd = 400;

using QueueAndCycle = std::tuple<NodeId, PortId, VcId, Cycle>;

/// The input port whose slots the credits of `event` free, and how long they were on their way; nothing for
/// those of a terminal.
std::optional<std::pair<PortRef, Cycle>> source_of(const Topology& topology, const LinkEvent& event) {
  if (event.at_terminal) return std::pair(topology.attachment(event.node).entry, Cycle{1});
  for (const Channel& channel : topology.channels()) {
    if (channel.from == PortRef{event.node, event.port})
      return std::pair(channel.to, static_cast<Cycle>(channel.latency));
  }
  return std::nullopt;
}

/// From all that crossed the links.
FlitCounts counted_afterwards(const Topology& topology, const std::vector<LinkEvent>& events) {
  std::set<QueueAndCycle> left;
  std::set<std::tuple<NodeId, PortId, PacketId, Cycle>> came;
  const auto comes = [](const LinkEvent& event) {
    return !event.at_terminal && !event.request && event.credits == 0;
  };
  for (const LinkEvent& event : events) {
    if (comes(event)) came.emplace(event.node, event.port, event.flit.packet, event.cycle);
    if (event.credits == 0) continue;
    const auto source = source_of(topology, event);
    if (!source) continue;
    for_each_bit(event.credits, [&](VcId vc) {
      left.emplace(source->first.node, source->first.port, vc, event.cycle - source->second);
    });
  }
  FlitCounts counts;
  for (const LinkEvent& event : events) {
    if (!comes(event) || event.cycle < kWindowBegin) continue;
    ++counts.flits;
    counts.bursts += came.count({event.node, event.port, event.flit.packet, event.cycle - 1}) == 0;
    counts.rises += left.count({event.node, event.port, event.flit.vc, event.cycle}) == 0;
  }
  return counts;
}

class EnergyMeterOfRandomNetworks : public testing::TestWithParam<int> {};

TEST_P(EnergyMeterOfRandomNetworks, CountsWhatCrossedTheLinks) {
  const Experiment experiment = experiment_from(random_experiment(GetParam()));
  FastBench fast(experiment, /*record_events=*/true);
  EnergyMeter meter({}, experiment.design);
  fast.bench.observers.add(&meter);
  fast.run(kWindowBegin);
  meter.open(kWindowBegin);
  fast.run(kWindowEnd - kWindowBegin);
  const FlitCounts expected = counted_afterwards(*experiment.design.topology, fast.bench.recorder.events());
  const FlitCounts counts = meter.close(kWindowEnd - kWindowBegin).counts;
  EXPECT_EQ(counts.flits, expected.flits);
  EXPECT_EQ(counts.bursts, expected.bursts);
  EXPECT_EQ(counts.rises, expected.rises);
  EXPECT_LE(counts.rises, counts.flits);
}

INSTANTIATE_TEST_SUITE_P(Numbers, EnergyMeterOfRandomNetworks, testing::Range(1, 61));

}  // namespace
}  // namespace switchyard
