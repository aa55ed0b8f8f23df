#include "hw/analysis/latency_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "hw/router/vc/vc_policies.h"
#include "hw/routing/dimension_order.h"
#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "testbench/inspect/latency_estimate.h"
#include "tests/support/fast_latency.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr int kVcs = 4;

/// An 8 x 8 mesh under uniform traffic.
class LatencyModelOfAMesh : public testing::Test {
 protected:
  LatencyModel model(const LatencyModel::Config& config) const { return {network(), config}; }
  QueueingNetwork network() const {
    return {space_, routing_, [](NodeId, NodeId) { return 1.0 / 63; }, {.virtual_channels = kVcs}};
  }
  static LatencyModel::Config config() {
    return {.flits = 8, .hop = 2, .credit = 1, .catch_up = 1, .spare = 4};
  }

  const Topology mesh_ = build_mesh({.radix = {8, 8}});
  const ResourceSpace space_{mesh_, kVcs};
  const DimensionOrder routing_{*mesh_.shape<Grid>(), kVcs, /*dateline=*/false};
};

TEST_F(LatencyModelOfAMesh, PacketsWaitTheLongerTheHigherTheLoadIs) {
  const LatencyModel model = this->model(config());
  EXPECT_NEAR(model.waiting(1e-6).value(), 0, 1e-3);
  double before = 0;
  for (double load = 0.02; load < model.saturation().load; load += 0.02) {
    const double waiting = model.waiting(load).value();
    EXPECT_GT(waiting, before) << load;
    before = waiting;
  }
}

TEST_F(LatencyModelOfAMesh, TakesAsManyLinksAsPacketsDo) {
  double hops = 0;
  for (NodeId a = 0; a < 64; ++a)
    for (NodeId b = 0; b < 64; ++b)
      hops += std::abs(static_cast<int>(a % 8) - static_cast<int>(b % 8)) +
              std::abs(static_cast<int>(a / 8) - static_cast<int>(b / 8));
  const std::map<int, double> mean_hops = network().mean_hops();
  ASSERT_EQ(mean_hops.size(), 1U);
  EXPECT_NEAR(mean_hops.at(1), hops / (64 * 63), 1e-9);
}

TEST_F(LatencyModelOfAMesh, FindsTheSameFromBelowAsFromNothing) {
  const LatencyModel model = this->model(config());
  std::vector<double> loads;
  for (int i = 1; i <= 40; ++i) loads.push_back(0.98 * model.saturation().load * i / 40);
  const std::vector<std::optional<double>> together = model.waiting(loads);
  for (std::size_t i = 0; i < loads.size(); ++i)
    EXPECT_NEAR(together[i].value(), model.waiting(loads[i]).value(), 0.02 * (1 + *together[i])) << loads[i];
}

TEST_F(LatencyModelOfAMesh, SaturatesWhereSmallStepsFindNoMore) {
  const LatencyModel model = this->model(config());
  std::vector<double> loads;
  for (double load = 0.002; load < 0.6; load += 0.002) loads.push_back(load);
  const std::vector<std::optional<double>> waiting = model.waiting(loads);
  const std::size_t carried = std::find(waiting.begin(), waiting.end(), std::nullopt) - waiting.begin();
  ASSERT_LT(carried, loads.size());
  EXPECT_NEAR(model.saturation().load, loads[carried - 1], 0.01 * loads[carried]);
  EXPECT_TRUE(std::all_of(waiting.begin() + carried, waiting.end(), [](auto none) { return !none; }));
}

TEST_F(LatencyModelOfAMesh, SaturatesBeforeItsBusiestLinkIsFull) {
  const double saturation = model(config()).saturation().load;
  EXPECT_LT(saturation, 63.0 / 128) << "what the bisection carries";
  EXPECT_GT(saturation, 0.3);
  EXPECT_FALSE(model(config()).waiting(1.01 * saturation).has_value());
}

TEST_F(LatencyModelOfAMesh, SaturatesEarlierWhereVcsAreHeldLonger) {
  const double saturation = model(config()).saturation().load;
  const auto changed = [&](auto&& change) {
    LatencyModel::Config other = config();
    change(other);
    return model(other).saturation().load;
  };
  EXPECT_LT(changed([](auto& other) { other.hop = 12; }), saturation);
  EXPECT_LT(changed([](auto& other) { other.credit = 12; }), saturation);
  EXPECT_LT(changed([](auto& other) { other.spare = 0; }), saturation);
  EXPECT_LT(changed([](auto& other) { other.vcs_behind = 2; }), saturation);
  LatencyModel::Config stretched = config();
  stretched.catch_up = 0;
  EXPECT_GT(model(stretched).waiting(0.8 * saturation).value(),
            1.1 * model(config()).waiting(0.8 * saturation).value());
}

double two_to_the_last(NodeId from, NodeId to) { return from != 2 && to == 2 ? 1.0 : 0.0; }

/// However little some links have to carry.
TEST(LatencyModel, SaturatesByItsBusiestLink) {
  const Topology line = build_mesh({.radix = {3}});
  const DimensionOrder routing(*line.shape<Grid>(), kVcs, /*dateline=*/false);
  const auto saturation = [&](double back) {
    const auto shares = [back](NodeId from, NodeId to) { return from < to ? 0.5 : back; };
    const LatencyModel model({ResourceSpace(line, kVcs), routing, shares, {.virtual_channels = kVcs}},
                             {.flits = 8, .hop = 2, .credit = 1, .catch_up = 1, .spare = 4});
    return model.saturation().load;
  };
  EXPECT_GT(saturation(1e-9), 0.5);
  EXPECT_NEAR(saturation(1e-9), saturation(1e-3), 0.01);
}

TEST(LatencyModel, VcsOfLongLinksAreHeldLonger) {
  const auto saturation = [](int link_latency) {
    const Topology mesh = build_mesh({.radix = {8, 8}, .link_latency = link_latency});
    const DimensionOrder routing(*mesh.shape<Grid>(), kVcs, /*dateline=*/false);
    const LatencyModel model({ResourceSpace(mesh, kVcs),
                              routing,
                              [](NodeId, NodeId) { return 1.0 / 63; },
                              {.virtual_channels = kVcs}},
                             {.flits = 8, .hop = 2, .credit = 1, .catch_up = 1, .spare = 4});
    return model.saturation().load;
  };
  EXPECT_LT(saturation(8), 0.95 * saturation(1));
}

/// Two nodes send to a third, over one link: nobody else is in the way.
TEST(LatencyModel, PacketsThatMeetOnALinkWaitForEachOther) {
  const Topology line = build_mesh({.radix = {3}});
  const ResourceSpace space(line, kVcs);
  const DimensionOrder routing(*line.shape<Grid>(), kVcs, /*dateline=*/false);
  constexpr double kLoad = 0.01;
  for (const int flits : {8, 16, 32}) {
    const LatencyModel model({space, routing, two_to_the_last, {.virtual_channels = kVcs}},
                             {.flits = flits, .hop = 2, .credit = 1, .catch_up = 0});
    // Each meets the other in 2 L x its rate / L of the cases, and is stretched by L / 2; or meets its own
    // predecessor at the source, for half of its length.
    const double met = 2 * kLoad * flits / 2;
    const double source = kLoad * flits / 2;
    EXPECT_NEAR(model.waiting(kLoad).value(), met + source, 0.12 * (met + source)) << flits;
  }
}

/// With one VC the second of two packets waits for the first; with several both are stretched.
TEST(LatencyModel, PacketsThatWantTheOnlyVcDoNotMeetOnItsLink) {
  const Topology line = build_mesh({.radix = {3}});
  const auto waiting = [&](int vcs) {
    const DimensionOrder routing(*line.shape<Grid>(), vcs, /*dateline=*/false);
    const LatencyModel model({ResourceSpace(line, vcs), routing, two_to_the_last, {.virtual_channels = vcs}},
                             {.flits = 16, .hop = 0, .credit = 0, .catch_up = 0});
    return model.waiting(0.02).value();
  };
  EXPECT_LT(waiting(1), waiting(4));
}

double uniform_over_64(NodeId, NodeId) { return 1.0 / 63; }

Experiment experiment_of(const std::string& topology, const std::string& router, int flits, double load,
                         const std::string& routing = "kind: dimension_order",
                         const std::string& pattern = "uniform") {
  return experiment_from("topology: {" + topology + "}\nrouter: {kind: duato, " + router + "}\nrouting: {" +
                         routing + "}\ntraffic: {pattern: " + pattern + ", packet_length: " +
                         std::to_string(flits) + ", load: " + std::to_string(load) + "}\n");
}

struct Network {
  const char* name;
  const char* topology;
  const char* router;
  int flits;
  const char* routing = "kind: dimension_order";
  const char* pattern = "uniform";
};
void PrintTo(const Network& network, std::ostream* out) { *out << network.name; }

class EstimatedLatency : public testing::TestWithParam<Network> {
 protected:
  static Experiment at(double load) {
    return experiment_of(GetParam().topology, GetParam().router, GetParam().flits, load, GetParam().routing,
                         GetParam().pattern);
  }
};

TEST_P(EstimatedLatency, IsThatOfARunUpToHalfOfSaturation) {
  const double saturation = estimate_latency(at(0.01), /*points=*/1).saturation;
  for (const double share : {0.25, 0.5}) {
    const Experiment experiment = at(share * saturation);
    const double estimated = estimate_latency(experiment, 1).latency.value();
    const double measured = mean_latency_at_fast(experiment, /*warmup=*/1000, /*cycles=*/12000);
    EXPECT_NEAR(estimated, measured, 0.1 * measured) << share;
  }
}

TEST_P(EstimatedLatency, KnowsWhereTheNetworkSaturates) {
  const double saturation = estimate_latency(at(0.01), /*points=*/1).saturation;
  EXPECT_GT(carried_at_fast(at(0.75 * saturation), /*warmup=*/3000, /*cycles=*/12000), 0.97);
  // Between adaptive links of different load packets spread better than the model has it.
  const bool uneven = GetParam().pattern != std::string("uniform");
  const double too_much = std::min((uneven ? 2.0 : 1.4) * saturation, 1.0);
  EXPECT_LT(carried_at_fast(at(too_much), /*warmup=*/3000, /*cycles=*/12000), 0.97);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, EstimatedLatency,
    testing::Values(
        Network{"torus", "kind: torus, radix: [8, 8]", "virtual_channels: 4", 8},
        Network{"mesh", "kind: mesh, radix: [8, 8]", "virtual_channels: 4", 8},
        Network{"shallow", "kind: mesh, radix: [6, 5]",
                "virtual_channels: 2, input_depth: 4, output_depth: 3", 5},
        Network{"ring", "kind: torus, radix: [16]", "virtual_channels: 2", 4},
        Network{"slow_routing", "kind: mesh, radix: [4, 4, 4]", "virtual_channels: 3, t_routing: 2", 12},
        Network{"one_vc", "kind: hypercube, dimensions: 6", "virtual_channels: 1, input_depth: 10", 5},
        Network{"all_vcs_of_sources", "kind: mesh, radix: [3, 4, 3]",
                "virtual_channels: 8, input_depth: 5, output_depth: 6, injection_vcs: 8", 20},
        Network{"short_packets", "kind: torus, radix: [3, 4, 3]", "virtual_channels: 8, t_routing: 3", 3},
        Network{"links_of_different_length", "kind: hierarchical_ring, rings: 4, nodes: 4, global_latency: 3",
                "virtual_channels: 4", 8, "kind: hierarchical_ring"},
        Network{"throttled", "kind: torus, radix: [8, 8]", "virtual_channels: 4, throttle_vcs: 1", 8,
                "kind: duato"},
        Network{"adaptive", "kind: mesh, radix: [5, 4, 4]", "virtual_channels: 3", 12, "kind: duato"},
        Network{"one_adaptive_vc", "kind: mesh, radix: [8, 8]", "virtual_channels: 2", 8, "kind: duato"},
        Network{"negative_first", "kind: mesh, radix: [7, 5]", "virtual_channels: 2", 4,
                "kind: negative_first"},
        Network{"at_random", "kind: hypercube, dimensions: 5", "virtual_channels: 4, t_routing: 2", 8,
                "kind: fully_adaptive, selection: random"},
        Network{"complement", "kind: mesh, radix: [6, 6]", "virtual_channels: 4, throttle_vcs: 2", 8,
                "kind: duato", "complement"},
        Network{"fat_tree", "kind: fat_tree, arity: 3, levels: 2", "virtual_channels: 3", 8,
                "kind: nearest_ancestor"},
        Network{"dragonfly", "kind: dragonfly, routers: 4, terminals: 2, global_links: 2, groups: 9",
                "virtual_channels: 6", 5, "kind: dragonfly, paths: minimal"},
        Network{"concentrated", "kind: mesh, radix: [4, 4], concentration: 3", "virtual_channels: 4", 8,
                "kind: negative_first"},
        Network{"multistage", "kind: multistage, wiring: omega, terminals: 16, switch: 4",
                "virtual_channels: 3", 12, "kind: destination_tag"},
        Network{"up_down", "kind: cube_connected_cycles, dimensions: 3", "virtual_channels: 2", 8,
                "kind: up_down"}),
    [](const auto& network) { return std::string(network.param.name); });

TEST(LatencyEstimate, IsWrongByMoreWithoutAnyOfItsParts) {
  const Experiment experiment = experiment_of("kind: torus, radix: [8, 8]", "virtual_channels: 4", 8, 0.25);
  const double measured = mean_latency_at_fast(experiment, /*warmup=*/1000, /*cycles=*/12000);
  const LatencyEstimate estimate = estimate_latency(experiment, 1);
  const Design& design = experiment.design;
  const auto error_of = [&](LatencyModel::Config config) {
    const LatencyModel model({design.resources(), *design.routing, uniform_over_64, {.virtual_channels = 4}},
                             config);
    return std::abs(estimate.zero_load + model.waiting(0.25).value_or(1e9) - measured);
  };
  const LatencyModel::Config right{.flits = 8, .hop = 2, .credit = 1, .catch_up = 1, .spare = 4};
  const double error = error_of(right);
  EXPECT_NEAR(error, std::abs(estimate.latency.value() - measured), 1e-6) << "the parameters are these";
  LatencyModel::Config mutant = right;
  mutant.catch_up = 0;
  EXPECT_GT(error_of(mutant), 2 * error);
  mutant = right;
  mutant.flits = 4;
  EXPECT_GT(error_of(mutant), 2 * error);
  mutant = right;
  mutant.hop = 20;
  EXPECT_GT(error_of(mutant), 2 * error);
}

TEST(LatencyModel, EscapesAreNotFreeForEver) {
  const Experiment experiment =
      experiment_of("kind: mesh, radix: [8, 8]", "virtual_channels: 2", 8, 0.1, "kind: duato");
  const Design& design = experiment.design;
  const QueueingNetwork network(design.resources(), *design.routing, uniform_over_64,
                                {.virtual_channels = 2});
  QueueingNetwork roomy = network;
  for (const auto fallback : network.fallbacks) roomy.stations[fallback].vcs = 1000;
  const LatencyModel::Config config{.flits = 8, .hop = 2, .credit = 1, .catch_up = 1, .spare = 4};
  const LatencyModel model(network, config);
  const double load = 0.95 * model.saturation().load;
  EXPECT_LT(LatencyModel(roomy, config).waiting(load).value(), 0.98 * model.waiting(load).value());
}

TEST(LatencyEstimate, IsWrongByMoreWithoutWhatAdaptiveRoutingDoes) {
  constexpr double kLoad = 0.35;
  const Experiment experiment = experiment_of(
      "kind: torus, radix: [8, 8]", "virtual_channels: 4, throttle_vcs: 1", 8, kLoad, "kind: duato");
  const double measured = mean_latency_at_fast(experiment, /*warmup=*/1000, /*cycles=*/12000);
  const LatencyEstimate estimate = estimate_latency(experiment, 1);
  const Design& design = experiment.design;
  const auto error_of = [&](const LatencyModel::Config& config, int open) {
    const auto open_to_entering = [open](VcMask vcs) { return throttled(vcs, open); };
    const LatencyModel model({design.resources(),
                              *design.routing,
                              uniform_over_64,
                              {.virtual_channels = 4, .open_to_entering = open_to_entering}},
                             config);
    return std::abs(estimate.zero_load + model.waiting(kLoad).value_or(1e9) - measured);
  };
  const LatencyModel::Config right{
      .flits = 8, .hop = 2, .credit = 1, .catch_up = 1, .spare = 4, .least_recent = true};
  const double error = error_of(right, /*open=*/1);
  EXPECT_NEAR(error, std::abs(estimate.latency.value() - measured), 1e-6) << "the parameters are these";
  LatencyModel::Config mutant = right;
  mutant.least_recent = false;
  EXPECT_GT(error_of(mutant, /*open=*/1), 2 * error);
  EXPECT_GT(error_of(right, /*open=*/2), 2 * error);
}

std::string refusal_of(const std::string& yaml) {
  try {
    estimate_latency(experiment_from(yaml), 1);
  } catch (const NoEstimate& refused) {
    return refused.setting;
  }
  return "none";
}

TEST(LatencyEstimate, IsRefusedWhereTheModelIsNotMadeForTheSetting) {
  const auto with = [](const std::string& router, const std::string& routing, const std::string& traffic,
                       const std::string& topology = "kind: mesh, radix: [4, 4]") {
    return refusal_of("topology: {" + topology + "}\nrouter: {kind: duato, virtual_channels: 4" + router +
                      "}\nrouting: {kind: " + routing + "}\ntraffic: {pattern: uniform, load: 0.1, " +
                      traffic + "}\n");
  };
  const std::string order = "dimension_order";
  const std::string plain = "packet_length: 4";
  EXPECT_EQ(with("", order, plain), "none");
  EXPECT_EQ(with(", crossbar: ports", order, plain), "router.crossbar");
  EXPECT_EQ(with(", vc_reallocation: immediate", order, plain), "router.vc_reallocation");
  EXPECT_EQ(with(", input_depth: [4, 4, 8, 8]", order, plain), "router.input_depth");
  EXPECT_EQ(with(", vc_allocations_per_cycle: 2", order, plain), "router.vc_allocations_per_cycle");
  EXPECT_EQ(with(", throttle_vcs: 1", "duato", plain), "none");
  EXPECT_EQ(with(", t_routing: 5", order, plain), "router.t_routing");
  EXPECT_EQ(with(", virtual_networks: 2", order, plain), "router.virtual_networks");
  EXPECT_EQ(with("", "duato, selection: first", plain), "routing.selection");
  EXPECT_EQ(with("", order + ", selection: first", plain), "none");
  EXPECT_EQ(with("", "o1turn", plain), "routing.kind");
  EXPECT_EQ(with("", "dimension_reversal", plain), "routing.kind");
  EXPECT_EQ(with("", order, "packet_length: {min: 1, max: 4}"), "traffic.packet_length");
  EXPECT_EQ(with("", order, plain + ", process: bursty, burst_length: 10"), "traffic");
  EXPECT_EQ(with("", order, plain, "kind: mesh, radix: [4, 4], concentration: 2"), "none");
  EXPECT_EQ(with(", input_depth: 4", order, "packet_length: 4", "kind: mesh, radix: [4, 4], link_latency: 2"),
            "none");
  EXPECT_EQ(with(", input_depth: 4", order, "packet_length: 5", "kind: mesh, radix: [4, 4], link_latency: 2"),
            "router.input_depth");
  EXPECT_EQ(with(", input_depth: 3", order, "packet_length: 5"), "none");
  EXPECT_EQ(with(", input_depth: 2", order, "packet_length: 5"), "router.input_depth");
  EXPECT_EQ(with("", order, plain, "kind: mesh, radix: [4, 4], duplex: half"), "topology.duplex");
  const std::string hot_spot =
      "topology: {kind: mesh, radix: [4, 4]CONCENTRATION}\nrouter: {kind: duato}\n"
      "routing: {kind: dimension_order}\ntraffic: {pattern: hot_spot, hot_nodes: [3], "
      "hot_fraction: 0.1, packet_length: 4, load: 0.1}\n";
  const auto concentrated = [&](const std::string& concentration) {
    std::string yaml = hot_spot;
    return refusal_of(yaml.replace(yaml.find("CONCENTRATION"), 13, concentration));
  };
  EXPECT_EQ(concentrated(""), "none");
  EXPECT_EQ(concentrated(", concentration: 2"), "traffic.pattern");
  EXPECT_EQ(
      refusal_of("topology: {kind: hypercube, dimensions: 3}\nrouter: {kind: konstantinidou}\n"
                 "routing: {kind: three_queue}\ntraffic: {pattern: uniform, load: 0.1, packet_length: 1}\n"),
      "router.kind");
}

}  // namespace
}  // namespace switchyard
