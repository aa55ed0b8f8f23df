#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/dice.h"
#include "tests/support/router_bench.h"

namespace switchyard {
namespace {

TEST(DuatoRouter, MakesAtMostTheConfiguredVcAllocationsPerCycle) {
  for (const int limit : {1, 2, 3, kNoLimit}) {
    DuatoConfig config = config_of(4, 4, 4);
    config.vc_allocations_per_cycle = limit;
    RouterBench bench(config);
    for (PortId p = 0; p < kPorts; ++p)
      bench.flit(p, header(static_cast<PacketId>(p), (p + 1) % kTerminal, 9, 0));
    int waiting = kPorts;
    while (waiting > 0) {
      bench.step();
      int allocated = 0;
      for (PortId p = 0; p < kPorts; ++p) allocated += bench.allocated(p, 0) ? 1 : 0;
      const int now_waiting = kPorts - allocated;
      ASSERT_EQ(waiting - now_waiting, std::min(waiting, limit));
      waiting = now_waiting;
    }
  }
}

TEST(DuatoRouter, TakesAnEscapeVcOnlyWhenNoAdaptiveVcIsFree) {
  RouterBench bench(config_of(4, 4, 4), over_vcs(/*adaptive=*/0b1100, /*escape=*/0b0001));
  std::vector<VcId> taken;
  for (PortId p : {0, 1, 3, kTerminal}) {
    bench.flit(p, header(static_cast<PacketId>(p), 2, 9, 0));
    bench.steps(2);
    for (VcId vc = 0; vc < 4; ++vc) {
      const bool allocated = bench.buffer(Side::Output, 2, vc).allocated;
      if (allocated && std::find(taken.begin(), taken.end(), vc) == taken.end()) taken.push_back(vc);
    }
  }
  EXPECT_EQ(taken, (std::vector<VcId>{2, 3, 0}));  // And the fourth packet waits.
  EXPECT_FALSE(bench.allocated(kTerminal, 0));
}

TEST(DuatoRouter, TakesAnAdaptiveVcEvenIfAnEscapeVcHasMoreRoom) {
  for (const auto selection : {Selection::First, Selection::Random, Selection::LeastLoaded}) {
    DuatoConfig config = config_of(2, 4, 4);
    config.selection = selection;
    RouterBench bench(config, over_vcs(/*adaptive=*/0b10, /*escape=*/0b01));
    for (int packet = 0; packet < 6; ++packet) {  // No credit comes back, so the adaptive VC fills up.
      bench.flit(0, header(static_cast<PacketId>(packet), 2, 1, 0));
      for (int cycle = 0; cycle < 5; ++cycle) {
        bench.step();
        EXPECT_FALSE(bench.sent(2) && bench.sent(2)->vc == 0);
      }
    }
  }
}

TEST(DuatoRouter, TakesADetourWhereItsQueueIsSoMuchShorter) {
  RouterBench bench(config_of(1, /*input_depth=*/8, /*output_depth=*/4),
                    [](const RouteQuery&, RouteSet& routes) {
                      routes.add(1, 0b1, Preference::Adaptive);
                      routes.add(2, 0b1, Preference::Detour);
                    });
  std::array<int, kPorts> sent{};
  const auto flits_to = [&](PortId p) { return sent[p] + bench.buffer(Side::Output, p, 0).occupancy; };
  std::string taken;
  for (PacketId packet = 0; packet < 19; ++packet) {  // No credit comes back: flits stay where they went.
    const int detours = flits_to(2);
    bench.flit(0, header(packet, 1, 1, 0));
    for (int cycle = 0; cycle < 4; ++cycle) {
      bench.step();
      for (const PortId p : {1, 2}) sent[p] += bench.sent(p).has_value();
    }
    taken += flits_to(2) > detours ? 'd' : '-';
  }
  // More than twice as many and three: 4 and 0, 6 and 1, 8 and 2, 10 and 3, 12 and 4. Then port 1 is full,
  // but 12 and 5 are not enough.
  EXPECT_EQ(taken, "----d--d--d--d--d--");
  EXPECT_EQ(bench.buffer(Side::Input, 0, 0).occupancy, 2);
  bench.router().set_faulty_ports(bit<PortMask>(1));
  bench.steps(8);
  EXPECT_EQ(bench.buffer(Side::Input, 0, 0).occupancy, 0) << "no queue at a faulty port is short enough";
}

TEST(DuatoRouter, TakesADetourAtOnceWhereThereIsNoOtherWay) {
  RouterBench bench(config_of(1, 4, 4),
                    [](const RouteQuery&, RouteSet& routes) { routes.add(2, 0b1, Preference::Detour); });
  bench.flit(0, header(0, 1, 1, 0));
  bench.step();
  bench.step();
  EXPECT_TRUE(bench.buffer(Side::Output, 2, 0).occupancy == 1 || bench.sent(2));
}

/// The VCs of port 2 that packets from input port `from` take, each while those before it stay.
VcMask vcs_taken(PortId from, int throttle_vcs) {
  DuatoConfig config = config_of(5, 4, 4);
  config.throttle_vcs = throttle_vcs;
  RouterBench bench(config, over_vcs(/*adaptive=*/0b11100, /*escape=*/0b00001));
  for (VcId vc = 0; vc < 5; ++vc) {
    bench.flit(from, header(static_cast<PacketId>(vc), 2, 9, vc));
    bench.steps(4);
  }
  VcMask taken = 0;
  for (VcId vc = 0; vc < 5; ++vc) {
    if (bench.buffer(Side::Output, 2, vc).allocated) taken = static_cast<VcMask>(taken | bit<VcMask>(vc));
  }
  return taken;
}

TEST(DuatoRouter, ThrottledPacketsEnterByTheFirstAdaptiveVcsOnly) {
  EXPECT_EQ(vcs_taken(kTerminal, 1), 0b00100);
  EXPECT_EQ(vcs_taken(kTerminal, 2), 0b01100);
  EXPECT_EQ(vcs_taken(kTerminal, 3), 0b11100) << "never an escape VC";
  EXPECT_EQ(vcs_taken(kTerminal, kNoLimit), 0b11101);
  EXPECT_EQ(vcs_taken(/*from=*/0, 1), 0b11101) << "packets under way are not throttled";
}

/// Port 0 has been served and is the last in turn when two head flits ask for the one VC of port 2: one from
/// there, one from the terminal. Which input port gets it?
PortId winner(DuatoConfig::HeadFlitOrder order) {
  DuatoConfig config = config_of(1, 4, 4);
  config.head_flit_order = order;
  RouterBench bench(config, over_vcs(0b1));
  bench.flit(0, header(1, 1, 1, 0));
  bench.steps(4);
  bench.flit(0, header(2, 2, 9, 0));
  bench.flit(kTerminal, header(3, 2, 9, 0));
  bench.steps(4);
  EXPECT_NE(bench.allocated(0, 0), bench.allocated(kTerminal, 0));
  return bench.allocated(0, 0) ? 0 : kTerminal;
}

TEST(DuatoRouter, PacketsThatEnterWaitForThoseOnTheirWayWhereTheyAreToldTo) {
  EXPECT_EQ(winner(DuatoConfig::HeadFlitOrder::Turns), kTerminal);
  EXPECT_EQ(winner(DuatoConfig::HeadFlitOrder::InTransitFirst), 0);
}

TEST(DuatoRouter, PacketsForThisNodeLeaveByAnyVcOfTheTerminalPort) {
  DuatoConfig config = config_of(3, 4, 4);
  config.throttle_vcs = 1;
  RouterBench bench(config,
                    [](const RouteQuery&, RouteSet&) { FAIL() << "ejection is the router's business"; });
  for (VcId vc = 0; vc < 3; ++vc) {
    Flit flit = header(static_cast<PacketId>(vc), 0, 5, vc);
    flit.destination = kHere;
    bench.flit(kTerminal, flit);
    bench.steps(2);
  }
  for (VcId vc = 0; vc < 3; ++vc) EXPECT_TRUE(bench.buffer(Side::Output, kTerminal, vc).allocated);
}

TEST(DuatoRouter, LeastLoadedSelectionTakesThePortWithTheRoomiestVc) {
  const auto first_port = [](Selection selection) {
    DuatoConfig config = config_of(2, 4, 4);
    config.selection = selection;
    RouterBench bench(config, [](const RouteQuery& query, RouteSet& routes) {
      if (query.destination == beyond(1)) return routes.add(1, 0b01, Preference::Adaptive);
      routes.add(1, 0b01, Preference::Adaptive);
      routes.add(2, 0b01, Preference::Adaptive);
    });
    bench.flit(0, header(1, 1, 1, 0));  // Takes a slot beyond port 1.
    bench.steps(5);
    bench.flit(0, header(2, 2, 3, 0));
    bench.steps(2);
    return bench.buffer(Side::Output, 1, 0).allocated ? 1 : 2;
  };
  EXPECT_EQ(first_port(Selection::LeastLoaded), 2);
  EXPECT_EQ(first_port(Selection::First), 1);
}

/// Of ports that are all empty, in an order kept by hand: who was taken goes to its end.
TEST(DuatoRouter, LeastLoadedSelectionTakesOfEqualPortsTheOneThatWasTakenLeastRecently) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Dice dice(seed);
    DuatoConfig config = config_of(2, 4, 4);
    config.arbiter_start = seed == 1 ? ArbiterStart::Equal : ArbiterStart::Random;
    std::vector<PortId> ways;
    RouterBench bench(
        config,
        [&ways](const RouteQuery&, RouteSet& routes) {
          for (const PortId p : ways) routes.add(p, 0b11, Preference::Adaptive);
        },
        /*latency=*/1, seed);
    const SwitchStarts starts = SwitchStarts::draw({config.arbiter_start, seed, kHere}, kPorts, 2);
    std::vector<PortId> order;
    for (PortId p = 0; p < kPorts; ++p) order.push_back((starts.selection + p) % kPorts);
    for (int packet = 0; packet < 100; ++packet) {
      const int first = dice.between(0, kTerminal - 1);
      ways.clear();
      for (PortId p = 0; p < kTerminal; ++p) {
        if (p == first || dice.chance(0.5)) ways.push_back(p);
      }
      const auto expected = std::find_first_of(order.begin(), order.end(), ways.begin(), ways.end());
      bench.flit(kTerminal, header(static_cast<PacketId>(packet), 0, 1, 0));
      std::optional<Flit> sent;
      for (int cycle = 0; cycle < 4 && !sent; ++cycle) {
        bench.step();
        sent = bench.sent(*expected);
      }
      ASSERT_TRUE(sent) << "seed " << seed << ", packet " << packet;
      bench.credit(*expected, sent->vc);
      std::rotate(expected, expected + 1, order.end());
    }
  }
}

TEST(DuatoRouter, RandomSelectionTakesEachOfTwoPortsAboutAsOften) {
  DuatoConfig config = config_of(2, 4, 4);
  config.selection = Selection::Random;
  RouterBench bench(config, [](const RouteQuery&, RouteSet& routes) {
    for (const PortId p : {1, 2, 3}) routes.add(p, 0b11, Preference::Adaptive);
  });
  std::array<int, 4> taken{};
  for (int packet = 0; packet < 300; ++packet) {
    bench.flit(0, header(static_cast<PacketId>(packet), 1, 1, 0));
    for (int cycle = 0; cycle < 4; ++cycle) {
      bench.step();
      for (const PortId p : {1, 2, 3}) {
        const std::optional<Flit> flit = bench.sent(p);
        if (!flit) continue;
        ++taken[static_cast<std::size_t>(p)];
        bench.credit(p, flit->vc);
      }
    }
  }
  for (const PortId p : {1, 2, 3}) EXPECT_NEAR(taken[static_cast<std::size_t>(p)], 100, 40);
}

/// Packets of one flit that each of two input VCs sends in 60 cycles over the only VC of port 2.
std::array<int, 2> shares_of_competitors(std::array<BufferRef, 2> buffers, int vc_allocations_per_cycle) {
  DuatoConfig config = config_of(2, 4, 4);
  config.vc_allocations_per_cycle = vc_allocations_per_cycle;
  RouterBench bench(config, over_vcs(0b01));
  std::array<int, 2> moved{};
  std::array<int, 2> space{4, 4};
  for (int cycle = 0; cycle < 60; ++cycle) {
    for (std::size_t i = 0; i < 2; ++i) {
      const bool same_port = buffers[0].port == buffers[1].port;
      if (space[i] == 0 || (same_port && static_cast<std::size_t>(cycle % 2) != i)) continue;
      bench.flit(buffers[i].port, header(static_cast<PacketId>(i), 2, 1, buffers[i].vc));
      --space[i];
    }
    if (const auto flit = bench.sent(2)) bench.credit(2, flit->vc);
    bench.step();
    for (std::size_t i = 0; i < 2; ++i) {
      if (!bench.returned(buffers[i].port, buffers[i].vc)) continue;
      ++moved[i];
      ++space[i];
    }
  }
  return moved;
}

TEST(DuatoRouter, HeadFlitsThatCompeteForAVcAreServedInTurn) {
  const BufferRef buffer{Side::Input, 0, 0};
  for (const int vc_allocations_per_cycle : {1, kNoLimit}) {
    for (const BufferRef other : {BufferRef{Side::Input, 1, 0}, BufferRef{Side::Input, 0, 1}}) {
      const std::array<int, 2> shares = shares_of_competitors({buffer, other}, vc_allocations_per_cycle);
      EXPECT_GT(shares[0], 10);
      EXPECT_NEAR(shares[0], shares[1], 2) << "port " << other.port << ", VC " << other.vc;
    }
  }
}

}  // namespace
}  // namespace switchyard
