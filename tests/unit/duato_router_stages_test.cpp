#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "tests/support/config_faults.h"
#include "tests/support/router_bench.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

DuatoConfig config_with_ports(int vcs, int t_vc_allocation) {
  DuatoConfig config = config_of(vcs, 8, /*output_depth=*/0);
  config.crossbar = DuatoConfig::Crossbar::Ports;
  config.t_vc_allocation = t_vc_allocation;
  return config;
}

/// To the port that the destination names, over the VC by which the packet has come.
Route over_the_same_vc() {
  return [](const RouteQuery& query, RouteSet& routes) {
    routes.add(port_towards(query.destination), bit<VcMask>(query.held_vc), Preference::Adaptive);
  };
}

TEST(DuatoRouterStages, AHeadFlitSpendsTheCyclesOfEachStageAndOneLessIfItSpeculates) {
  for (const int t_routing : {0, 1, 3, 64}) {
    for (const int t_vc_allocation : {1, 2, 64}) {
      for (const int t_switch_allocation : {0, 1, 5}) {
        for (const int t_crossbar : {0, 1, 4}) {
          for (const bool speculative : {false, true}) {
            for (const int output_depth : {0, 64}) {
              if (t_crossbar == 0 && output_depth != 0) continue;
              DuatoConfig config = config_with_ports(2, t_vc_allocation);
              config.output_depth = output_depth;
              config.t_routing = t_routing;
              config.t_switch_allocation = t_switch_allocation;
              config.t_crossbar = t_crossbar;
              config.speculative = speculative;
              RouterBench bench(config);
              bench.flit(0, header(9, 2, 1, 1));
              const int stages = t_routing + t_vc_allocation + t_switch_allocation + t_crossbar;
              EXPECT_EQ(steps_until_sent(bench, 2), 1 + stages - (speculative ? 1 : 0))
                  << t_routing << " + " << t_vc_allocation << " + " << t_switch_allocation << " + "
                  << t_crossbar << ", output_depth " << output_depth;
            }
          }
        }
      }
    }
  }
}

TEST(DuatoRouterStages, AnOutputVcThatATailLeavesIsSeenInTheNextCycle) {
  for (const int t_vc_allocation : {0, 1}) {
    DuatoConfig config = config_with_ports(1, t_vc_allocation);
    RouterBench bench(config);
    bench.flit(0, flit_of(1, 2, 1, 0, true));
    bench.flit(1, flit_of(2, 2, 1, 0, true));
    std::vector<int> sent;
    for (int step = 0; step < 20; ++step) {
      bench.step();
      if (bench.sent(2)) sent.push_back(step);
    }
    ASSERT_EQ(sent.size(), 2U);
    // The second is allocated in the cycle in which the first crosses, or in the one after it.
    EXPECT_EQ(sent[1] - sent[0], t_vc_allocation == 0 ? 1 : 2);
  }
}

/// A packet streams from port 0 to port 2. A head flit comes by the same input port, or to the same output
/// port, and asks for the crossbar when the stream does.
TEST(DuatoRouterSpeculation, NeverTakesTheCrossbarFromAPacketThatHoldsAnOutputVc) {
  constexpr int kFlits = 12;
  constexpr int kArrival = 5;
  for (const bool same_input : {false, true}) {
    for (const bool streams : {false, true}) {
      DuatoConfig config = config_with_ports(2, 1);
      config.t_routing = 3;
      config.speculative = true;
      RouterBench bench(config);
      const PortId from = same_input ? 0 : 1;
      const PortId to = same_input ? 3 : 2;
      int left = streams ? kFlits : 0;
      int head_sent = -1;
      for (int step = 0; step < 30; ++step) {
        const bool comes = step == kArrival;
        if (comes) bench.flit(from, header(2, to, 1, 1));
        if (left > 0 && !(comes && same_input)) {
          bench.flit(0, flit_of(1, 2, left, 0, left == kFlits));
          --left;
        }
        bench.step();
        if (bench.sent(to) && bench.sent(to)->packet == 2) head_sent = step;
        if (bench.sent(2)) bench.credit(2, bench.sent(2)->vc);
        if (step == kArrival + 4 && streams) {
          ASSERT_TRUE(bench.sent(2));
          EXPECT_EQ(bench.sent(2)->packet, 1U);
        }
      }
      if (streams) {
        EXPECT_GT(head_sent, kArrival + 4);
      } else {
        EXPECT_EQ(head_sent, kArrival + 4);
      }
    }
  }
}

/// Both head flits want the one VC of port 2. Where the VC allocator and that of the crossbar serve different
/// ones first, neither crosses in that cycle: no flit does without a VC.
TEST(DuatoRouterSpeculation, IsLostIfTheOutputVcGoesToAnother) {
  int lost = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    DuatoConfig config = config_with_ports(1, 1);
    config.t_routing = 0;
    config.t_crossbar = 0;
    config.speculative = true;
    config.arbiter_start = ArbiterStart::Random;
    RouterBench bench(config, over_vcs(0b1), /*latency=*/1, seed);
    bench.flit(0, header(1, 2, 1, 0));
    bench.flit(1, header(2, 2, 1, 0));
    bench.step();
    const bool at_once = bench.sent(2).has_value();
    lost += !at_once;
    std::vector<PacketId> sent;
    if (at_once) sent.push_back(bench.sent(2)->packet);
    for (int step = 0; step < 10; ++step) {
      bench.step();
      if (bench.sent(2)) sent.push_back(bench.sent(2)->packet);
    }
    ASSERT_EQ(sent.size(), 2U) << seed;
    EXPECT_NE(sent[0], sent[1]);
  }
  EXPECT_GT(lost, 5);  // Of the seeds half start with different ports.
  EXPECT_LT(lost, 35);
}

TEST(DuatoRouterSpeculation, WaitsForACredit) {
  DuatoConfig config = config_with_ports(2, 1);
  config.input_depth = 2;
  config.vc_reallocation = VcReallocation::Immediate;
  config.speculative = true;
  RouterBench bench(config, over_vcs(0b01));
  bench.flit(0, header(1, 2, 2, 0));
  bench.step();
  bench.flit(0, flit_of(1, 2, 1, 0, false));
  bench.steps(8);  // Both credits are spent.
  bench.flit(1, header(2, 2, 1, 0));
  bench.steps(5);
  EXPECT_FALSE(bench.allocated(1, 0));
  bench.credit(2, 0);
  EXPECT_EQ(steps_until_sent(bench, 2), 2);  // VC and crossbar in one cycle, then the crossbar's.
}

DuatoConfig bypassing(int t_vc_allocation, int t_crossbar) {
  DuatoConfig config = config_with_ports(2, t_vc_allocation);
  config.t_routing = 0;
  config.t_crossbar = t_crossbar;
  config.bypass = true;
  return config;
}

/// A narrow link keeps a flit in the only slot of output VC 0, whose far end has room.
TEST(DuatoRouterSpeculation, DoesNotAskForAnOutputVcThatIsFull) {
  DuatoConfig config = config_with_ports(2, 1);
  config.t_routing = 0;
  config.output_depth = 1;
  config.speculative = true;
  config.switch_allocator.arbiters = AllocatorConfig::Arbiter::Fixed;  // Port 0 goes before port 1.
  RouterBench bench(config, over_the_same_vc(), /*latency=*/1, /*seed=*/7, /*cycles_per_flit=*/20);
  for (const PacketId packet : {1, 2}) {
    bench.flit(0, header(packet, 2, 1, 0));
    bench.steps(4);
  }
  EXPECT_EQ(bench.buffer(Side::Output, 2, 0).occupancy, 1);
  bench.flit(0, header(3, 2, 1, 0));
  bench.flit(1, header(4, 2, 1, 1));
  bench.step();
  EXPECT_EQ(bench.buffer(Side::Output, 2, 1).occupancy, 1) << "nobody else asks for port 2";
}

TEST(DuatoRouterBypass, APacketAloneSpendsNoCycleInTheRouter) {
  for (const int t_vc_allocation : {0, 1}) {
    for (const int t_crossbar : {0, 1, 7}) {
      RouterBench bench(bypassing(t_vc_allocation, t_crossbar));
      for (int flit = 0; flit < 5; ++flit) {
        bench.flit(3, flit_of(4, 1, 5 - flit, 1, flit == 0));
        bench.step();
        ASSERT_TRUE(bench.sent(1)) << "flit " << flit << " of " << t_vc_allocation << " + " << t_crossbar;
        EXPECT_EQ(bench.sent(1)->remaining, 5 - flit);
        EXPECT_TRUE(bench.returned(3, 1));
      }
      bench.step();
      EXPECT_FALSE(bench.awake());
    }
  }
}

/// The first flits of two packets meet; the one that loses comes later, and no flit passes one of its own.
TEST(DuatoRouterBypass, FlitsThatMeetGoThroughTheStagesInOrder) {
  for (const int t_vc_allocation : {0, 1}) {
    constexpr int kFlits = 6;
    constexpr int kStages = 3;
    RouterBench bench(bypassing(t_vc_allocation, kStages));
    std::array<int, 2> left{kFlits, kFlits};
    int sent = 0;
    for (int step = 0; step < 60; ++step) {
      for (PortId p = 0; p < 2; ++p) {
        if (step < kFlits) bench.flit(p, flit_of(p + 1U, 2, kFlits - step, 0, step == 0));
      }
      bench.step();
      if (step < kStages) {
        EXPECT_FALSE(bench.sent(2)) << "step " << step;
      }
      if (!bench.sent(2)) continue;
      EXPECT_EQ(bench.sent(2)->remaining, left[bench.sent(2)->packet - 1]--);
      bench.credit(2, bench.sent(2)->vc);
      ++sent;
    }
    EXPECT_EQ(sent, 2 * kFlits);
  }
}

/// A flit that finds its VC empty, but one of its packet still in the crossbar, goes behind it.
TEST(DuatoRouterBypass, NoFlitOvertakesOneInTheCrossbar) {
  RouterBench bench(bypassing(0, 4));
  bench.flit(0, flit_of(1, 2, 4, 0, true));
  bench.flit(1, flit_of(2, 2, 1, 0, true));  // They meet: both go through the stages.
  bench.step();
  std::vector<int> of_first;
  int step = 0;
  for (int remaining = 3; remaining >= 1; --remaining) {
    bench.flit(0, flit_of(1, 2, remaining, 0, false));
    bench.step();
    ++step;
    if (bench.sent(2) && bench.sent(2)->packet == 1) of_first.push_back(bench.sent(2)->remaining);
  }
  for (; step < 20; ++step) {
    bench.step();
    if (bench.sent(2) && bench.sent(2)->packet == 1) of_first.push_back(bench.sent(2)->remaining);
  }
  EXPECT_EQ(of_first, (std::vector<int>{4, 3, 2, 1}));
}

/// What is said of a router of a mesh with these settings.
std::string said_of(const std::string& router, const std::string& topology = "kind: mesh, radix: [3, 3]") {
  return error_of([&] {
    experiment_from("topology: {" + topology + "}\nrouter: {kind: duato, virtual_channels: 2, " + router +
                    "}\nrouting: {kind: duato}\ntraffic: {pattern: uniform, load: 0.1, packet_length: 1}\n");
  });
}

TEST(DuatoRouterBypass, HeadFlitsThatMeetDoNotSpeculate) {
  for (const bool speculative : {false, true}) {
    DuatoConfig config = config_with_ports(2, /*t_vc_allocation=*/1);
    config.t_routing = 0;
    config.t_crossbar = 2;
    config.bypass = true;
    config.speculative = speculative;
    RouterBench bench(config);
    bench.flit(0, header(1, 2, 1, 0));
    bench.flit(1, header(2, 2, 1, 0));
    EXPECT_EQ(steps_until_sent(bench, 2), 1 + 1 + 2 - (speculative ? 1 : 0));
  }
}

/// A flit of VC 0 waits for a credit, which comes with a flit for the empty VC 1 of the same input port.
TEST(DuatoRouterBypass, AFlitWhoseInputPortAnotherVcAsksForGoesThroughTheStages) {
  DuatoConfig config = config_with_ports(2, 0);
  config.t_routing = 0;
  config.t_crossbar = 2;
  config.bypass = true;
  config.switch_allocator.arbiters = AllocatorConfig::Arbiter::Fixed;  // Port 2 goes before port 3.
  RouterBench bench(config, over_the_same_vc());
  for (int flit = 0; flit <= config.input_depth[0]; ++flit) {
    bench.flit(0, flit_of(1, 3, 100 - flit, 0, /*head=*/flit == 0));
    bench.step();
  }
  bench.flit(0, flit_of(2, 2, 50, 1, /*head=*/true));
  bench.step();
  EXPECT_TRUE(bench.sent(2)) << "nobody else can cross";
  bench.credit(3, 0);
  bench.flit(0, flit_of(2, 2, 49, 1, /*head=*/false));
  bench.step();
  EXPECT_FALSE(bench.sent(2));
  bench.steps(2);
  EXPECT_TRUE(bench.sent(2)) << "two cycles of the crossbar";
}

TEST(DuatoRouterStages, ThatCannotBeAreRefused) {
  const auto refuses = [](const std::string& said, const std::string& why) {
    EXPECT_NE(said.find(why), std::string::npos) << said;
  };
  const std::string ports = "crossbar: ports, output_depth: 0, ";
  const std::string half = "kind: mesh, radix: [3, 3], duplex: half";
  refuses(said_of("t_vc_allocation: 1, speculative: true"), "it needs router.crossbar = ports");
  refuses(said_of("crossbar: ports, speculative: true"), "router.speculative needs router.t_vc_allocation");
  refuses(said_of(ports + "t_vc_allocation: 1, speculative: true", half), "a half-duplex link must be asked");
  refuses(said_of("output_depth: 0, t_routing: 0, bypass: true"), "it needs router.crossbar = ports");
  refuses(said_of("crossbar: ports, t_routing: 0, bypass: true"), "needs router.output_depth = 0");
  refuses(said_of(ports + "bypass: true"), "router.bypass needs router.t_routing = 0");
  refuses(said_of(ports + "t_routing: 0, t_vc_allocation: 2, bypass: true"),
          "of 0 or 1: a flit has one cycle");
  refuses(said_of(ports + "t_routing: 0, t_vc_allocation: 1, bypass: true", half), "a half-duplex link must");
  refuses(said_of("t_crossbar: 2, t_switch_allocation: 3, output_depth: 4"),
          "router.t_switch_allocation + router.t_crossbar = 5 cycles need at least 5 flits");
  refuses(said_of(ports + "t_routing: 0, bypass: true",
                  "kind: chiplets, radix: [4, 2], chiplets: [2, 1], die_cycles_per_flit: 3"),
          "here are some that take one in 3 cycles");
  EXPECT_EQ(said_of(ports + "t_routing: 0, t_vc_allocation: 1, bypass: true, speculative: true"), "no error");
  EXPECT_EQ(said_of("t_routing: 0, t_vc_allocation: 1", half), "no error");
}

}  // namespace
}  // namespace switchyard
