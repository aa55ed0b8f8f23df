#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/support/config_faults.h"
#include "tests/support/router_bench.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

DuatoConfig config_with_depths(const std::vector<int>& depths, int output_depth) {
  DuatoConfig config = config_of(static_cast<int>(depths.size()), 1, output_depth);
  config.input_depth = VcDepths(depths);
  return config;
}

TEST(VcDepths, AreOfEachVcOrAlike) {
  const VcDepths own(std::vector<int>{5, 2, 9});
  EXPECT_EQ((std::vector<int>{own[0], own[1], own[2]}), (std::vector<int>{5, 2, 9}));
  EXPECT_EQ(own.smallest(), 2);
  EXPECT_EQ(own.largest(), 9);
  EXPECT_FALSE(own.alike());
  EXPECT_EQ(own.listed(3), (std::vector<int>{5, 2, 9}));
  EXPECT_TRUE(VcDepths(4).alike());
  EXPECT_EQ(VcDepths(4).listed(3), std::vector<int>{4});
  EXPECT_EQ(VcDepths(std::vector<int>{4, 4}), VcDepths(4));
}

TEST(DuatoRouterDepths, AVcTakesAsManyFlitsAsItHoldsAndNoMore) {
  const std::vector<int> depths{3, 1, 6};
  for (VcId vc = 0; vc < 3; ++vc) {
    RouterBench bench(config_with_depths(depths, /*output_depth=*/1), over_vcs(0b001));
    bench.flit(0, header(1, 2, 100, vc == 0 ? 1 : 0));  // Holds the only VC that the other may have.
    bench.steps(4);
    const int depth = depths[vc];
    EXPECT_EQ(bench.buffer(Side::Input, 1, vc).capacity, depth);
    for (int flit = 0; flit < depth; ++flit) {
      bench.flit(1, flit_of(2, 2, 100 - flit, vc, /*head=*/flit == 0));
      EXPECT_NO_THROW(bench.step()) << "VC " << vc;
    }
    bench.flit(1, flit_of(2, 2, 100 - depth, vc, /*head=*/false));
    EXPECT_THROW(bench.step(), std::logic_error) << "VC " << vc;
  }
}

TEST(DuatoRouterDepths, AVcSendsAsManyFlitsAsTheFarOneHoldsUntilACreditComes) {
  const std::vector<int> depths{3, 1, 6};
  for (const int output_depth : {0, 2}) {
    for (VcId vc = 0; vc < 3; ++vc) {
      RouterBench bench(config_with_depths(depths, output_depth), over_vcs(bit<VcMask>(vc)));
      int sent = 0;
      int arrived = 0;
      const auto step = [&] {
        if (bench.buffer(Side::Input, 0, 2).occupancy < depths[2]) {
          bench.flit(0, flit_of(1, 2, 100 - arrived, 2, /*head=*/arrived == 0));
          ++arrived;
        }
        bench.step();
        sent += bench.sent(2).has_value();
      };
      for (int i = 0; i < 30; ++i) step();
      EXPECT_EQ(sent, depths[vc]) << "VC " << vc;
      bench.credit(2, vc);
      for (int i = 0; i < 10; ++i) step();
      EXPECT_EQ(sent, depths[vc] + 1) << "VC " << vc;
    }
  }
  for (VcId vc = 0; vc < 3; ++vc) {
    RouterBench bench(config_with_depths(depths, 2));
    bench.credit(2, vc);
    EXPECT_THROW(bench.step(), std::logic_error) << "VC " << vc << " has all its slots free";
  }
}

/// Whether a packet of four flits gets this output VC after one of a single flit whose credit is still out.
bool enters(const DuatoConfig& config, VcId vc) {
  RouterBench bench(config, over_vcs(bit<VcMask>(vc)));
  bench.flit(0, header(1, 2, 1, 0));
  bench.steps(8);
  bench.flit(1, header(2, 2, 4, 0));
  bench.steps(8);
  return bench.allocated(1, 0);
}

TEST(DuatoRouterDepths, APacketNeedsRoomForAllOfItOrTheWholeOfAVcThatIsSmaller) {
  DuatoConfig config = config_with_depths({4, 5, 9}, /*output_depth=*/0);
  for (const Switching switching : {Switching::Wormhole, Switching::CutThrough}) {
    config.switching = switching;
    config.vc_reallocation = VcReallocation::WholePacket;
    EXPECT_FALSE(enters(config, 0)) << "3 of 4 are free";
    EXPECT_TRUE(enters(config, 1)) << "4 of 5 are free";
    EXPECT_TRUE(enters(config, 2));
    config.vc_reallocation = VcReallocation::Atomic;
    for (VcId vc = 0; vc < 3; ++vc) EXPECT_FALSE(enters(config, vc)) << "one flit is there still";
  }
  config = config_with_depths({1, 2, 9}, /*output_depth=*/0);
  config.vc_reallocation = VcReallocation::WholePacket;
  EXPECT_FALSE(enters(config, 0));
  EXPECT_FALSE(enters(config, 1)) << "smaller than the packet, and not empty";
  config.vc_reallocation = VcReallocation::Immediate;
  EXPECT_FALSE(enters(config, 0)) << "full";
  EXPECT_TRUE(enters(config, 1));
}

TEST(DuatoRouterDepths, AnEmptyVcIsOpenToAPacketThatIsLongerAndTheDeepestOneGoesFirst) {
  for (const VcReallocation reallocation : {VcReallocation::Atomic, VcReallocation::WholePacket}) {
    DuatoConfig config = config_with_depths({2, 5, 3}, /*output_depth=*/0);
    config.vc_reallocation = reallocation;
    RouterBench bench(config);
    std::vector<int> order;
    for (const PortId in : {0, 1, 3}) {
      bench.flit(in, header(static_cast<PacketId>(in), 2, 9, 0));
      bench.step();
      steps_until_sent(bench, 2);
      ASSERT_TRUE(bench.sent(2).has_value());
      order.push_back(bench.sent(2)->vc);
    }
    EXPECT_EQ(order, (std::vector<int>{1, 2, 0}));
  }
}

/// All that happens, without the numbers of VCs.
using FlitOrCredit = std::tuple<Cycle, bool, NodeId, PortId, int, PacketId, int>;

/// A run whose packets go by one of two virtual networks.
std::vector<FlitOrCredit> run_in_network(const std::string& router, const std::string& depth, int network) {
  const Experiment experiment = experiment_from(
      "seed: 5\ntopology: {kind: mesh, radix: [4, 3]}\n"
      "router: {kind: duato, virtual_channels: 5, virtual_networks: [2, 3], input_depth: " +
      depth + ", " + router +
      "}\nrouting: {kind: duato}\n"
      "traffic:\n  load: 0.5\n  classes:\n"
      "    - {name: only, pattern: uniform, packet_length: {min: 1, max: 5}, virtual_network: " +
      std::to_string(network) + "}\n");
  FastBench fast(experiment, /*record_events=*/true);
  fast.run(600);
  EXPECT_EQ(fast.bench.scoreboard.failure() + fast.bench.links.failure(), "");
  std::vector<FlitOrCredit> all;
  for (const LinkEvent& event : fast.bench.recorder.events())
    all.emplace_back(event.cycle, event.at_terminal, event.node, event.port, int{event.credits},
                     event.flit.packet, event.flit.remaining);
  return all;
}

/// An oracle: nobody sees how deep the VCs of a virtual network are that has no packets.
TEST(DuatoRouterDepths, AVirtualNetworkIsAsThoughAllVcsWereAsDeepAsItsOwn) {
  for (const std::string router :
       {"output_depth: 0", "output_depth: 3", "output_depth: 0, crossbar: ports",
        "output_depth: 2, vc_reallocation: atomic", "output_depth: 2, switching: cut_through",
        "output_depth: 0, crossbar: ports, t_routing: 0, t_vc_allocation: 1, speculative: true",
        "output_depth: 0, crossbar: ports, t_routing: 0, bypass: true",
        "output_depth: 2, vc_allocator: {kind: wavefront}"}) {
    const std::vector<FlitOrCredit> shallow = run_in_network(router, "5", 0);
    const std::vector<FlitOrCredit> deep = run_in_network(router, "9", 1);
    EXPECT_GT(shallow.size(), 2000U);
    EXPECT_EQ(run_in_network(router, "[5, 5, 9, 9, 9]", 0), shallow) << router;
    EXPECT_EQ(run_in_network(router, "[5, 5, 9, 9, 9]", 1), deep) << router;
    EXPECT_NE(run_in_network(router, "9", 0), shallow) << "so that the depth is seen at all: " << router;
  }
}

/// The most flits that a VC of this number ever holds anywhere.
std::vector<int> most_flits(const Experiment& experiment, int vcs) {
  FastBench fast(experiment);
  std::vector<int> most(static_cast<std::size_t>(vcs));
  for (int cycle = 0; cycle < 400; ++cycle) {
    fast.run(1);
    for (NodeId node = 0; node < experiment.design.topology->node_count(); ++node) {
      fast.router(node).visit_buffers([&](const BufferView& view) {
        if (view.buffer.side == Side::Input)
          most[view.buffer.vc] = std::max(most[view.buffer.vc], view.occupancy);
      });
    }
  }
  return most;
}

TEST(DuatoRouterDepths, EachVcFillsToItsOwnDepthWhenTheNetworkIsOverloaded) {
  for (const char* output_depth : {"0", "3"}) {
    const Experiment experiment = experiment_from(
        std::string(
            "topology: {kind: torus, radix: [4, 4]}\n"
            "router: {kind: duato, virtual_channels: 4, injection_vcs: 4, input_depth: [4, 2, 11, 7], "
            "output_depth: ") +
        output_depth +
        "}\nrouting: {kind: duato}\ntraffic: {pattern: uniform, load: 1, packet_length: 10}\n");
    EXPECT_EQ(most_flits(experiment, 4), (std::vector<int>{4, 2, 11, 7}));
  }
}

std::string with_depths(const std::string& depths, const std::string& more = "") {
  return error_of([&] {
    experiment_from(
        "topology: {kind: mesh, radix: [4, 4]}\nrouter: {kind: duato, virtual_channels: 3, input_depth: " +
        depths + more +
        "}\nrouting: {kind: dimension_order}\n"
        "traffic: {pattern: uniform, load: 0.1, packet_length: 6}\n");
  });
}

TEST(DuatoRouterDepths, ThatAreNotOnePerVcAreRefused) {
  EXPECT_EQ(with_depths("[6, 7, 8]"), "no error");
  EXPECT_NE(with_depths("[6, 7]").find("router.input_depth has 2 depths, but router.virtual_channels = 3"),
            std::string::npos);
  EXPECT_NE(with_depths("[6]").find("router.input_depth has 1 depth, but"), std::string::npos);
  EXPECT_NE(with_depths("[]").find("router.input_depth is empty"), std::string::npos) << with_depths("[]");
  EXPECT_NE(with_depths("[6, 0, 8]").find("router.input_depth[1] = 0 is out of range: 1..1024"),
            std::string::npos)
      << with_depths("[6, 0, 8]");
  EXPECT_NE(with_depths("deep").find("router.input_depth = 'deep' is not a whole number"), std::string::npos)
      << with_depths("deep");
  EXPECT_NE(with_depths("[6, 5, 8]", ", switching: cut_through")
                .find("router.input_depth = 5 cannot hold the longest packet, 6 flits"),
            std::string::npos)
      << with_depths("[6, 5, 8]", ", switching: cut_through");
}

/// Each class fits into the VCs of its virtual network, or does not.
TEST(DuatoRouterDepths, WithCutThroughEachClassMustFitIntoItsVirtualNetwork) {
  const auto with_lengths = [](int request, int reply) {
    return error_of([&] {
      experiment_from(fmt::format(
          R"(
topology: {{kind: mesh, radix: [4, 4]}}
router: {{kind: duato, virtual_channels: 4, virtual_networks: 2, input_depth: [3, 4, 19, 25], switching: cut_through}}
routing: {{kind: dimension_order}}
traffic:
  load: 0.1
  classes:
    - name: read
      pattern: uniform
      packet_length: {}
      reply: {{packet_length: {}, virtual_network: 1}}
)",
          request, reply));
    });
  };
  EXPECT_EQ(with_lengths(3, 19), "no error");
  EXPECT_NE(with_lengths(4, 19).find("router.input_depth = 3 in virtual network 0 cannot hold the longest "
                                     "packet, 4 flits"),
            std::string::npos);
  EXPECT_NE(with_lengths(3, 20).find("router.input_depth = 19 in virtual network 1 cannot hold the longest "
                                     "packet, 20 flits"),
            std::string::npos);
}

}  // namespace
}  // namespace switchyard
