#include "hw/router/splitter/splitter_router.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <vector>

#include "hw/router/splitter/coloured_router.h"
#include "hw/routing/multibutterfly_sides.h"
#include "hw/topology/builders.h"
#include "hw/topology/multibutterfly.h"
#include "tests/support/core_bench.h"

namespace switchyard {
namespace {

using Service = SplitterConfig::Service;

constexpr PortId kUp = 4;    ///< The first of two links up,
constexpr PortId kDown = 6;  ///< and down.
constexpr PortId kTerminal = 8;
constexpr NodeId kUpper = 0;  ///< A destination above, from the first switch of level 1,
constexpr NodeId kLower = 2;  ///< and one below.

/// Two butterflies of 8 rows, each link of a switch beside the other.
Topology network() {
  return build_multibutterfly({.dimensions = 3, .multiplicity = 2, .splitters = Splitters::Dilated});
}

Flit packet(PacketId id, TerminalId to, Cycle created = 0) {
  return {id, to, header_payload(created), 1, 0, true};
}

/// Row 0 of level 1.
class Adaptive : public CoreBench {
 public:
  explicit Adaptive(const SplitterConfig& config, std::uint64_t seed = 7)
      : CoreBench(router_), router_(config, shape().node(1, 0), network_, seed, routing_) {}

  RouterCore& router() { return router_; }

 private:
  const Multibutterfly& shape() const { return *network_.shape<Multibutterfly>(); }

  const Topology network_ = network();
  const MultibutterflySides routing_{shape(), /*vc_count=*/1};
  SplitterRouter router_;
};

TEST(SplitterRouter, SendsPacketsOnInTheCycleInWhichTheyCome) {
  Adaptive bench({});
  bench.flit(0, packet(1, kUpper));
  bench.flit(1, packet(2, kUpper));
  bench.flit(2, packet(3, kLower));
  bench.step();
  EXPECT_TRUE(bench.sent(kUp) && bench.sent(kUp + 1));
  EXPECT_NE(bench.sent(kDown).has_value(), bench.sent(kDown + 1).has_value());
  for (PortId port = 0; port < 3; ++port) EXPECT_TRUE(bench.returned(port));
}

TEST(SplitterRouter, LetsTheOldestPacketChooseFirst) {
  Adaptive bench({.input_buffer = 1});
  bench.flit(0, packet(1, kUpper));
  bench.flit(1, packet(2, kUpper));
  bench.step();  // They have the credits of both links up.
  bench.flit(0, packet(3, kUpper, /*created=*/9));
  bench.flit(1, packet(4, kUpper, /*created=*/5));
  bench.flit(2, packet(5, kUpper, /*created=*/7));
  bench.step();
  EXPECT_FALSE(bench.sent(kUp) || bench.sent(kUp + 1));
  std::vector<PacketId> order;
  for (int n = 0; n < 3; ++n) {
    bench.credit(kUp);
    bench.step();
    order.push_back(bench.sent(kUp)->packet);
  }
  EXPECT_EQ(order, (std::vector<PacketId>{4, 5, 3}));
}

TEST(SplitterRouter, LetsAnyPacketOfABufferLeaveOrTheFirstAlone) {
  for (const Service service : {Service::Any, Service::Head}) {
    Adaptive bench({.input_buffer = 2, .service = service});
    for (int n = 0; n < 2; ++n) {  // They take the two credits of both links up.
      bench.flit(0, packet(1, kUpper));
      bench.flit(1, packet(2, kUpper));
      bench.step();
    }
    bench.flit(3, packet(3, kUpper));
    bench.step();
    bench.flit(3, packet(4, kLower));
    bench.step();
    EXPECT_EQ(bench.sent(kDown) || bench.sent(kDown + 1), service == Service::Any);
    EXPECT_EQ(bench.buffer({Side::Input, 3, 0}).front->packet, 3U);
    EXPECT_EQ(bench.buffer({Side::Input, 3, 0}).occupancy, service == Service::Any ? 1 : 2);
  }
}

TEST(SplitterRouter, TakesOnePacketOfABufferPerCycle) {
  Adaptive bench({.input_buffer = 2});
  for (int n = 0; n < 2; ++n) {
    bench.flit(0, packet(1, kUpper));
    bench.flit(1, packet(2, kUpper));
    bench.step();
  }
  bench.flit(3, packet(3, kUpper));
  bench.step();
  bench.flit(3, packet(4, kUpper));
  bench.step();
  bench.credit(kUp);
  bench.credit(kUp + 1);
  bench.step();
  EXPECT_NE(bench.sent(kUp).has_value(), bench.sent(kUp + 1).has_value());
  bench.step();
  EXPECT_NE(bench.sent(kUp).has_value(), bench.sent(kUp + 1).has_value());
}

TEST(SplitterRouter, DrawsOneOfTheLinksThatAreFree) {
  std::set<PortId> drawn;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Adaptive bench({}, seed);
    bench.flit(0, packet(1, kUpper));
    bench.step();
    drawn.insert(bench.sent(kUp) ? kUp : kUp + 1);
  }
  EXPECT_EQ(drawn.size(), 2U);
}

TEST(SplitterRouter, TakesNoFaultyLinkAndSaysWhatItWaitsFor) {
  Adaptive bench({});
  bench.router().set_faulty_ports(bit<PortMask>(kUp));
  for (int n = 0; n < 2; ++n) {
    bench.flit(0, packet(1, kUpper));
    bench.step();
    EXPECT_TRUE(bench.sent(kUp + 1));
  }
  bench.flit(0, packet(2, kUpper));
  bench.step();
  EXPECT_FALSE(bench.sent(kUp) || bench.sent(kUp + 1));
  const std::vector<WaitFor> waits = bench.router().waits_for({Side::Input, 0, 0});
  ASSERT_EQ(waits.size(), 2U);
  EXPECT_EQ(waits[0].where, WaitFor::Where::Repair);
  EXPECT_EQ(waits[1].where, WaitFor::Where::Far);
}

TEST(SplitterRouter, ThrowsIfTheProtocolIsBroken) {
  Adaptive overflow({.input_buffer = 1});
  for (int n = 0; n < 2; ++n) {
    overflow.flit(0, packet(1, kUpper));
    overflow.flit(1, packet(2, kUpper));
    if (n == 0) overflow.step();
  }
  overflow.step();
  overflow.flit(0, packet(3, kUpper));
  EXPECT_THROW(overflow.step(), std::logic_error);
  Adaptive credit({});
  credit.credit(kUp);
  EXPECT_THROW(credit.step(), std::logic_error);
  Adaptive longer({});
  longer.flit(0, {1, kUpper, 0, 2, 0, true});
  EXPECT_THROW(longer.step(), std::logic_error);
}

/// Row 0 of a level.
class Coloured : public CoreBench {
 public:
  explicit Coloured(int level, int link_latency = 1)
      : CoreBench(router_), router_(shape().node(level, 0), network_, link_latency, routing_) {}

 private:
  const Multibutterfly& shape() const { return *network_.shape<Multibutterfly>(); }

  const Topology network_ = network();
  const MultibutterflySides routing_{shape(), /*vc_count=*/1};
  ColouredRouter router_;
};

/// The cycles of a period in which a switch of this level offers a place, by the port.
std::vector<std::pair<int, PortId>> offers_of(int level, int link_latency) {
  Coloured bench(level, link_latency);
  std::vector<std::pair<int, PortId>> offers;
  for (int cycle = 0; cycle < ColouredRouter::period(/*colours=*/4, link_latency); ++cycle) {
    bench.step();
    for (PortId port = 0; port < 4; ++port) {
      if (bench.returned(port, /*vc=*/1)) offers.emplace_back(cycle, port);
    }
  }
  return offers;
}

using Offers = std::vector<std::pair<int, PortId>>;

TEST(ColouredRouter, OffersItsPlaceToOneColourAfterTheOtherInThePhasesOfTheLevelBefore) {
  EXPECT_EQ(offers_of(0, 1), Offers{});
  EXPECT_EQ(offers_of(1, 1), (Offers{{0, 0}, {2, 1}, {4, 2}, {6, 3}})) << "level 0 moves in even phases";
  EXPECT_EQ(offers_of(2, 1), (Offers{{8, 0}, {10, 1}, {12, 2}, {14, 3}}));
  EXPECT_EQ(offers_of(1, 3), (Offers{{0, 0}, {6, 1}, {12, 2}, {18, 3}}));
}

TEST(ColouredRouter, SendsInTheCycleInWhichAPlaceIsOfferedOnItsSide) {
  for (const bool down : {false, true}) {
    Coloured bench(0);
    bench.flit(kTerminal, packet(1, down ? 4 : 0));
    bench.credit(down ? kUp : kDown, /*vc=*/1);
    bench.step();
    EXPECT_FALSE(bench.sent(kUp) || bench.sent(kDown)) << "the other side";
    bench.step();
    EXPECT_FALSE(bench.sent(kUp + 1) || bench.sent(kDown + 1)) << "no offer";
    bench.credit(down ? kDown + 1 : kUp + 1, /*vc=*/1);
    bench.step();
    EXPECT_TRUE(bench.sent(down ? kDown + 1 : kUp + 1));
    EXPECT_TRUE(bench.returned(kTerminal)) << "its place";
  }
}

TEST(ColouredRouter, HoldsOnePacketAndOffersNothingMeanwhile) {
  Coloured bench(2);
  bench.steps(8);
  bench.flit(1, packet(1, 0));
  for (int cycle = 8; cycle < 16; ++cycle) {
    bench.step();
    for (PortId port = 0; port < 4; ++port) EXPECT_FALSE(bench.returned(port, /*vc=*/1)) << cycle;
  }
  bench.flit(2, packet(2, 0));
  EXPECT_THROW(bench.step(), std::logic_error);
}

TEST(ColouredRouter, GivesPacketsOfTheLastLevelToTheTerminalAtOnce) {
  Coloured bench(3);
  bench.flit(1, packet(1, 0));
  bench.step();
  ASSERT_TRUE(bench.sent(kTerminal));
  EXPECT_TRUE(bench.returned(1, /*vc=*/0)) << "its place";
  EXPECT_TRUE(bench.returned(0, /*vc=*/1)) << "an offer to the first colour";
  bench.credit(0, /*vc=*/0);
  EXPECT_THROW(bench.step(), std::logic_error) << "a credit without a packet";
}

}  // namespace
}  // namespace switchyard
