#include "testbench/cosim/router/rtl_router.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <stdexcept>
#include <systemc>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/clocked/clocked_node.h"
#include "testbench/cosim/router/vc_router_pins.h"
#include "testbench/engine/level.h"
#include "testbench/regression/router_neighbours.h"
#include "tests/support/needs.h"
#include "tests/support/router_pair.h"
#include "tests/support/same_as_fast.h"
#include "tests/support/test_bench.h"

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
  const char* allocator = "separable_input_first";
  const char* stages = "";  ///< Lines of the router.
  const char* heads = "vc_allocations_per_cycle: 1";
  int output_depth = 0;
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
    {"torus, radix: [4, 4]", "dimension_order", 2, 4, "wavefront"},
    {"mesh, radix: [4, 4]", "duato", 2, 4, "islip, iterations: 2"},
    {"torus, radix: [4, 4]", "dimension_order", 2, 4, "separable_output_first, arbiters: matrix"},
    {"hypercube, dimensions: 3", "duato", 2, 4, "separable_input_first, arbiters: fixed"},
    {"torus, radix: [4, 4]", "dimension_order", 2, 4, "separable_input_first", "t_vc_allocation: 1"},
    {"mesh, radix: [4, 4]", "duato", 2, 4, "separable_input_first", "t_vc_allocation: 1"},
    {"mesh, radix: [4, 4]", "duato", 2, 4, "separable_input_first",
     "t_routing: 0\n  t_vc_allocation: 1\n  speculative: true"},
    {"torus, radix: [4, 4]", "dimension_order", 2, 4, "separable_input_first",
     "t_routing: 0\n  t_vc_allocation: 1\n  t_switch_allocation: 1\n  t_crossbar: 0\n  speculative: true"},
    {"hypercube, dimensions: 3", "duato", 2, 4, "separable_input_first", "t_routing: 0\n  t_crossbar: 0"},
    {"mesh, radix: [4, 4]", "duato", 2, 4, "wavefront",
     "t_vc_allocation: 1\n  t_switch_allocation: 1\n  speculative: true"},
    // Head flits are matched with output VCs.
    {"mesh, radix: [4, 4]", "duato", 2, 4, "separable_input_first", "",
     "vc_allocator: {kind: separable_input_first, arbiters: matrix}"},
    {"torus, radix: [4, 4]", "dimension_order", 2, 4, "separable_input_first", "t_vc_allocation: 1",
     "vc_allocator: {kind: wavefront}"},
    {"mesh, radix: [4, 4]", "duato", 2, 4, "separable_input_first",
     "t_routing: 0\n  t_vc_allocation: 1\n  speculative: true", "vc_allocator: {kind: islip, iterations: 2}"},
    {"hypercube, dimensions: 3", "duato", 2, 4, "separable_input_first", "t_routing: 0\n  t_crossbar: 0",
     "vc_allocator: {kind: separable_output_first}"},
    // Bypass.
    {"hypercube, dimensions: 3", "duato", 2, 4, "separable_input_first", "t_routing: 0\n  bypass: true"},
    {"mesh, radix: [4, 4]", "duato", 2, 4, "separable_input_first",
     "t_routing: 0\n  t_vc_allocation: 1\n  bypass: true"},
    {"torus, radix: [4, 4]", "dimension_order", 2, 4, "separable_input_first",
     "t_routing: 0\n  t_vc_allocation: 1\n  t_switch_allocation: 1\n  speculative: true\n  bypass: true",
     "vc_allocator: {kind: islip, iterations: 2}"},
    // Output VCs.
    {"mesh, radix: [4, 4]", "duato", 2, 4, "separable_input_first", "", "vc_allocations_per_cycle: 1", 3},
    {"torus, radix: [4, 4]", "dimension_order", 2, 4, "separable_input_first", "",
     "vc_allocations_per_cycle: 1", 3},
    {"hypercube, dimensions: 3", "duato", 2, 4, "separable_input_first",
     "t_routing: 0\n  t_vc_allocation: 1\n  t_switch_allocation: 1\n  speculative: true",
     "vc_allocator: {kind: islip, iterations: 2}", 2},
    // Half-duplex links.
    {"torus, radix: [4, 4], duplex: half", "dimension_order", 2, 4},
    {"mesh, radix: [4, 4], link_latency: 3, duplex: half", "duato", 2, 4},
    {"hypercube, dimensions: 3, duplex: half", "duato", 2, 4, "separable_input_first",
     "t_vc_allocation: 1\n  t_crossbar: 0"},
    // By table.
    {"mesh, radix: [4, 5]", "duato", 4, 4},
    {"torus, radix: [3, 5]", "dimension_order", 4, 4},
    {"mesh, radix: [4, 4]", "dimension_order, order: [1, 0]", 4, 4},
    {"mesh, radix: [5, 4]", "west_first", 4, 4},
    {"mesh, radix: [4, 4]", "odd_even", 4, 4},
    {"torus, radix: [4, 4]", "up_down", 4, 4},
    {"torus, radix: [4, 4]", "adaptive_up_down", 4, 4},
    {"hypercube, dimensions: 3", "adaptive_up_down", 2, 4, "separable_input_first",
     "t_routing: 0\n  t_vc_allocation: 1\n  speculative: true"},
    {"hypercube, dimensions: 3", "e_cube", 2, 4, "separable_input_first",
     "t_routing: 0\n  t_vc_allocation: 1\n  speculative: true"},
};

struct Traffic {
  double load = 0.3;
  int longest_packet = 10;
  std::uint64_t seed = 1;
};

std::string yaml_of(const Setting& setting, const Traffic& traffic,
                    const std::string& vc_reallocation = "atomic",
                    const std::string& selection = "least_loaded", const std::string& throttle = "all") {
  return fmt::format(R"(
seed: {}
topology: {{kind: {}}}
router:
  kind: duato
  virtual_channels: {}
  input_depth: {}
  output_depth: {}
  crossbar: ports
  switch_allocator: {{kind: {}}}
  {}
  injection_vcs: {}
  vc_reallocation: {}
  throttle_vcs: {}
  {}
routing: {{kind: {}, selection: {}}}
traffic: {{pattern: uniform, load: {}, packet_length: {{min: 1, max: {}}}}}
)",
                     traffic.seed, setting.topology, setting.virtual_channels, setting.depth,
                     setting.output_depth, setting.allocator, setting.heads, setting.virtual_channels,
                     vc_reallocation, throttle, setting.stages, setting.routing, selection, traffic.load,
                     traffic.longest_packet);
}

// One router.

class RtlRouterAlone : public NeedsRtl<testing::TestWithParam<Setting>> {};

TEST_P(RtlRouterAlone, DrivesInEveryCycleWhatTheModelDrives) {
  std::uint64_t seed = 0;
  for (const char* vc_reallocation : {"atomic", "whole_packet", "immediate"}) {
    for (const char* selection : {"first", "least_loaded"}) {
      for (const char* throttle : {"all", "1"}) {
        for (const double load : {0.1, 0.5, 1.0}) {
          const Traffic traffic{load, seed % 3 == 0 ? 3 : 20, ++seed};
          const std::string yaml = yaml_of(GetParam(), traffic, vc_reallocation, selection, throttle);
          const Design design = experiment_from(yaml).design;
          const auto node = static_cast<NodeId>(mix64(seed) % design.topology->node_count());
          RouterPair pair(design, node, {.assertions = true});
          RouterNeighbours neighbours(design, node, load, traffic.longest_packet, seed);
          ASSERT_GT(pair.run(neighbours, 1000), 0) << yaml;
          ASSERT_EQ(pair.difference(), "") << "node " << node << yaml;
        }
      }
    }
  }
}

TEST_P(RtlRouterAlone, CutsThrough) {
  for (const char* vc_reallocation : {"atomic", "whole_packet"}) {
    if (GetParam().output_depth != 0 && vc_reallocation == std::string("whole_packet")) continue;  // Refused.
    for (const std::uint64_t seed : {1, 2, 3}) {
      Setting setting = GetParam();
      const std::string stages = std::string(setting.stages) + "\n  switching: cut_through";
      setting.stages = stages.c_str();
      const Traffic traffic{0.7, setting.depth, seed};
      const Design design = experiment_from(yaml_of(setting, traffic, vc_reallocation)).design;
      RouterPair pair(design, 5, {.assertions = true});
      RouterNeighbours neighbours(design, 5, traffic.load, traffic.longest_packet, seed);
      EXPECT_GT(pair.run(neighbours, 1000), 0);
      EXPECT_EQ(pair.difference(), "");
    }
  }
}

/// Ports fail and recover, now and then all of them.
TEST_P(RtlRouterAlone, LeavesOutFaultyPorts) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const Traffic traffic{0.6, 5, seed};
    const Design design =
        experiment_from(yaml_of(GetParam(), traffic, seed % 2 == 0 ? "whole_packet" : "immediate")).design;
    RouterPair pair(design, 5, {.assertions = true});
    RouterNeighbours neighbours(design, 5, traffic.load, traffic.longest_packet, seed);
    RandomStream dice(seed, 5, Purpose::Arrival);
    std::int64_t sent = 0;
    for (int change = 0; change < 60; ++change) {
      const auto ports = low_bits<PortMask>(design.topology->port_count());
      pair.router().set_faulty_ports(change % 10 == 9 ? ports : ports & static_cast<PortMask>(dice.next()));
      sent += pair.run(neighbours, dice.below(40));
      ASSERT_EQ(pair.difference(), "") << "change " << change;
    }
    EXPECT_GT(sent, 100);
  }
}

TEST_P(RtlRouterAlone, CarriesPacketsOfAnyLength) {
  const Traffic traffic{0.5, 60000, 1};
  const Design design = experiment_from(yaml_of(GetParam(), traffic, "immediate")).design;
  RouterPair pair(design, 5, {.assertions = true});
  RouterNeighbours neighbours(design, 5, traffic.load, traffic.longest_packet, traffic.seed);
  EXPECT_GT(pair.run(neighbours, 2000), 0);
  EXPECT_EQ(pair.difference(), "");
}

TEST_P(RtlRouterAlone, StartsOverAfterAReset) {
  const Design design = experiment_from(yaml_of(GetParam(), {})).design;
  RouterPair pair(design, 5, {.assertions = true});
  RouterNeighbours before(design, 5, 1.0, 8, 1);
  EXPECT_GT(pair.run(before, 200), 0);
  pair.router().reset();
  RouterNeighbours after(design, 5, 1.0, 8, 2);
  EXPECT_GT(pair.run(after, 200), 0);
  EXPECT_EQ(pair.difference(), "");
}

INSTANTIATE_TEST_SUITE_P(Settings, RtlRouterAlone, testing::ValuesIn(kSettings));

/// A head flit that goes home, and the rest of its packet.
Flit flit_for(NodeId destination, int remaining, bool head) {
  return {.packet = 1,
          .destination = destination,
          .remaining = static_cast<std::uint16_t>(remaining),
          .vc = 0,
          .head = head};
}

TEST_F(RtlRouter, AnAssertionSeesThePinsThatTheEdgeSees) {
  keep_failed_assertions();
  const Design design = experiment_from(yaml_of(kTorus4, {})).design;
  const auto rtl = make_rtl_router(design, /*node=*/5, {.assertions = true});
  Cycle settled = 0;
  rtl->on_settled([&](Cycle cycle) { settled = cycle; });
  constexpr int kFlits = 40;  // Into a VC of 8, with 8 credits behind it.
  std::optional<FailedAssertion> failed;
  for (int sent = 0; sent < kFlits && !failed; ++sent) {
    const Flit flit = flit_for(/*destination=*/5, kFlits - sent, sent == 0);
    rtl->step({.flit_ports = 0b100, .flits = std::array{Flit{}, Flit{}, flit}.data()});
    failed = take_failed_assertion();
  }
  ASSERT_TRUE(failed.has_value());
  EXPECT_EQ(failed->path, "rtl.vc_router.gen_input[2].i_port.gen_vc[0].i_vc.i_queue.NoOverflow");
  EXPECT_EQ(failed->place.substr(0, failed->place.find(':')), "router/flit_fifo.sv");
  EXPECT_TRUE(failed->at_edge);
  // Of flits 0 to 16 eight have left, from edge 1 on: edge 16 has no place for the last.
  EXPECT_EQ(settled, 17U);
}

TEST_F(RtlRouter, HasTheCyclesThatNobodyUsesUntilItRests) {
  const Design design = experiment_from(yaml_of(kTorus4, {})).design;
  std::int64_t now = -1;
  const auto rtl = make_rtl_router(design, /*node=*/5, {.now = [&] { return now; }});
  std::vector<std::pair<Cycle, std::uint32_t>> credits;
  std::vector<Cycle> settled;
  const RouterPlaces places = vc_router_places(5, 4);
  rtl->on_settled([&](Cycle cycle) {
    settled.push_back(cycle);
    if (const std::uint32_t pins = rtl->outputs()[places.credit + 2]; pins != 0)
      credits.emplace_back(cycle, pins);
  });
  now = 100;
  rtl->step({.flit_ports = 0b100, .flits = std::array{Flit{}, Flit{}, flit_for(5, 1, true)}.data()});
  now = 1000;
  rtl->finish_cycle();
  // It rests at once, has the flit in cycle 100, and a credit for it two edges later.
  EXPECT_EQ(credits, (std::vector<std::pair<Cycle, std::uint32_t>>{{102, 1}}));
  ASSERT_GT(settled.size(), 6U);
  EXPECT_LT(settled.size(), 12U);
  const auto used = std::find(settled.begin(), settled.end(), 100U);
  for (auto after = used; after + 1 != settled.end(); ++after) EXPECT_EQ(after[1], after[0] + 1);
}

TEST_F(RtlRouter, AFaultIsOnItsPinsFromItsCycleOn) {
  const Design design = experiment_from(yaml_of(kTorus4, {0.9, 5, 3})).design;
  const BlockFault fault = parse_block_fault("router_5.vc_router_1@200");
  std::int64_t now = -1;
  RouterPair pair(
      design, 5,
      {.now = [&] { return now; }, .fault = TimedFault{fault, [&] { return static_cast<Cycle>(now); }}});
  RouterNeighbours neighbours(design, 5, 0.9, 5, 3);
  for (now = 0; now < 200; ++now) pair.run(neighbours, 1);
  EXPECT_EQ(pair.difference(), "");
  for (; now < 3000 && pair.difference().empty(); ++now) pair.run(neighbours, 1);
  EXPECT_NE(pair.difference().find("network.router_5.rtl.vc_router.flit_o[1] is 0x"), std::string::npos)
      << pair.difference();
  EXPECT_EQ(fault.use->spoilt, 1U);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

// Networks.

class RtlRouterNetworks : public NeedsRtl<testing::TestWithParam<std::tuple<Setting, double>>> {
 protected:
  static const Setting& setting() { return std::get<Setting>(GetParam()); }
  static double load() { return std::get<double>(GetParam()); }
};

TEST_P(RtlRouterNetworks, AreTheFastNetworkInEveryCycle) {
  const bool light = load() < 0.1;
  expect_same_as_fast("rtl_router", yaml_of(setting(), {load(), 10, 1}, light ? "atomic" : "whole_packet",
                                            light ? "first" : "least_loaded"));
}

/// Links and a node that come and go, and a link that is away from the start: also while a router sleeps.
TEST_P(RtlRouterNetworks, WithFaultsThatOnlyTheirEndsSeeAreTheFastNetwork) {
  expect_same_as_fast("rtl_router",
                      yaml_of(setting(), {load(), 6, 2}, "whole_packet") +
                          "faults:\n  - {link: [0, 1], from: 50, to: 250}\n"
                          "  - {node: 5, from: 200, to: 320}\n  - {link: [0, 1], from: 330, to: 331}\n"
                          "  - {link: [6, 7], known: false}\n");
}

INSTANTIATE_TEST_SUITE_P(Settings, RtlRouterNetworks,
                         testing::Combine(testing::ValuesIn(kSettings), testing::Values(0.02, 0.9)));

class RtlRouterMixture : public NeedsRtl<testing::TestWithParam<Setting>> {};

TEST_P(RtlRouterMixture, OfModelsAndRtlIsTheFastNetwork) {
  std::vector<NodeId> nodes;
  for (NodeId node = 0; node < 8; ++node) {
    if ((mix64(node) & 1) != 0) nodes.push_back(node);
  }
  expect_same_as_fast("rtl_router", yaml_of(GetParam(), {0.6, 10, 2}, "immediate"),
                      {.rtl_nodes = nodes, .assertions = true});
}

INSTANTIATE_TEST_SUITE_P(Settings, RtlRouterMixture, testing::ValuesIn(kSettings));

/// Any network of routers with five ports, four VCs of four flits and up to 20 nodes; its routes are given.
class RtlRouterByTable : public NeedsRtl<testing::TestWithParam<int>> {
 protected:
  template <std::size_t kChoices>
  const char* one_of(const char* const (&choices)[kChoices]) {
    return choices[dice_.below(kChoices)];
  }
  std::string random_network() {
    const bool mesh = dice_.below(2) == 0;
    const int width = 3 + dice_.below(2);
    const int height = 3 + dice_.below(3);
    const bool cube = dice_.below(4) == 0;
    const std::string topology =
        cube ? "hypercube, dimensions: 4"
             : fmt::format("{}, radix: [{}, {}]", mesh ? "mesh" : "torus", width, height);
    const std::string routing =
        cube   ? one_of({"up_down, root: 5", "adaptive_up_down", "e_cube", "hanging_vc", "fully_adaptive",
                         "subcubes", "hanging_order"})
        : mesh ? one_of({"up_down", "adaptive_up_down, root: 4", "west_first", "north_last", "negative_first",
                         "odd_even", "dimension_order, order: [1, 0]"})
               : one_of({"up_down, root: 3", "adaptive_up_down", "dimension_order, order: [1, 0]"});
    const bool in_order = routing != "subcubes" && routing != "hanging_order";
    const char* const selection = in_order && dice_.below(2) == 0 ? "first" : "least_loaded";
    const int injection_vcs = 1 + dice_.below(4);
    const char* const vc_reallocation = one_of({"atomic", "whole_packet"});
    const char* const switching = one_of({"wormhole", "cut_through"});
    const char* const throttle_vcs = one_of({"all", "1", "2"});
    const char* const load = one_of({"0.05", "0.3", "0.9"});
    return fmt::format(R"(
seed: {}
topology: {{kind: {}}}
router:
  kind: duato
  virtual_channels: 4
  input_depth: 4
  output_depth: 0
  crossbar: ports
  vc_allocations_per_cycle: 1
  injection_vcs: {}
  vc_reallocation: {}
  switching: {}
  throttle_vcs: {}
routing: {{kind: {}, selection: {}}}
traffic: {{pattern: uniform, load: {}, packet_length: {{min: 1, max: 4}}}}
)",
                       GetParam(), topology, injection_vcs, vc_reallocation, switching, throttle_vcs, routing,
                       selection, load);
  }
  RandomStream dice_{static_cast<std::uint64_t>(GetParam()), 0, Purpose::Arrival};
};

TEST_P(RtlRouterByTable, IsTheFastNetwork) {
  const std::string yaml = random_network();
  SCOPED_TRACE(yaml);
  expect_same_as_fast("rtl_router", yaml);
}

INSTANTIATE_TEST_SUITE_P(Random, RtlRouterByTable, testing::Range(0, 36));

TEST_F(RtlRouter, RoutesAroundKnownFaultsByTable) {
  expect_same_as_fast("rtl_router", yaml_of({"torus, radix: [4, 4]", "adaptive_up_down", 4, 4}, {0.5, 6, 3}) +
                                        "faults: [{link: [0, 1]}, {link: [5, 9]}, {node: 10}]\n");
}

class RtlRouterVirtualNetworks : public NeedsRtl<testing::TestWithParam<const char*>> {};

TEST_P(RtlRouterVirtualNetworks, AreKeptApartByTable) {
  const std::string yaml = yaml_of({"mesh, radix: [4, 4]", "dimension_order", 4, 4}, {0.7, 6, 3});
  const std::string divided =
      replaced(yaml, "injection_vcs: 4", fmt::format("injection_vcs: 1\n  virtual_networks: {}", GetParam()));
  expect_same_as_fast(
      "rtl_router",
      replaced(divided, "traffic: {pattern: uniform, load: 0.7, packet_length: {min: 1, max: 6}}", R"(traffic:
  pattern: uniform
  load: 0.7
  packet_length: {min: 1, max: 6}
  classes:
    - {name: request, virtual_network: 0}
    - {name: response, virtual_network: 1}
)"));
}

INSTANTIATE_TEST_SUITE_P(Sizes, RtlRouterVirtualNetworks, testing::Values("2", "[1, 3]"));

TEST_F(RtlRouter, DiffersAtItsLevelInTheCycleOfAFaultWhichStopsTheRun) {
  const Experiment experiment = experiment_from(yaml_of(kTorus4, {0.9, 5, 1}));
  TestBench bench(experiment);
  const auto network =
      find_level("rtl_router")
          ->build(experiment.design, bench.terminals(), bench.observer(),
                  {.fault = parse_block_fault("router_5.vc_router_3@300"), .rtl_nodes = {2, 5}});
  network->run(300);
  ASSERT_FALSE(network->divergence().has_value()) << describe(*network->divergence());
  network->run(700);
  const std::optional<Divergence> divergence = network->divergence();
  ASSERT_TRUE(divergence.has_value());
  EXPECT_EQ(divergence->signal, "network.router_5.rtl.vc_router.flit_o[3]");
  EXPECT_GE(divergence->cycle, 300U);
  EXPECT_LT(divergence->cycle, 400U);
  EXPECT_EQ(sc_core::sc_time_stamp(), (static_cast<double>(divergence->cycle) + 2.5) * kClockPeriod);
  EXPECT_EQ(divergence->events.size(), 16U);
}

// What it cannot carry.

/// Why the 4 x 4 torus cannot be carried with `to` in the place of `from`, and `other` in that of `one`.
std::string refusal(const std::string& from, const std::string& to, const std::string& one = "",
                    const std::string& other = "") {
  const std::string yaml = yaml_of(kTorus4, {0.3, kTorus4.depth, 1});
  const Design design = experiment_from(replaced(replaced(yaml, from, to), one, other)).design;
  try {
    make_rtl_router(design, 0);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST_F(RtlRouter, NamesWhatItCannotCarry) {
  const std::string start = "rtl/router/vc_router.sv cannot carry this network: it needs ";
  for (const auto& [key, value] :
       {std::pair{"[4, 4]", "[4, 4], duplex: half"},
        std::pair{"vc_reallocation: atomic", "vc_reallocation: whole_packet\n  switching: cut_through"}})
    EXPECT_EQ(
        refusal("output_depth: 0", "output_depth: 2", key, value),
        start + "router.output_depth = 0 with topology.duplex = half, and with cut_through and whole_packet");
  EXPECT_EQ(refusal("crossbar: ports\n  switch_allocator: {kind: separable_input_first}", "crossbar: vcs"),
            start + "router.crossbar = ports");
  EXPECT_EQ(refusal("{kind: separable_input_first}", "{kind: maximum}"),
            start + "another router.switch_allocator.kind than maximum");
  EXPECT_EQ(refusal("vc_allocations_per_cycle: 1", "vc_allocations_per_cycle: 2"),
            start + "router.vc_allocations_per_cycle = 1, or a router.vc_allocator");
  EXPECT_EQ(refusal("vc_allocations_per_cycle: 1", "vc_allocator: {kind: maximum}"),
            start + "another router.vc_allocator.kind than maximum");
  EXPECT_EQ(refusal("vc_allocations_per_cycle: 1", "vc_allocator: {arbiters: age}"),
            start + "other router.vc_allocator.arbiters than age");
  EXPECT_EQ(refusal("crossbar: ports", "crossbar: ports\n  head_flit_order: in_transit_first"),
            start + "router.head_flit_order = turns, or a router.vc_allocator");
  EXPECT_EQ(refusal("crossbar: ports", "crossbar: ports\n  t_routing: 2"),
            start + "router.t_routing of 0 or 1");
  EXPECT_EQ(refusal("crossbar: ports", "crossbar: ports\n  t_vc_allocation: 2"),
            start + "router.t_vc_allocation of 0 or 1");
  EXPECT_EQ(
      refusal("virtual_channels: 4", "virtual_channels: 8\n  virtual_networks: 2\n  priorities: [1, 0]"),
      start + "no router.priorities");
  EXPECT_EQ(refusal("input_depth: 8", "input_depth: [8, 8, 8, 9]"),
            start + "one router.input_depth for all VCs");
  EXPECT_EQ(refusal("least_loaded", "random"), start + "routing.selection = first or least_loaded");
  EXPECT_EQ(refusal("[4, 4]", "[8, 9]"), start + "no more than 64 terminals for a routing table");
  const std::string cube = "hypercube, dimensions: 4";
  const std::string grid = "torus, radix: [4, 4]";
  EXPECT_EQ(refusal(grid, cube, "duato, selection", "zenith, selection"),
            start + "routing with escapes of one VC of a port, not zenith");
  EXPECT_EQ(
      refusal(grid, cube, "duato, selection: least_loaded", "subcubes, selection: first"),
      start + "routing.selection = least_loaded, or routing that offers lower ports first, not subcubes");
  EXPECT_EQ(refusal(grid, "mesh, radix: [4, 4]", "duato, selection", "o1turn, selection"),
            start + "routing that draws no way for a packet, not o1turn");
}

TEST_F(RtlRouter, NamesTheStagesThatAreBuilt) {
  const std::string error =
      refusal("crossbar: ports", "crossbar: ports\n  t_vc_allocation: 1\n  t_crossbar: 9");
  EXPECT_NE(
      error.find("round_robin arbiters, 1 + 1 + 9 cycles of routing, VC allocation and crossing. Built: "),
      std::string::npos)
      << error;
  EXPECT_NE(error.find(
                "round_robin arbiters, 0 + 1 + 1 cycles of routing, VC allocation and crossing, speculative"),
            std::string::npos)
      << error;
}

TEST_F(RtlRouter, NamesTheVcAllocatorsThatAreBuilt) {
  const std::string error =
      refusal("vc_allocations_per_cycle: 1", "vc_allocator: {kind: islip, iterations: 3}");
  EXPECT_NE(error.find("round_robin arbiters, head flits matched by islip of 3 iterations. Built: "),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("head flits matched by separable_input_first with matrix arbiters;"),
            std::string::npos)
      << error;
}

TEST_F(RtlRouter, NamesTheHalfDuplexLinksThatAreBuilt) {
  const std::string error = refusal("[4, 4]", "[4, 4], duplex: half, link_latency: 9");
  EXPECT_NE(error.find("round_robin arbiters, half-duplex links of up to 9 cycles. Built: "),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("half-duplex links of up to 1 cycle"), std::string::npos) << error;
}

TEST_F(RtlRouter, NamesTheShapesThatAreBuilt) {
  const std::string error = refusal("input_depth: 8", "input_depth: 7");
  EXPECT_NE(error.find("no model is built for 5 ports x 4 virtual channels, input_depth 7, radix 4, "
                       "separable_input_first with round_robin arbiters. Built: "),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("5 ports x 4 virtual channels, input_depth 8, radix 4, separable_input_first with "
                       "round_robin arbiters;"),
            std::string::npos)
      << error;
}

}  // namespace
}  // namespace switchyard
