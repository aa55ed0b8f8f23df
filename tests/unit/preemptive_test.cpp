#include "hw/design/proof/preemptive.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "hw/design/proof/verdict.h"
#include "hw/routing/central_queues.h"
#include "hw/routing/minimal.h"
#include "hw/topology/builders.h"
#include "tests/support/graphs.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// A relation that is changed for some queries.
class Changed final : public RoutingFunction {
 public:
  using Change = std::function<bool(const RouteQuery&, RouteSet&)>;
  Changed(const RoutingFunction& sound, Change change) : sound_(sound), change_(std::move(change)) {}
  void route(const RouteQuery& query, RouteSet& routes) const override {
    if (!change_(query, routes)) sound_.route(query, routes);
  }
  std::size_t max_choices() const override { return sound_.max_choices(); }

 private:
  const RoutingFunction& sound_;
  Change change_;
};

TEST(PreemptiveConditions, HoldOnEveryTopologyWithABufferPerLink) {
  const Topology topologies[] = {build_hypercube({4}), build_torus({{3, 4}}), build_mesh({{4, 2}}),
                                 build_custom(random_connected_graph(12, 9, 1))};
  for (const Topology& topology : topologies) {
    const Minimal routing(topology);
    for (const Condition& condition : preemptive_conditions(topology, routing, {0, 1})) {
      EXPECT_TRUE(condition.holds) << topology.kind() << ": " << condition.fault;
    }
  }
}

TEST(PreemptiveConditions, AChannelWithoutOneBackFails) {
  const Topology topology = build_torus({{3}});
  std::vector<Channel> channels = topology.channels();
  EXPECT_TRUE(bidirectional_channels(channels).holds);
  channels.pop_back();
  EXPECT_FALSE(bidirectional_channels(channels).holds);
  EXPECT_NE(bidirectional_channels(channels).fault.find("has no channel back"), std::string::npos);
}

TEST(PreemptiveConditions, ABufferTooFewFails) {
  const Topology topology = build_mesh({{3, 3}});  // Four links in the middle.
  EXPECT_TRUE(buffers_for_links(topology, {4, 0}).holds);
  EXPECT_TRUE(buffers_for_links(topology, {0, 1}).holds);
  EXPECT_EQ(buffers_for_links(topology, {3, 0}).fault, "node 4 has 3 buffers for 4 links");
}

TEST(PreemptiveConditions, ANodeWithoutAWayOnFails) {
  const Topology topology = build_hypercube({3});
  const Minimal sound(topology);
  EXPECT_TRUE(derouting_is_legal(topology, sound).holds);
  const Changed stops(
      sound, [](const RouteQuery& query, RouteSet&) { return query.here == 3 && query.destination == 6; });
  EXPECT_EQ(derouting_is_legal(topology, stops).fault,
            "a packet for node 6 that is sent to node 3 comes no nearer from there");
  const Changed circles(sound, [](const RouteQuery& query, RouteSet& routes) {
    if (query.here != 0 || query.destination != 1) return false;
    add_hop(routes, 2, 0, Preference::Adaptive);
    return true;
  });
  EXPECT_FALSE(derouting_is_legal(topology, circles).holds);
}

TEST(PreemptiveConditions, MakeTheVerdictOfADesign) {
  for (const std::string router : {"chaos", "exchange"}) {
    Experiment experiment = experiment_from(
        "topology: {kind: torus, radix: [4, 4]}\nrouter: {kind: " + router +
        "}\nrouting: {kind: minimal}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n");
    EXPECT_EQ(verdict_of(experiment.design).kind, DeadlockVerdict::Kind::Preemptive);
    experiment.design.router.derouting = Derouting{3, 0};
    EXPECT_EQ(verdict_of(experiment.design).kind, DeadlockVerdict::Kind::Unsafe);
    EXPECT_EQ(verdict_of(experiment.design).reason, "node 0 has 3 buffers for 4 links");
  }
}

TEST(Minimal, WithoutDeroutingItMayDeadlock) {
  const Experiment experiment = experiment_from(
      "topology: {kind: hypercube, dimensions: 3}\nrouter: {kind: konstantinidou}\nrouting: {kind: minimal}\n"
      "traffic: {pattern: uniform, load: 0, packet_length: 1}\n");
  EXPECT_EQ(verdict_of(experiment.design).kind, DeadlockVerdict::Kind::Unsafe);
}

}  // namespace
}  // namespace switchyard
