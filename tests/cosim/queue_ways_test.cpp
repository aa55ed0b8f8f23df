#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "hw/analysis/deadlock.h"
#include "hw/routing/central_queues.h"
#include "testbench/cosim/router/rtl_ways.h"
#include "testbench/engine/level.h"
#include "tests/support/needs.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

struct NetworkOfQueues {
  const char* name;
  const char* topology;
  const char* routing;
  DeadlockVerdict::Kind verdict;
};

using Kind = DeadlockVerdict::Kind;
const NetworkOfQueues kNetworks[] = {
    {"three_queues_in_a_cube", "kind: hypercube, dimensions: 3", "three_queue", Kind::Acyclic},
    {"three_queues_in_a_6_cube", "kind: hypercube, dimensions: 6", "three_queue", Kind::Acyclic},
    {"hanging", "kind: hypercube, dimensions: 4", "hanging", Kind::Acyclic},
    {"two_queues_in_a_6_cube", "kind: hypercube, dimensions: 6", "two_queue", Kind::Dynamic},
    {"two_queues_in_a_mesh", "kind: mesh, radix: [4, 4]", "two_queue", Kind::Dynamic},
    {"two_queues_in_three_dimensions", "kind: mesh, radix: [3, 3, 3]", "two_queue", Kind::Dynamic},
    {"two_queues_by_table", "kind: mesh, radix: [5, 3]", "two_queue", Kind::Dynamic},
    {"four_queues", "kind: shuffle_exchange, dimensions: 5", "four_queue", Kind::Dynamic}};

Design design_of(const NetworkOfQueues& network) {
  return experiment_from("topology: {" + std::string(network.topology) +
                         "}\nrouting: {kind: " + network.routing +
                         ", selection: random}\ntraffic: {pattern: uniform, packet_length: 1, load: 0.1}\n"
                         "router: {kind: konstantinidou}\n")
      .design;
}

/// The relation of the RTL, for `check`. Which of its choices belong to the static sub-relation is no
/// business of hardware: the model says that.
class RelationOfRtl final : public RoutingFunction {
 public:
  using Spoil = std::function<void(NodeId here, VcId queue, QueueCandidates&)>;
  explicit RelationOfRtl(
      const Design& design, Spoil spoil = [](NodeId, VcId, QueueCandidates&) {})
      : design_(design), rtl_(make_rtl_ways(design)), spoil_(std::move(spoil)) {}

  void route(const RouteQuery& query, RouteSet& routes) const override {
    if (enters_queue(query, routes)) return;
    const int ports = design_.topology->port_count();
    QueueCandidates ways = rtl_->candidates(query.here, query.destination, query.held_vc);
    spoil_(query.here, query.held_vc, ways);
    RouteSet model;
    design_.routing->route(query, model);
    QueueCandidates adaptive;
    for (const RouteChoice& choice : model) {
      const PortId port = choice.port == kCentralQueues ? ports - 1 : choice.port;
      if (choice.preference != Preference::Adaptive) continue;
      for_each_bit(choice.vcs, [&](VcId vc) { adaptive.preferred |= class_bit(vc, port, ports); });
    }
    adaptive.preferred &= ways.preferred;
    ways.preferred &= ~adaptive.preferred;
    add_candidates(routes, adaptive, ports, Preference::Adaptive);
    add_candidates(routes, ways, ports, Preference::Static);
  }
  std::size_t max_choices() const override { return RouteSet::kCapacity; }

 private:
  const Design& design_;
  std::unique_ptr<RtlWays> rtl_;
  Spoil spoil_;
};

DeadlockVerdict verdict_on(const RoutingFunction& relation, const Design& design) {
  return find_verdict(ResourceSpace(*design.topology, design.router.virtual_channels), relation,
                      design.router.holding);
}

class QueueWays : public testing::TestWithParam<NetworkOfQueues> {};

TEST_P(QueueWays, OfTheRtlAreThoseOfTheModelForAllPairsOfNodes) {
  NEEDS(has_rtl(), "Verilator");
  const Design design = design_of(GetParam());
  const auto rtl = make_rtl_ways(design);
  const int ports = design.topology->port_count();
  const NodeId nodes = design.topology->node_count();
  for (NodeId here = 0; here < nodes; ++here) {
    for (NodeId there = 0; there < nodes; ++there) {
      if (here == there) continue;
      for (VcId queue = 0; queue < design.router.virtual_channels; ++queue) {
        const QueueCandidates ways = rtl->candidates(here, there, queue);
        const QueueCandidates model = design.routing->queue_candidates(here, there, queue, ports);
        ASSERT_EQ(ways.preferred, model.preferred) << here << " to " << there << " in queue " << queue;
        ASSERT_EQ(ways.escape, model.escape) << here << " to " << there << " in queue " << queue;
      }
    }
  }
}

TEST_P(QueueWays, OfTheRtlPassTheProofOfFreedomFromDeadlock) {
  NEEDS(has_rtl(), "Verilator");
  const Design design = design_of(GetParam());
  const DeadlockVerdict verdict = verdict_on(RelationOfRtl(design), design);
  EXPECT_EQ(name_of(verdict.kind), std::string(name_of(GetParam().verdict))) << verdict.reason;
}

INSTANTIATE_TEST_SUITE_P(Networks, QueueWays, testing::ValuesIn(kNetworks),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(QueueWaysProof, FailsWhereTheRelationOfTheRtlGoesRound) {
  NEEDS(has_rtl(), "Verilator");
  const Design design = design_of(kNetworks[0]);
  const int ports = design.topology->port_count();
  const RelationOfRtl down_from_every_queue(design, [&](NodeId here, VcId queue, QueueCandidates& ways) {
    for (PortId p = 0; p < ports - 1; ++p)
      if (queue == 0 && (here >> p & 1) != 0) ways.preferred |= class_bit(0, p, ports);
  });
  const DeadlockVerdict verdict = verdict_on(down_from_every_queue, design);
  EXPECT_EQ(verdict.kind, Kind::Unsafe);
  EXPECT_FALSE(verdict.cycle.empty()) << verdict.reason;
}

}  // namespace
}  // namespace switchyard
