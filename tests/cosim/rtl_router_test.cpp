#include "testbench/cosim/rtl_router.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "testbench/regression/router_neighbours.h"
#include "tests/support/clocked_bench.h"
#include "tests/support/needs.h"

namespace switchyard {
namespace {

template <class Base>
class NeedsRtl : public Base {
 protected:
  void SetUp() override { NEEDS(has_rtl(), "Verilator"); }
};
class RtlRouter : public NeedsRtl<testing::Test> {};

/// A network that the RTL can carry.
struct Setting {
  const char* topology;
  const char* routing;
  int virtual_channels;
  int depth;
};

constexpr Setting kTorus4{"torus, radix: [4, 4]", "duato", 4, 8};
constexpr Setting kTorus8{"torus, radix: [8, 8]", "duato", 4, 8};
constexpr Setting kTorus8Ordered{"torus, radix: [8, 8]", "dimension_order", 4, 8};

constexpr Setting kSettings[] = {
    kTorus4,
    kTorus8,
    {"mesh, radix: [4, 4]", "duato", 4, 8},
    {"mesh, radix: [8, 8]", "duato", 4, 8},
    {"hypercube, dimensions: 3", "duato", 2, 4},
    {"torus, radix: [3, 3, 3]", "duato", 3, 3},
    {"torus, radix: [4, 4]", "dimension_order", 4, 8},
    kTorus8Ordered,
    {"torus, radix: [4, 4]", "dimension_order", 2, 4},
    {"mesh, radix: [4, 4]", "dimension_order", 2, 4},
    {"mesh, radix: [8, 8]", "dimension_order", 4, 8},
    {"hypercube, dimensions: 3", "dimension_order", 2, 4},
    {"mesh, radix: [3, 3, 3]", "dimension_order", 3, 3},
    {"torus, radix: [4, 4]", "dimension_order, dateline: false", 2, 4},
};

struct Traffic {
  double load = 0.3;
  int longest_packet = 10;
  std::uint64_t seed = 1;
};

std::string yaml_of(const Setting& setting, const Traffic& traffic, const std::string& lane_reuse = "atomic",
                    const std::string& selection = "least_loaded", const std::string& throttle = "all") {
  return fmt::format(R"(
seed: {}
topology: {{kind: {}}}
router:
  kind: duato
  virtual_channels: {}
  input_depth: {}
  output_depth: 0
  crossbar: ports
  headers_per_cycle: 1
  injection_lanes: {}
  lane_reuse: {}
  throttle_lanes: {}
routing: {{kind: {}, selection: {}}}
traffic: {{pattern: uniform, load: {}, packet_length: {{min: 1, max: {}}}}}
)",
                     traffic.seed, setting.topology, setting.virtual_channels, setting.depth,
                     setting.virtual_channels, lane_reuse, throttle, setting.routing, selection, traffic.load,
                     traffic.longest_packet);
}

/// The same network with RTL at the nodes that `chosen` says.
template <class Chosen>
Experiment with_rtl(const Experiment& experiment, Chosen chosen) {
  Experiment rtl = experiment;
  rtl.design.make_router = [design = experiment.design, chosen](NodeId node) {
    return chosen(node) ? make_rtl_router(design, node) : design.make_router(node);
  };
  return rtl;
}
bool everywhere(NodeId) { return true; }

// One router.

struct Lane {
  LaneRef ref;
  int occupancy;
  Flit front;
  bool bound;
  friend bool operator==(const Lane&, const Lane&) = default;
};
std::vector<Lane> lanes_of(const RouterCore& core) {
  std::vector<Lane> lanes;
  core.visit_lanes([&](const LaneView& view) {
    lanes.push_back({view.lane, view.occupancy, view.front != nullptr ? *view.front : Flit{}, view.bound});
  });
  return lanes;
}

/// Model and RTL of one router in the same traffic. The first difference; empty: none.
std::string first_difference(const Design& design, NodeId node, const Traffic& traffic, Cycle cycles) {
  const std::unique_ptr<RouterCore> model = design.make_router(node);
  const std::unique_ptr<RouterCore> rtl = make_rtl_router(design, node);
  RouterNeighbours neighbours(design, node, traffic.load, traffic.longest_packet, traffic.seed);
  PortOutputs expected;
  PortOutputs actual;
  std::int64_t flits = 0;
  for (Cycle cycle = 0; cycle < cycles; ++cycle) {
    const PortInputs inputs = neighbours.next();
    expected.clear();
    actual.clear();
    const bool model_awake = model->step(inputs, expected);
    const bool rtl_awake = rtl->step(inputs, actual);
    const auto differs = [&](const std::string& what) {
      return fmt::format("cycle {}, node {}, seed {}: {}", cycle, node, traffic.seed, what);
    };
    if (actual.flit_ports != expected.flit_ports) return differs("other ports drive a flit");
    if (actual.credits != expected.credits || actual.credit_ports != expected.credit_ports)
      return differs("other credits");
    for (std::size_t p = 0; p < kMaxPorts; ++p) {
      if ((expected.flit_ports >> p & 1) != 0 && actual.flits[p] != expected.flits[p])
        return differs(fmt::format("another flit at port {}", p));
    }
    if (model_awake && !rtl_awake) return differs("the RTL sleeps and the model does not");
    if (cycle % 16 == 0 && lanes_of(*model) != lanes_of(*rtl)) return differs("other lanes");
    neighbours.take(expected);
    flits += std::popcount(expected.flit_ports);
  }
  return flits > 0 ? "" : "no flit has passed";
}

class RtlRouterAlone : public NeedsRtl<testing::TestWithParam<Setting>> {};

TEST_P(RtlRouterAlone, DrivesInEveryCycleWhatTheModelDrives) {
  std::uint64_t seed = 0;
  for (const char* lane_reuse : {"atomic", "whole_packet", "immediate"}) {
    for (const char* selection : {"first", "least_loaded"}) {
      for (const char* throttle : {"all", "1"}) {
        for (const double load : {0.1, 0.5, 1.0}) {
          const Traffic traffic{load, seed % 3 == 0 ? 3 : 20, ++seed};
          const std::string yaml = yaml_of(GetParam(), traffic, lane_reuse, selection, throttle);
          const Design design = experiment_from(yaml).design;
          const auto node = static_cast<NodeId>(mix64(seed) % design.topology->node_count());
          ASSERT_EQ(first_difference(design, node, traffic, 1000), "") << yaml;
        }
      }
    }
  }
}

TEST_P(RtlRouterAlone, CarriesPacketsOfAnyLength) {
  const Traffic traffic{0.5, 60000, 1};
  const Design design = experiment_from(yaml_of(GetParam(), traffic, "immediate")).design;
  EXPECT_EQ(first_difference(design, 5, traffic, 2000), "");
}

TEST_P(RtlRouterAlone, StartsOverAfterAReset) {
  const Design design = experiment_from(yaml_of(GetParam(), {})).design;
  const std::unique_ptr<RouterCore> fresh = make_rtl_router(design, 5);
  const std::unique_ptr<RouterCore> used = make_rtl_router(design, 5);
  RouterNeighbours before(design, 5, 1.0, 8, 1);
  PortOutputs outputs;
  for (int cycle = 0; cycle < 200; ++cycle) {
    outputs.clear();
    used->step(before.next(), outputs);
    before.take(outputs);
  }
  EXPECT_NE(lanes_of(*used), lanes_of(*fresh));
  used->reset();
  EXPECT_EQ(lanes_of(*used), lanes_of(*fresh));

  RouterNeighbours after(design, 5, 1.0, 8, 2);
  PortOutputs expected;
  for (int cycle = 0; cycle < 200; ++cycle) {
    const PortInputs inputs = after.next();
    outputs.clear();
    expected.clear();
    fresh->step(inputs, expected);
    used->step(inputs, outputs);
    ASSERT_EQ(outputs.flit_ports, expected.flit_ports) << "cycle " << cycle;
    ASSERT_EQ(outputs.credits, expected.credits) << "cycle " << cycle;
    after.take(expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, RtlRouterAlone, testing::ValuesIn(kSettings));

// Networks.

/// What crosses the links of a network, and what arrives where.
struct Record {
  std::vector<LinkEvent> events;
  std::uint64_t hash;
  std::uint64_t delivered;
};

Record record_of(const TestBench& bench) {
  EXPECT_EQ(bench.scoreboard.failure() + bench.links.failure(), "");
  return {bench.recorder.events(), bench.measurement.event_hash().value(),
          bench.scoreboard.log().delivered()};
}
Record run_fast(const Experiment& experiment, Cycle cycles) {
  FastBench bench(experiment, /*record_events=*/true);
  bench.run(cycles);
  return record_of(bench.bench);
}

void expect_equal(const Record& actual, const Record& expected) {
  EXPECT_GT(expected.delivered, 0U);
  EXPECT_EQ(actual.hash, expected.hash);
  const auto differ = std::mismatch(expected.events.begin(), expected.events.end(), actual.events.begin(),
                                    actual.events.end());
  if (differ.first == expected.events.end() && differ.second == actual.events.end()) return;
  const LinkEvent& event = differ.first != expected.events.end() ? *differ.first : *differ.second;
  ADD_FAILURE() << "first difference in cycle " << event.cycle << " at node " << event.node << ", port "
                << event.port;
}

class RtlRouterNetworks : public NeedsRtl<testing::TestWithParam<Setting>> {};

TEST_P(RtlRouterNetworks, AreTheFastNetworkFromLightLoadToBeyondSaturation) {
  std::uint64_t seed = 0;
  for (const double load : {0.05, 0.3, 0.9}) {
    const char* const reuse = seed % 2 == 0 ? "atomic" : "whole_packet";
    const char* const selection = seed % 3 == 1 ? "first" : "least_loaded";
    const std::string yaml = yaml_of(GetParam(), {load, 10, ++seed}, reuse, selection);
    SCOPED_TRACE(yaml);
    const Experiment experiment = experiment_from(yaml);
    expect_equal(run_fast(with_rtl(experiment, everywhere), 500), run_fast(experiment, 500));
  }
}

TEST_P(RtlRouterNetworks, MixWithRoutersOfTheModel) {
  for (const std::uint64_t seed : {1, 2}) {
    const std::string yaml = yaml_of(GetParam(), {0.6, 10, seed}, "whole_packet", "first");
    SCOPED_TRACE(yaml);
    const Experiment experiment = experiment_from(yaml);
    const auto by_coin = [seed](NodeId node) { return (mix64(seed << 32 | node) & 1) != 0; };
    expect_equal(run_fast(with_rtl(experiment, by_coin), 500), run_fast(experiment, 500));
  }
}

TEST_P(RtlRouterNetworks, RunOnThePinsOfTheClockedNetwork) {
  constexpr Cycle kCycles = 300;
  const Experiment experiment = experiment_from(yaml_of(GetParam(), {0.4, 10, 7}, "whole_packet"));
  const Experiment rtl = with_rtl(experiment, everywhere);
  ClockedBench clocked(rtl);
  clocked.leave_reset(2);
  clocked.run(kCycles);
  expect_equal(record_of(clocked.bench), run_fast(experiment, kCycles));
}

INSTANTIATE_TEST_SUITE_P(Settings, RtlRouterNetworks, testing::ValuesIn(kSettings));

/// The lanes that each occupied or bound lane of a network waits for.
std::vector<std::vector<Want>> wants_in(const FastBench& bench, NodeId nodes) {
  std::vector<std::vector<Want>> wants;
  for (NodeId node = 0; node < nodes; ++node) {
    const RouterCore& router = bench.router(node);
    for (const Lane& lane : lanes_of(router)) {
      if (lane.occupancy == 0 && !lane.bound) continue;
      std::vector<Want>& found = wants.emplace_back(router.wants(lane.ref));
      std::sort(found.begin(), found.end(), [](const Want& a, const Want& b) { return a.lane < b.lane; });
    }
  }
  return wants;
}

TEST_F(RtlRouter, WaitsForTheSameLanesInADeadlock) {
  constexpr Cycle kCycles = 6000;
  Setting no_dateline = kTorus8Ordered;
  no_dateline.routing = "dimension_order, dateline: false";
  const Experiment experiment = experiment_from(yaml_of(no_dateline, {1.0, 60, 8}, "whole_packet"));
  const Experiment rtl_experiment = with_rtl(experiment, everywhere);
  FastBench model(experiment);
  FastBench rtl(rtl_experiment);
  model.run(kCycles);
  rtl.run(kCycles);
  const std::uint64_t delivered = model.bench.scoreboard.log().delivered();
  model.run(1000);
  rtl.run(1000);
  ASSERT_EQ(model.bench.scoreboard.log().delivered(), delivered) << "there is no deadlock";

  const std::vector<std::vector<Want>> expected = wants_in(model, 64);
  const std::vector<std::vector<Want>> actual = wants_in(rtl, 64);
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(actual[i].size(), expected[i].size());
    for (std::size_t j = 0; j < expected[i].size(); ++j) {
      EXPECT_EQ(actual[i][j].lane, expected[i][j].lane);
      EXPECT_EQ(actual[i][j].where, expected[i][j].where);
    }
  }
}

// What it cannot carry.

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

/// Why the 4 x 4 torus cannot be carried with `to` in the place of `from`.
std::string refusal(const std::string& from, const std::string& to) {
  const std::string yaml = yaml_of(kTorus4, {0.3, kTorus4.depth, 1});
  const Design design = experiment_from(replaced(yaml, from, to)).design;
  try {
    make_rtl_router(design, 0);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST_F(RtlRouter, NamesWhatItCannotCarry) {
  const std::string start = "rtl/router/vc_router.sv cannot carry this network: it needs ";
  EXPECT_EQ(refusal("output_depth: 0", "output_depth: 2"), start + "router.output_depth = 0");
  EXPECT_EQ(refusal("crossbar: ports", "crossbar: lanes"), start + "router.crossbar = ports");
  EXPECT_EQ(refusal("headers_per_cycle: 1", "headers_per_cycle: 2"), start + "router.headers_per_cycle = 1");
  EXPECT_EQ(refusal("crossbar: ports", "crossbar: ports\n  t_routing: 2"), start + "router.t_routing = 1");
  EXPECT_EQ(refusal("crossbar: ports", "crossbar: ports\n  t_crossbar: 2"), start + "router.t_crossbar = 1");
  EXPECT_EQ(refusal("lane_reuse: atomic", "lane_reuse: atomic\n  switching: cut_through"),
            start + "router.switching = wormhole");
  EXPECT_EQ(refusal("least_loaded", "random"), start + "routing.selection = first or least_loaded");
  EXPECT_EQ(refusal("[4, 4]", "[4, 4], duplex: half"), start + "topology.duplex = full");
  EXPECT_EQ(refusal("[4, 4]", "[4, 5]"), start + "the same radix in every dimension");
  EXPECT_EQ(refusal("kind: duato, selection", "kind: up_down, selection"),
            start + "routing.kind = dimension_order or duato, not up_down");
}

TEST_F(RtlRouter, NamesTheShapesThatAreBuilt) {
  const std::string error = refusal("input_depth: 8", "input_depth: 7");
  EXPECT_NE(error.find("no model is built for 5 ports x 4 virtual channels, input_depth 7, radix 4. Built: "),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("5 ports x 4 virtual channels, input_depth 8, radix 4;"), std::string::npos) << error;
}

}  // namespace
}  // namespace switchyard
