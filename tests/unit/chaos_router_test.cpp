#include "hw/router/chaos/chaos_router.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <stdexcept>
#include <vector>

#include "tests/support/chaos_router_bench.h"
#include "tests/support/chi_square.h"

namespace switchyard {
namespace {

using Variant = ChaosConfig::Variant;
constexpr PortId kTerminal = ChaosRouterBench::kTerminal;

/// Packets 1, 2 ... in the queue that all need channel 1, which is blocked.
void fill_queue(ChaosRouterBench& bench, int packets) {
  bench.block(1);
  for (int id = 1; id <= packets; ++id) bench.inject(static_cast<PacketId>(id), 0b0010);
  ASSERT_EQ(bench.queued(), packets);
}

TEST(ChaosRouter, MatchTakesTheFirstPacketOfTheQueueThatTheChannelBringsNearer) {
  ChaosRouterBench bench(chaos_of(5));
  bench.block(1);
  bench.block(2);
  bench.inject(1, 0b0010);
  bench.inject(2, 0b0110);
  bench.inject(3, 0b0100);
  EXPECT_EQ(bench.queued(), 3);
  bench.credit(2);
  bench.settle();
  EXPECT_EQ(bench.in_output_frame(2), 2U);
  bench.credit(1);
  bench.settle();
  EXPECT_EQ(bench.in_output_frame(1), 1U);
  EXPECT_EQ(bench.queued(), 1);
}

TEST(ChaosRouter, PacketsForOneChannelLeaveInTheOrderOfTheirArrival) {
  ChaosRouterBench bench(chaos_of(5));
  fill_queue(bench, 4);
  std::vector<PacketId> sent;
  for (int cycle = 0; cycle < 40; ++cycle) {
    if (cycle % 4 == 0) bench.credit(1);
    bench.step();
    if (bench.sent(1)) sent.push_back(*bench.sent(1));
    if (sent.size() == 5) break;
  }
  EXPECT_EQ(sent, (std::vector<PacketId>{901, 1, 2, 3, 4}));
}

TEST(ChaosRouter, DeroutesOnlyWhenTheQueueIsFull) {
  for (const int queued : {1, 2, 3}) {
    ChaosRouterBench bench(chaos_of(3));
    fill_queue(bench, queued);
    bench.packet(0, 50, 0b0010);
    bench.step();
    EXPECT_EQ(bench.sent(0).has_value(), queued == 3);
    EXPECT_TRUE(bench.returned(0));
    EXPECT_EQ(bench.queued(), std::min(queued + 1, 3));
  }
}

TEST(ChaosRouter, DeroutesNobodyWhenTheChannelBringsSomePacketNearer) {
  ChaosRouterBench bench(chaos_of(3));
  fill_queue(bench, 2);
  bench.block(0);
  bench.inject(7, 0b0001);
  EXPECT_EQ(bench.queued(), 3);
  bench.packet(0, 50, 0b0010);  // It waits: the output frame of channel 0 is full.
  bench.settle();
  EXPECT_FALSE(bench.returned(0));
  bench.credit(0);
  bench.step();  // Packet 901 leaves; the frame is empty.
  EXPECT_EQ(bench.sent(0), 901U);
  bench.step();
  EXPECT_EQ(bench.in_output_frame(0), 7U);
  EXPECT_TRUE(bench.returned(0));
  EXPECT_EQ(bench.queued(), 3);
}

TEST(ChaosRouter, DeroutesNobodyForAnEmptyInputFrameNorForTheInjectionBuffer) {
  ChaosRouterBench bench(chaos_of(2));
  fill_queue(bench, 2);
  bench.packet(kTerminal, 50, 0b0010);
  bench.settle();
  for (const PortId p : {0, 2, 3}) EXPECT_FALSE(bench.output_full(p)) << p;
  EXPECT_EQ(bench.queued(), 2);
  EXPECT_EQ(bench.buffer(Side::Input, kTerminal).occupancy, 1);
}

TEST(ChaosRouter, APacketForThisNodeDeroutesNobody) {
  ChaosRouterBench bench(chaos_of(2));
  fill_queue(bench, 2);
  bench.packet(0, 50, 0);
  bench.step();
  EXPECT_TRUE(bench.returned(0));
  EXPECT_FALSE(bench.sent(0));
  EXPECT_EQ(bench.queued(), 2);
  bench.step();
  EXPECT_EQ(bench.sent(kTerminal), 50U);
}

PacketId victim_of(Variant variant, int size) {
  ChaosConfig config = chaos_of(size);
  config.variant = variant;
  ChaosRouterBench bench(config);
  bench.block(1);
  for (int i = 0; i < size; ++i) bench.inject(static_cast<PacketId>(10 + (i * 3 + 2) % size), 0b0010);
  bench.packet(0, 1, 0b0010);
  bench.step();
  return bench.sent(0).value_or(0);
}

TEST(ChaosRouter, PriorityDeroutesTheYoungestAndNaturalTheLast) {
  EXPECT_EQ(victim_of(Variant::Priority, 5), 14U);
  EXPECT_EQ(victim_of(Variant::Natural, 5), 10U + (4 * 3 + 2) % 5);
}

TEST(ChaosRouter, ChaosDeroutesEachPacketOfTheQueueWithEqualProbability) {
  constexpr int kSize = 5;
  constexpr int kDeroutes = 5000;
  ChaosRouterBench bench(chaos_of(kSize));
  fill_queue(bench, kSize);
  std::vector<PacketId> queue{1, 2, 3, 4, 5};
  std::vector<double> victims(kSize, 0);
  for (PacketId id = 10; id < 10 + kDeroutes; ++id) {
    bench.packet(0, id, 0b0010);
    bench.step();
    ASSERT_TRUE(bench.sent(0));
    const auto found = std::find(queue.begin(), queue.end(), *bench.sent(0));
    ASSERT_NE(found, queue.end());
    ++victims[static_cast<std::size_t>(found - queue.begin())];
    queue.erase(found);
    queue.push_back(id);
    bench.credit(0);
  }
  EXPECT_LT(chi_square(victims, std::vector<double>(kSize, kDeroutes / kSize)), chi_square_limit(kSize - 1));
}

TEST(ChaosRouter, InjectsOnlyIntoASlotThatTheInputFrameLeavesEmpty) {
  ChaosRouterBench bench(chaos_of(3));
  fill_queue(bench, 2);
  bench.packet(0, 50, 0b0010);
  bench.packet(kTerminal, 60, 0b0010);
  bench.step();  // One slot: the packet in the frame takes it.
  EXPECT_TRUE(bench.returned(0));
  EXPECT_FALSE(bench.returned(kTerminal));
  bench.settle();
  EXPECT_EQ(bench.buffer(Side::Input, kTerminal).occupancy, 1);
  bench.credit(1);
  bench.settle();  // A packet has left for channel 1.
  EXPECT_EQ(bench.queued(), 3);
  EXPECT_EQ(bench.buffer(Side::Input, kTerminal).occupancy, 0);
}

TEST(ChaosRouter, AVisitThatDeroutesInjectsNothing) {
  ChaosRouterBench bench(chaos_of(2));
  fill_queue(bench, 2);
  bench.packet(0, 50, 0b0010);
  bench.packet(kTerminal, 60, 0b0010);
  bench.step();
  EXPECT_TRUE(bench.sent(0));
  EXPECT_TRUE(bench.returned(0));
  EXPECT_FALSE(bench.returned(kTerminal));
}

TEST(ChaosRouter, AChannelIsNotVisitedWhileItsPacketCannotBeEjected) {
  ChaosConfig config = chaos_of(5);
  config.injection_buffer = config.ejection_buffer = 1;
  ChaosRouterBench bench(config);
  bench.packet(0, 1, 0);
  bench.step();
  bench.step();
  EXPECT_EQ(bench.sent(kTerminal), 1U);  // The terminal's only slot.
  bench.packet(0, 2, 0);
  bench.step();  // It fills the ejection buffer.
  bench.packet(0, 3, 0);
  bench.settle();
  bench.inject(4, 0b0001);  // Channel 0 would bring it nearer, but its visit could not empty the frame.
  EXPECT_FALSE(bench.returned(0));
  EXPECT_EQ(bench.queued(), 1);
  bench.packet(2, 5, 0b1000);  // Others go on.
  bench.step();
  EXPECT_TRUE(bench.returned(2));
  bench.step();
  EXPECT_EQ(bench.sent(3), 5U);
  bench.credit(kTerminal);
  bench.step();
  EXPECT_EQ(bench.sent(kTerminal), 2U);
  EXPECT_TRUE(bench.returned(0));
  EXPECT_EQ(bench.sent(0), 4U);
}

TEST(ChaosRouter, VisitsChannelsInCyclicOrder) {
  for (const int visits : {1, 2, 3}) {
    ChaosRouterBench bench(chaos_of(5, visits));
    for (PortId p = 0; p < 4; ++p) bench.packet(p, static_cast<PacketId>(p), 0b0100);
    std::vector<PortId> order;
    for (int cycle = 0; cycle < 4; ++cycle) {
      bench.step();
      int read = 0;
      for (PortId p = 0; p < 4; ++p) {
        if (!bench.returned(p)) continue;
        order.push_back(p);
        ++read;
      }
      EXPECT_LE(read, visits);
    }
    EXPECT_EQ(order, (std::vector<PortId>{0, 1, 2, 3}));
  }
}

TEST(ChaosRouter, EmptyVisitsTakeTurnsOnlyIfTheyCount) {
  for (const auto empty : {ChaosConfig::EmptyVisits::Free, ChaosConfig::EmptyVisits::Counted}) {
    ChaosConfig config = chaos_of(5);
    config.empty_visits = empty;
    ChaosRouterBench bench(config);
    bench.packet(3, 1, 0b0010);
    int cycles = 0;
    do {
      bench.step();
      ++cycles;
    } while (!bench.sent(1) && cycles < 20);
    // Counted: channels 0, 1 and 2 before 3, and 0 before 1.
    EXPECT_EQ(cycles, empty == ChaosConfig::EmptyVisits::Free ? 2 : 6);
  }
}

TEST(ChaosRouter, SleepsWhenIdleAndBehavesAsIfItHadNot) {
  for (const auto empty : {ChaosConfig::EmptyVisits::Free, ChaosConfig::EmptyVisits::Counted}) {
    for (int pause = 0; pause < 9; ++pause) {
      ChaosConfig config = chaos_of(5);
      config.empty_visits = empty;
      ChaosRouterBench one(config, /*latency=*/3);
      ChaosRouterBench other(config, /*latency=*/3);
      for (ChaosRouterBench* bench : {&one, &other}) {
        bench->packet(2, 1, 0b0011);
        bench->settle();
      }
      EXPECT_FALSE(other.awake());
      other.steps(pause);
      for (ChaosRouterBench* bench : {&one, &other}) {
        bench->packet(2, 2, 0b1010);
        bench->packet(3, 3, 0b0110);
      }
      for (int cycle = 0; cycle < 20; ++cycle) {
        one.step();
        other.step();
        for (PortId p = 0; p < 4; ++p) EXPECT_EQ(one.sent(p), other.sent(p)) << "after a pause of " << pause;
      }
    }
  }
}

TEST(ChaosRouter, IsAwakeUntilThePacketHalfInsideHasTakenInAllThatHasCome) {
  for (int flits = 2; flits <= 8; ++flits) {
    for (int waiting = 1; waiting <= flits; ++waiting) {
      ChaosConfig config = chaos_of(2);
      config.packet_flits = flits;
      ChaosRouterBench bench(config);
      fill_queue(bench, 2);  // So that the packet waits in the injection buffer, so much of it as has come.
      const auto flit = [&](int n) {
        bench.flit(kTerminal,
                   {7, 0b0010, payload_of(7, flits - n), static_cast<std::uint16_t>(flits - n), 0, n == 0});
      };
      for (int n = 0; n < waiting; ++n) {
        flit(n);
        bench.step();
      }
      ASSERT_EQ(bench.buffer(Side::Input, kTerminal).occupancy, waiting);
      bench.credit(1);  // A packet leaves the queue.
      int taken = 0;
      const auto until_asleep = [&] {
        for (int cycle = 0; cycle < 50; ++cycle) {
          bench.step();
          taken += bench.returned(kTerminal) ? 1 : 0;
          if (!bench.awake()) return;
        }
      };
      until_asleep();
      EXPECT_FALSE(bench.awake());
      EXPECT_EQ(taken, waiting) << "of " << flits << " flits";
      for (int n = waiting; n < flits; ++n) {
        flit(n);
        until_asleep();
      }
      EXPECT_FALSE(bench.awake());
      EXPECT_EQ(taken, flits);
    }
  }
}

TEST(ChaosRouter, ResetForgetsEverything) {
  ChaosRouterBench bench(chaos_of(3));
  fill_queue(bench, 3);
  bench.packet(0, 50, 0b0010);
  bench.router().reset();
  bench.router().visit_buffers([](const BufferView& view) {
    EXPECT_EQ(view.occupancy, 0);
    EXPECT_FALSE(view.allocated);
  });
  bench.settle();
  EXPECT_EQ(bench.queued() + (bench.sent(1) ? 1 : 0), 1);
}

TEST(ChaosRouter, ABrokenLinkProtocolIsALogicError) {
  const auto broken = [](auto action) {
    ChaosRouterBench bench(chaos_of(2));
    fill_queue(bench, 2);
    action(bench);
    EXPECT_THROW(bench.step(), std::logic_error);
  };
  broken([](ChaosRouterBench& bench) {
    bench.packet(1, 1, 0b0100);  // It stays in its frame: the output frame of channel 1 is full.
    bench.step();
    bench.packet(1, 2, 0b0100);
  });
  broken([](ChaosRouterBench& bench) { bench.credit(2); });
  broken([](ChaosRouterBench& bench) { bench.credit(kTerminal); });
  broken([](ChaosRouterBench& bench) { bench.flit(2, {1, 0b0010, 0, 2, 0, true}); });
  broken([](ChaosRouterBench& bench) {
    for (PacketId id = 1; id < 4; ++id) {
      if (id > 1) bench.step();
      bench.packet(kTerminal, id, 0b0010);
    }
  });
}

TEST(ChaosRouter, AFlitFromWhereThereIsNoLinkIsALogicError) {
  const Topology topology = build_hypercube({4});
  const Minimal routing(topology);
  for (PortId open = 0; open < 4; ++open) {
    std::vector<int> latency(5, 1);
    latency[static_cast<std::size_t>(open)] = 0;
    ChaosRouter router(chaos_of(4), /*node=*/0, latency, /*seed=*/7, routing);
    std::array<Flit, 5> flits{};
    flits[static_cast<std::size_t>(open)] = {1, 0b0011, payload_of(1, 1), 1, 0, true};
    PortOutputs outputs;
    EXPECT_THROW(router.step({.flit_ports = bit<PortMask>(open), .flits = flits.data()}, outputs),
                 std::logic_error)
        << open;
  }
}

using Waits = std::vector<WaitFor>;

WaitFor here(Side side, PortId port) { return {WaitFor::Where::Here, {side, port, 0}}; }

bool same(const Waits& a, const Waits& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](const WaitFor& x, const WaitFor& y) {
           return x.where == y.where && x.buffer == y.buffer;
         });
}

TEST(ChaosRouter, SaysWhatEachBufferWaitsFor) {
  ChaosRouterBench bench(chaos_of(2));
  fill_queue(bench, 2);
  const auto waits_for = [&](Side side, PortId p) { return bench.router().waits_for({side, p, 0}); };
  EXPECT_TRUE(same(waits_for(Side::Output, 1), {{WaitFor::Where::Far, {Side::Input, 1, 0}}}));
  EXPECT_TRUE(same(waits_for(Side::Central, kCentralQueues), {here(Side::Output, 1)}));
  bench.packet(1, 50, 0b0100);
  bench.packet(kTerminal, 51, 0b0100);
  bench.settle();
  EXPECT_TRUE(same(waits_for(Side::Input, 1), {here(Side::Output, 1)}));
  EXPECT_TRUE(same(waits_for(Side::Input, kTerminal), {here(Side::Central, kCentralQueues)}));
  bench.credit(1);
  bench.step();
  EXPECT_TRUE(waits_for(Side::Input, 1).empty());
  EXPECT_TRUE(waits_for(Side::Central, kCentralQueues).empty());
}

}  // namespace
}  // namespace switchyard
