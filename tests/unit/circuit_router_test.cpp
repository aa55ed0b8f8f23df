#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "hw/router/circuit/circuit_router.h"
#include "tests/support/core_bench.h"

namespace switchyard {
namespace {

/// One circuit switch: two terminals send at ports 0 and 1, links come at 2 and 3, and links leave through
/// them too. The node beyond port p is p + 1.
class CircuitBench : public CoreBench {
 public:
  explicit CircuitBench(const CircuitConfig& config)
      : CoreBench(router_), router_(config, 0, /*ports=*/5, terminals(), /*seed=*/7, routing_) {}

  /// Flit `index` of a packet of `flits`, to the output that the destination names.
  void arrives(PortId p, PacketId packet, PortId to, int flits, int index = 0) {
    const int remaining = flits - index;
    flit(p, {packet, static_cast<TerminalId>(to), payload_of(packet, remaining),
             static_cast<std::uint16_t>(remaining), 0, index == 0});
  }
  CircuitRouter& router() { return router_; }

 private:
  struct Straight final : RoutingFunction {
    void route(const RouteQuery& query, RouteSet& routes) const override {
      routes.add(static_cast<PortId>(query.destination) - 1, VcMask{1}, Preference::Adaptive);
    }
    std::size_t max_choices() const override { return 1; }
  };
  NodeTerminals terminals() const { return {PortMask{0b00011}, PortMask{0b10000}, Exits(exits_.data())}; }

  /// Terminal 4 is here, terminals 2 and 3 beyond the links.
  std::vector<PortRef> exits_{{9, 0}, {9, 0}, {3, 0}, {4, 0}, {0, 4}};
  Straight routing_;
  CircuitRouter router_;
};

CircuitConfig config_of(CircuitConfig::Blocking blocking) {
  CircuitConfig config;
  config.blocking = blocking;
  config.arbiter_start = ArbiterStart::Equal;
  return config;
}

constexpr auto kHold = CircuitConfig::Blocking::Hold;
constexpr auto kDrop = CircuitConfig::Blocking::Drop;

TEST(CircuitRouter, AnAnswerGoesBackInTheCycleInWhichItComesAndOpensTheCircuit) {
  CircuitBench bench(config_of(kHold));
  bench.arrives(2, 5, 3, 3);
  bench.step();
  ASSERT_TRUE(bench.sent(3));
  EXPECT_FALSE(bench.returned(2));
  bench.steps(3);
  EXPECT_FALSE(bench.returned(2));
  bench.credit(3);
  bench.step();
  EXPECT_TRUE(bench.returned(2));
  for (const int index : {1, 2}) {
    bench.arrives(2, 5, 3, 3, index);
    bench.step();
    ASSERT_TRUE(bench.sent(3));
    EXPECT_EQ(bench.sent(3)->remaining, 3 - index);
    EXPECT_TRUE(bench.returned(2));
  }
  EXPECT_FALSE(bench.awake());
}

TEST(CircuitRouter, AnOutputCanBeTakenInTheCycleAfterTheTailHasLeft) {
  CircuitBench bench(config_of(kHold));
  bench.arrives(2, 5, 4, 2);
  bench.arrives(3, 6, 4, 2);
  bench.step();
  EXPECT_EQ(bench.sent(4)->packet, 5U);
  bench.credit(4);
  bench.step();
  EXPECT_TRUE(bench.returned(2));
  bench.arrives(2, 5, 4, 2, 1);
  bench.step();
  EXPECT_TRUE(bench.sent(4)->tail());
  EXPECT_TRUE(bench.awake());
  bench.step();
  ASSERT_TRUE(bench.sent(4));
  EXPECT_EQ(bench.sent(4)->packet, 6U);
  bench.credit(4);  // Of the tail of packet 5: no answer.
  bench.step();
  EXPECT_FALSE(bench.returned(3));
  bench.credit(4);
  bench.step();
  EXPECT_TRUE(bench.returned(3));
}

TEST(CircuitRouter, ADroppedHeaderIsRefusedAtOnceAndItsInputIsFree) {
  CircuitBench bench(config_of(kDrop));
  bench.arrives(2, 5, 4, 2);
  bench.arrives(3, 6, 4, 2);
  bench.step();
  EXPECT_EQ(bench.sent(4)->packet, 5U);
  EXPECT_TRUE(bench.returned(3, CircuitRouter::kRefusal));
  EXPECT_FALSE(bench.returned(3, CircuitRouter::kCredit));
  bench.arrives(3, 7, 2, 2);  // Another one, to elsewhere.
  bench.step();
  EXPECT_EQ(bench.sent(2)->packet, 7U);
}

TEST(CircuitRouter, ARefusalFromBehindGoesOnAndReleasesTheOutputForTheNextCycle) {
  CircuitBench bench(config_of(kDrop));
  bench.arrives(2, 5, 3, 4);
  bench.step();
  bench.credit(3, CircuitRouter::kRefusal);
  bench.arrives(0, 6, 3, 4);
  bench.step();
  EXPECT_TRUE(bench.returned(2, CircuitRouter::kRefusal));
  EXPECT_FALSE(bench.sent(3));  // Too early by a cycle: packet 6 is refused here, too.
  int waited = 0;
  for (; !bench.sent(3) && waited < 99; ++waited) {
    EXPECT_TRUE(bench.awake());
    bench.step();
  }
  EXPECT_GE(waited, 1);
  EXPECT_LE(waited, 16);
  ASSERT_TRUE(bench.sent(3));
  EXPECT_EQ(bench.sent(3)->packet, 6U);
}

TEST(CircuitRouter, AnEntryKeepsTheHeaderAndTriesAgainUntilItIsAnswered) {
  CircuitConfig config = config_of(kDrop);
  config.retry_delay = 5;
  config.entry_buffer = 3;
  CircuitBench bench(config);
  bench.arrives(0, 5, 3, 4);
  bench.step();
  EXPECT_TRUE(bench.returned(0));  // The header is kept apart from the buffer.
  for (int index = 1; index < 4; ++index) {
    bench.arrives(0, 5, 3, 4, index);
    bench.step();
    EXPECT_FALSE(bench.returned(0));
  }
  std::vector<int> delays(6);
  for (int attempt = 0; attempt < 200; ++attempt) {
    bench.credit(3, CircuitRouter::kRefusal);
    int delay = 0;
    do {
      bench.step();
      ++delay;
      EXPECT_FALSE(bench.returned(0));
    } while (!bench.sent(3) && delay < 9);
    EXPECT_TRUE(bench.sent(3)->head);
    ++delays.at(static_cast<std::size_t>(delay) - 1);  // The first step takes the refusal.
  }
  EXPECT_EQ(delays[0], 0);
  for (int delay = 1; delay <= 5; ++delay) EXPECT_GT(delays[static_cast<std::size_t>(delay)], 20);
  for (int index = 1; index < 4; ++index) {
    bench.credit(3);
    bench.step();
    EXPECT_TRUE(bench.returned(0));
    EXPECT_EQ(bench.sent(3)->remaining, 4 - index);
  }
}

TEST(CircuitRouter, WithoutAnswersFlitsWaitBehindTheirHeaderWithCredits) {
  CircuitConfig config = config_of(kHold);
  config.answer = CircuitConfig::Answer::None;
  CircuitBench bench(config);
  for (int index = 0; index < 2; ++index) {  // Room for two beyond.
    bench.arrives(2, 5, 3, 4, index);
    bench.step();
    EXPECT_TRUE(bench.sent(3));
    EXPECT_TRUE(bench.returned(2));
  }
  for (int index = 2; index < 4; ++index) {
    bench.arrives(2, 5, 3, 4, index);
    bench.step();
    EXPECT_FALSE(bench.sent(3));
  }
  EXPECT_FALSE(bench.awake());
  EXPECT_EQ(bench.buffer({Side::Input, 2, 0}).occupancy, 2);
  EXPECT_EQ(bench.router().waits_for({Side::Input, 2, 0}).at(0).where, WaitFor::Where::Far);
  bench.credit(3);
  bench.step();
  EXPECT_EQ(bench.sent(3)->remaining, 2);
}

TEST(CircuitRouter, SaysWhatABufferWaitsFor) {
  using Where = WaitFor::Where;
  CircuitBench bench(config_of(kHold));
  bench.arrives(2, 5, 4, 2);
  bench.arrives(3, 6, 4, 2);
  bench.step();
  const auto first = [&](const BufferRef& buffer) { return bench.router().waits_for(buffer).at(0); };
  EXPECT_EQ(first({Side::Input, 2, 0}).where, Where::Far);
  EXPECT_EQ(first({Side::Input, 3, 0}).where, Where::Here);
  EXPECT_EQ(first({Side::Input, 3, 0}).buffer, (BufferRef{Side::Output, 4, 0}));
  EXPECT_EQ(first({Side::Output, 4, 0}).buffer, (BufferRef{Side::Input, 2, 0}));
  EXPECT_TRUE(bench.buffer({Side::Output, 4, 0}).allocated);
  EXPECT_EQ(bench.buffer({Side::Input, 3, 0}).front->packet, 6U);
  bench.credit(4);
  bench.step();
  EXPECT_EQ(first({Side::Input, 2, 0}).where, Where::Feeder);
}

TEST(CircuitRouter, NoHeaderTakesAFaultyLinkButAPacketThatHasIsFinished) {
  for (const auto blocking : {kHold, kDrop}) {
    CircuitBench bench(config_of(blocking));
    bench.arrives(2, 5, 3, 2);
    bench.step();
    bench.router().set_faulty_ports(0b1000);
    bench.credit(3);
    bench.step();
    bench.arrives(2, 5, 3, 2, 1);
    bench.step();
    EXPECT_TRUE(bench.sent(3)->tail());
    bench.arrives(0, 6, 3, 1);
    for (int cycle = 0; cycle < 50; ++cycle) {
      bench.step();
      EXPECT_FALSE(bench.sent(3));
    }
    EXPECT_EQ(bench.router().waits_for({Side::Input, 0, 0}).at(0).where, WaitFor::Where::Repair);
    bench.router().set_faulty_ports(0);
    bool sent = false;
    for (int cycle = 0; cycle < 20 && !sent; ++cycle) {
      bench.step();
      sent = bench.sent(3).has_value();
    }
    EXPECT_TRUE(sent);
  }
}

TEST(CircuitRouter, RefusesABrokenProtocol) {
  CircuitBench bench(config_of(kDrop));
  bench.credit(3);
  EXPECT_THROW(bench.step(), std::logic_error);

  CircuitBench refused(config_of(kDrop));
  refused.arrives(2, 5, 3, 1);
  refused.step();
  refused.credit(3);
  refused.step();
  refused.credit(3, CircuitRouter::kRefusal);
  EXPECT_THROW(refused.step(), std::logic_error);

  CircuitBench headless(config_of(kHold));
  headless.arrives(2, 5, 3, 3, 1);
  EXPECT_THROW(headless.step(), std::logic_error);

  CircuitBench early(config_of(kHold));
  early.arrives(2, 5, 3, 3);
  early.step();
  early.arrives(2, 5, 3, 3, 1);
  early.step();
  early.arrives(2, 5, 3, 3, 2);
  EXPECT_THROW(early.step(), std::logic_error);
}

}  // namespace
}  // namespace switchyard
