#include "hw/router/exchange/exchange_router.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/routing/minimal.h"
#include "hw/topology/builders.h"
#include "hw/topology/metrics.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {
namespace {

using Priority = ExchangeConfig::Priority;
constexpr PortId kTerminal = 4;
constexpr VcId kRequest = ExchangeSwitch::kRequest;
constexpr VcId kReply = ExchangeSwitch::kReply;

ExchangeConfig exchange_of(int buffers, Priority priority = Priority::Age) {
  ExchangeConfig config;
  config.buffers = buffers;
  config.priority = priority;
  config.arbiter_start = ArbiterStart::Equal;
  return config;
}

/// One exchange router, node 0 of a 4-cube, driven by hand: bit p of a packet's destination is a link that
/// brings it nearer.
class ExchangeBench {
 public:
  explicit ExchangeBench(const ExchangeConfig& config)
      : topology_(build_hypercube({4})),
        routing_(topology_),
        router_(config, /*node=*/0, {1, 1, 1, 1, 1}, hops_from(topology_, 0), /*seed=*/7, routing_) {}

  void packet(PortId p, PacketId id, NodeId destination, VcId vc = kRequest) {
    flits_[static_cast<std::size_t>(p)] = {
        id, destination, header_payload(0), 1, static_cast<std::uint8_t>(vc), true};
    inputs_.flit_ports |= bit<PortMask>(p);
  }
  void credit(PortId p, VcId vc = kRequest) {
    VcMask& vcs = credits_[static_cast<std::size_t>(p)];
    vcs = static_cast<VcMask>(vcs | bit<VcMask>(vc));
    inputs_.credit_ports |= bit<PortMask>(p);
  }
  void step() {
    inputs_.flits = flits_.data();
    inputs_.credits = credits_.data();
    outputs_.clear();
    awake_ = router_.step(inputs_, outputs_);
    inputs_ = {};
    credits_.fill(0);
  }
  /// The packet enters by the terminal port; then time passes until nothing happens any more.
  void inject(PacketId id, NodeId destination) {
    packet(kTerminal, id, destination);
    settle();
  }
  void settle() {
    do step();
    while (awake_);
  }
  /// When the packet was created that was put there last.
  void created_in(PortId p, Cycle cycle) {
    flits_[static_cast<std::size_t>(p)].payload = header_payload(cycle);
  }
  /// Of the reply that the last step sent.
  NodeId sent_destination(PortId p) const {
    EXPECT_TRUE(sent(p, kReply));
    return outputs_.flits[static_cast<std::size_t>(p)].destination;
  }
  /// Starts an exchange over a link that the far end has not ended.
  void occupy(PortId p) { inject(static_cast<PacketId>(900 + p), NodeId{1} << p); }

  std::optional<PacketId> sent(PortId p, VcId vc) const {
    const Flit& flit = outputs_.flits[static_cast<std::size_t>(p)];
    if ((outputs_.flit_ports & bit<PortMask>(p)) == 0 || flit.vc != vc) return std::nullopt;
    return flit.packet;
  }
  bool returned(PortId p, VcId vc) const {
    return (outputs_.credit_ports >> p & 1) != 0 &&
           (outputs_.credits[static_cast<std::size_t>(p)] >> vc & 1) != 0;
  }
  int held() const {
    int held = 0;
    router_.visit_buffers([&](const BufferView& view) {
      if (view.buffer.side == Side::Central) held = view.occupancy;
    });
    return held;
  }
  bool awake() const { return awake_; }
  ExchangeRouter& router() { return router_; }

 private:
  Topology topology_;
  Minimal routing_;
  ExchangeRouter router_;
  PortInputs inputs_;
  std::array<Flit, kMaxPorts> flits_{};
  std::array<VcMask, kMaxPorts> credits_{};
  PortOutputs outputs_;
  bool awake_ = false;
};

TEST(ExchangeRouter, ZeroLoadLatencyIsOneCycle) {
  for (const NodeId destination : {0b0000U, 0b0100U}) {
    for (const PortId from : {PortId{0}, kTerminal}) {
      ExchangeBench bench(exchange_of(5));
      bench.packet(from, 9, destination, 0);
      bench.step();
      EXPECT_TRUE(bench.returned(from, 0));
      EXPECT_TRUE(bench.awake());
      bench.step();
      EXPECT_EQ(bench.sent(destination == 0 ? kTerminal : 2, 0), 9U);
      EXPECT_FALSE(bench.awake());
    }
  }
}

TEST(ExchangeRouter, Case1PacketsThatCrossTakeEachOthersPlaces) {
  ExchangeBench bench(exchange_of(4));
  bench.occupy(0);
  for (PacketId id = 1; id <= 3; ++id) bench.inject(id, 0b0001);
  EXPECT_EQ(bench.held(), 3);  // And one buffer is kept for the exchange.
  bench.packet(0, 50, 0b0001);
  bench.step();
  EXPECT_TRUE(bench.returned(0, kRequest));
  EXPECT_FALSE(bench.sent(0, kReply));
  EXPECT_EQ(bench.held(), 4);
}

TEST(ExchangeRouter, Case1APacketThatWantsTheLinkIsTheReply) {
  ExchangeBench bench(exchange_of(5));
  bench.packet(kTerminal, 7, 0b0001);
  bench.step();
  bench.packet(0, 50, 0b0010);
  bench.step();  // In the cycle in which packet 7 would start an exchange itself.
  EXPECT_EQ(bench.sent(0, kReply), 7U);
  EXPECT_TRUE(bench.returned(0, kRequest));
  bench.step();
  EXPECT_EQ(bench.sent(1, kRequest), 50U);
}

TEST(ExchangeRouter, Case2aAnEmptyBufferTakesTheRequest) {
  ExchangeBench bench(exchange_of(4));
  bench.occupy(1);
  bench.inject(1, 0b0010);
  bench.packet(0, 50, 0b0010);
  bench.step();
  EXPECT_TRUE(bench.returned(0, kRequest));
  EXPECT_FALSE(bench.sent(0, kReply));
  EXPECT_EQ(bench.held(), 2);
}

TEST(ExchangeRouter, Case2bWithoutAnEmptyBufferAPacketIsGivenAwayForTheRequest) {
  ExchangeBench bench(exchange_of(4));
  bench.occupy(1);
  for (PacketId id = 1; id <= 3; ++id) bench.inject(id, 0b0010);
  EXPECT_EQ(bench.held(), 3);
  bench.packet(0, 50, 0b0010);
  bench.step();
  EXPECT_EQ(bench.sent(0, kReply), 3U) << "the youngest";
  EXPECT_TRUE(bench.returned(0, kRequest));
  EXPECT_EQ(bench.held(), 3);
}

TEST(ExchangeRouter, APacketThatCouldNotBeEjectedIsGivenAwayByItsAgeToo) {
  ExchangeConfig config = exchange_of(4);
  config.injection_buffer = config.ejection_buffer = 1;
  ExchangeBench bench(config);
  for (const PortId p : {1, 2}) bench.occupy(p);
  bench.inject(3, 0b0110);
  for (PacketId id = 10; id < 13; ++id) {  // One at the terminal, one in the ejection buffer, one that waits.
    bench.packet(3, id, 0);
    bench.step();
    bench.step();
  }
  EXPECT_EQ(bench.held(), 2);
  bench.packet(0, 50, 0b0010);
  bench.step();
  EXPECT_EQ(bench.sent(0, kReply), 12U);
}

TEST(ExchangeRouter, TheFarthestIsGivenAwayWhereDistanceCounts) {
  ExchangeConfig config = exchange_of(5, Priority::Distance);
  ExchangeBench bench(config);
  for (const PortId p : {1, 2, 3}) bench.occupy(p);
  bench.inject(2, 0b1110);  // Three hops.
  bench.inject(3, 0b0110);  // Two.
  EXPECT_EQ(bench.held(), 2);
  bench.packet(0, 50, 0b0010);
  bench.step();
  EXPECT_EQ(bench.sent(0, kReply), 2U);
}

/// Null packets that took the places of packets of one cycle are as old; other packets have ages of their
/// own.
TEST(ExchangeRouter, OfTheLastInPriorityTheFirstThatCameIsGivenAway) {
  RandomStream random(1, 0, Purpose::Selection);
  for (int draw = 0; draw < 200; ++draw) {
    const Priority priority = draw % 2 == 0 ? Priority::Age : Priority::Distance;
    const std::uint32_t packets = 2 + random.below(6);
    ExchangeBench bench(exchange_of(static_cast<int>(packets) + 3, priority));
    for (const PortId p : {1, 2, 3}) bench.occupy(p);
    std::tuple<int, Cycle, PacketId> last{-1, 0, 0};
    NodeId given = 0;
    for (std::uint32_t n = 0; n < packets; ++n) {
      const Cycle created = random.below(3);
      const PacketId id = random.below(2);
      const NodeId destination = (1 + random.below(7)) << 1;  // Over links that are taken.
      const int hops = priority == Priority::Distance ? std::popcount(destination) : 0;
      if (std::tuple{hops, created, id} > last) {
        last = {hops, created, id};
        given = destination;
      }
      bench.packet(kTerminal, id, destination);
      bench.created_in(kTerminal, created);
      bench.settle();
    }
    ASSERT_EQ(bench.held(), static_cast<int>(packets));
    bench.packet(0, 50, 0b0010);
    bench.step();
    EXPECT_EQ(bench.sent_destination(0), given);
  }
}

TEST(ExchangeRouter, AReplyTakesTheBufferOfItsRequest) {
  ExchangeBench bench(exchange_of(4));
  bench.occupy(0);
  for (PacketId id = 1; id <= 3; ++id) bench.inject(id, 0b0001);
  bench.packet(0, 60, 0b0011, kReply);
  bench.credit(0, kRequest);
  bench.step();
  EXPECT_TRUE(bench.returned(0, kReply));
  EXPECT_EQ(bench.sent(0, kRequest), 1U) << "the oldest starts the next exchange at once";
  EXPECT_EQ(bench.held(), 3);
}

TEST(ExchangeRouter, ACreditWithoutAReplyFreesTheBuffer) {
  ExchangeBench bench(exchange_of(4));
  bench.occupy(0);
  for (PacketId id = 1; id <= 3; ++id) bench.inject(id, 0b0001);
  bench.packet(kTerminal, 4, 0b0001);
  bench.step();
  EXPECT_FALSE(bench.returned(kTerminal, 0));  // No buffer is free.
  bench.credit(0, kRequest);
  bench.step();
  EXPECT_TRUE(bench.returned(kTerminal, 0));
  EXPECT_EQ(bench.sent(0, kRequest), 1U);
}

TEST(ExchangeRouter, TheFirstInPriorityGetsTheLink) {
  for (const Priority priority : {Priority::Age, Priority::Distance, Priority::None}) {
    ExchangeBench bench(exchange_of(5, priority));
    bench.occupy(0);
    bench.occupy(1);
    bench.inject(7, 0b0011);  // Came first.
    bench.inject(5, 0b0011);  // Is the oldest.
    bench.inject(9, 0b0001);  // Is the nearest.
    bench.credit(0, kRequest);
    bench.step();
    EXPECT_EQ(bench.sent(0, kRequest), priority == Priority::Age ? 5U : priority == Priority::None ? 7U : 9U);
  }
}

TEST(ExchangeRouter, TheFirstThatCameGetsTheLinkWhereNothingCountsWhateverBufferItIsIn) {
  ExchangeBench bench(exchange_of(5, Priority::None));
  bench.occupy(0);
  bench.occupy(1);
  bench.inject(7, 0b0001);
  bench.credit(1, kRequest);  // Frees a buffer before that of packet 7.
  bench.step();
  bench.inject(5, 0b0001);
  bench.credit(0, kRequest);
  bench.step();
  EXPECT_EQ(bench.sent(0, kRequest), 7U);
}

TEST(ExchangeRouter, GivesAwayEachPacketAtTimesWhereNothingCounts) {
  std::set<PacketId> given;
  ExchangeBench bench(exchange_of(4, Priority::None));
  bench.occupy(1);
  for (PacketId id = 1; id <= 3; ++id) bench.inject(id, 0b0010);
  for (PacketId id = 50; id < 150; ++id) {
    bench.packet(0, id, 0b0010);
    bench.step();
    ASSERT_TRUE(bench.sent(0, kReply));
    given.insert(*bench.sent(0, kReply));
    bench.credit(0, kReply);
  }
  EXPECT_GT(given.size(), 90U);
  EXPECT_GT(given.count(1) + given.count(2) + given.count(3), 0U);
}

TEST(ExchangeRouter, WaitsForARepairOnlyIfEveryLinkThatBringsNearerIsFaulty) {
  for (const NodeId destination : {0b0001U, 0b0011U, 0b0111U}) {
    for (std::uint32_t faulty = 0; faulty < 16; ++faulty) {
      ExchangeBench bench(exchange_of(8));
      for (PortId p = 0; p < 4; ++p) bench.occupy(p);  // So that the packet waits anyway.
      bench.router().set_faulty_ports(faulty);
      bench.inject(1, destination);
      const std::vector<WaitFor> waits = bench.router().waits_for({Side::Central, kCentralQueues, 0});
      ASSERT_EQ(waits.size(), (destination & ~faulty) == 0 ? 1U : 0U) << destination << ", faulty " << faulty;
      if (waits.empty()) continue;
      EXPECT_EQ(waits[0].where, WaitFor::Where::Repair);
      EXPECT_EQ(waits[0].buffer, (BufferRef{Side::Output, 0, 0}));
    }
  }
}

TEST(ExchangeRouter, ABrokenLinkProtocolIsALogicError) {
  const auto broken = [](auto action) {
    ExchangeBench bench(exchange_of(4));
    bench.occupy(1);
    action(bench);
    EXPECT_THROW(bench.step(), std::logic_error);
  };
  broken([](ExchangeBench& bench) { bench.credit(0, kRequest); });
  broken([](ExchangeBench& bench) { bench.credit(0, kReply); });
  broken([](ExchangeBench& bench) { bench.credit(kTerminal, 0); });
  broken([](ExchangeBench& bench) { bench.packet(0, 1, 0b0001, kReply); });
}

TEST(ExchangeRouter, NeedsABufferPerLink) {
  EXPECT_NO_THROW(ExchangeBench{exchange_of(4)});
  EXPECT_THROW(ExchangeBench{exchange_of(3)}, std::invalid_argument);
}

}  // namespace
}  // namespace switchyard
