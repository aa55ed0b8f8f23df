#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "hw/base/virtual_networks.h"
#include "tests/support/dice.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

TEST(VirtualNetworkPriorities, TheHighestOfThoseThatRequestAreForemost) {
  const VirtualNetworks networks({2, 1, 3}, {1, 4, 1});
  EXPECT_EQ(networks.foremost(0b111111), VcMask(0b000100));
  EXPECT_EQ(networks.foremost(0b101010), VcMask(0b101010)) << "the first and the last are alike";
  EXPECT_EQ(networks.foremost(0b000110), VcMask(0b000100));
  EXPECT_EQ(networks.foremost(0), VcMask(0));
  EXPECT_EQ(VirtualNetworks(std::vector<int>{2, 4}).foremost(0b101010), VcMask(0b101010));
}

/// When and where the packets of the first class came: source, creation, destination, arrival.
class FirstClass final : public LinkObserver {
 public:
  explicit FirstClass(const PacketLog& log) : log_(log) {}
  void at_router(Cycle, NodeId, const PortInputs&) override {}
  void at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) override {
    if (arrivals.flit_ports == 0) return;
    const Flit& flit = arrivals.flits[0];
    const PacketRecord& record = *log_.find(flit.packet);
    if (record.label == 0)
      flits.emplace_back(log_.source_of(flit.packet), record.created, terminal, flit.remaining, now);
  }

  std::vector<std::tuple<NodeId, Cycle, NodeId, int, Cycle>> flits;

 private:
  const PacketLog& log_;
};

using Flits = std::vector<std::tuple<NodeId, Cycle, NodeId, int, Cycle>>;

/// What a run has.
struct PriorityRun {
  std::uint64_t seed;
  std::string router;   ///< Keys beside those of the VCs.
  std::string pattern;  ///< Of the first class; the second is uniform.
  double load;          ///< Of the first class.
};

/// With four times as much of the second class as of the first, or none.
Flits first_class(const PriorityRun& run, const std::string& priorities, bool with_second) {
  const std::string yaml =
      fmt::format(R"(
seed: {}
topology: {{kind: mesh, radix: [4, 4]}}
router: {{kind: duato, virtual_channels: 3, virtual_networks: [1, 2], priorities: {}, {}}}
routing: {{kind: dimension_order, selection: first}}
traffic:
  load: {}
  classes:
    - {{name: first, pattern: {}, packet_length: {{min: 1, max: 4}}}}
    - {{name: second, pattern: uniform, weight: {}, packet_length: 6, virtual_network: 1}}
)",
                  run.seed, priorities, run.router, with_second ? 5 * run.load : run.load, run.pattern,
                  with_second ? 4 : 0);
  const Experiment experiment = experiment_from(yaml);
  FastBench fast(experiment);
  FirstClass seen(fast.bench.scoreboard.log());
  fast.bench.observers.add(&seen);
  fast.run(1500);
  EXPECT_EQ(fast.bench.scoreboard.failure() + fast.bench.links.failure(), "");
  return std::move(seen.flits);
}

double mean_latency(const Flits& flits) {
  double cycles = 0;
  for (const auto& [source, created, destination, remaining, arrived] : flits)
    cycles += static_cast<double>(arrived - created);
  return cycles / static_cast<double>(flits.size());
}

class Priorities : public testing::TestWithParam<std::tuple<std::uint64_t, const char*>> {
 protected:
  PriorityRun run_with(const std::string& pattern) const {
    const auto& [seed, router] = GetParam();
    Dice dice(seed);
    return {seed, router, pattern, 0.02 * dice.between(5, 9)};
  }
};

/// An oracle: what goes first does not see what goes later. Packets to the neighbour do not meet each other,
/// so each of their flits arrives in the cycle in which it does alone, even if the others overload the
/// network.
TEST_P(Priorities, TheHighestIsAsThoughItWereAlone) {
  const PriorityRun neighbours = run_with("neighbour");
  const Flits alone = first_class(neighbours, "[1, 0]", /*with_second=*/false);
  EXPECT_GT(alone.size(), 100U);
  EXPECT_EQ(first_class(neighbours, "[1, 0]", /*with_second=*/true), alone);
  EXPECT_NE(first_class(neighbours, "[1, 1]", /*with_second=*/true), alone)
      << "without a priority it is held up";
}

/// Where they meet each other, whose turn it is may depend on the others.
TEST_P(Priorities, TheHighestIsHeldUpByItselfOnly) {
  const PriorityRun uniform = run_with("uniform");
  const double alone = mean_latency(first_class(uniform, "[1, 0]", /*with_second=*/false));
  const double first = mean_latency(first_class(uniform, "[1, 0]", /*with_second=*/true));
  const double equal = mean_latency(first_class(uniform, "[1, 1]", /*with_second=*/true));
  EXPECT_NEAR(first, alone, 0.02 * alone);
  EXPECT_GT(equal, 1.1 * alone);
}

INSTANTIATE_TEST_SUITE_P(
    Routers, Priorities,
    testing::Combine(testing::Range<std::uint64_t>(1, 7),
                     testing::Values("output_depth: 4", "output_depth: 0", "output_depth: 3, t_crossbar: 2",
                                     "output_depth: 0, crossbar: ports, switch_allocator: {arbiters: fixed}",
                                     "output_depth: 2, crossbar: ports, switch_allocator: {kind: "
                                     "separable_output_first, arbiters: fixed}",
                                     "output_depth: 0, crossbar: ports, switch_allocator: {kind: maximum}")));

}  // namespace
}  // namespace switchyard
