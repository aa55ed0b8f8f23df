#include "testbench/experiment/message_deadlock.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "hw/design/proof/verdict.h"
#include "testbench/monitor/watchdog.h"
#include "tests/support/dice.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr int kNetworks = 4;

/// Requests by one virtual network with replies by another; 0: no buffer that could be full.
struct Exchange {
  int requests;
  int replies;
  int buffer;
  int outstanding;  ///< 0: without bound.
};

Experiment experiment_of(const std::vector<Exchange>& exchanges) {
  std::string yaml = fmt::format(R"(
topology: {{kind: mesh, radix: [3, 2]}}
router: {{kind: duato, virtual_channels: {0}, virtual_networks: {0}}}
routing: {{kind: dimension_order}}
traffic:
  load: 0.1
  pattern: uniform
  packet_length: 1
  classes:
)",
                                 kNetworks);
  for (std::size_t i = 0; i < exchanges.size(); ++i) {
    const Exchange& e = exchanges[i];
    yaml += fmt::format(
        "    - {{name: c{}, virtual_network: {}{}, reply: {{packet_length: 2, virtual_network: {}{}}}}}\n", i,
        e.requests, e.outstanding == 0 ? "" : fmt::format(", outstanding: {}", e.outstanding), e.replies,
        e.buffer == 0 ? "" : fmt::format(", buffer: {}", e.buffer));
  }
  return experiment_from(yaml);
}

/// By the transitive closure: whether some virtual network waits for itself.
bool waits_for_itself(const std::vector<Exchange>& exchanges) {
  constexpr int kOtherTerminals = 5;
  bool waits[kNetworks][kNetworks] = {};
  for (const Exchange& e : exchanges) {
    const bool has_room = e.outstanding != 0 && e.outstanding * kOtherTerminals <= e.buffer;
    if (e.buffer != 0 && !has_room) waits[e.requests][e.replies] = true;
  }
  for (int k = 0; k < kNetworks; ++k)
    for (int i = 0; i < kNetworks; ++i)
      for (int j = 0; j < kNetworks; ++j) waits[i][j] = waits[i][j] || (waits[i][k] && waits[k][j]);
  for (int i = 0; i < kNetworks; ++i)
    if (waits[i][i]) return true;
  return false;
}

/// Packets of a class that wait for a terminal are followed by that terminal, which does not take that class.
void expect_each_waits_for_the_next(const std::vector<std::string>& holders) {
  ASSERT_EQ(holders.size() % 4, 0U) << "there and back";
  for (std::size_t i = 1; i < holders.size(); i += 2) {
    const std::string& waiting = holders[i];
    const std::string of = waiting.substr(0, waiting.find(" to node "));
    const std::string name = of.substr(of.find('`'));
    const std::string node = waiting.substr(of.size() + 4, waiting.find(" fill") - of.size() - 4);
    const std::string& next = holders[(i + 1) % holders.size()];
    EXPECT_TRUE(next.starts_with(node + " has room")) << waiting << '\n' << next;
    EXPECT_NE(next.find("no " + name + " before"), std::string::npos) << waiting << '\n' << next;
  }
}

TEST(MessageWaits, FindARingExactlyWhereAVirtualNetworkWaitsForItself) {
  int unsafe = 0;
  for (std::uint64_t n = 1; n <= 200; ++n) {
    Dice dice(n);
    std::vector<Exchange> exchanges(dice.between(1, 5));
    for (Exchange& e : exchanges) {
      e.requests = dice.between(0, kNetworks - 1);
      e.replies = dice.between(0, kNetworks - 1);
      const bool bounded = dice.chance(0.7);
      const int buffer = dice.one_of({1, 4, 5, 9, 10, 30});
      const bool limited = dice.chance(0.4);
      const int outstanding = dice.between(1, 3);
      e.buffer = bounded ? buffer : 0;
      e.outstanding = limited ? outstanding : 0;
    }
    const Experiment experiment = experiment_of(exchanges);
    const MessageWaits waits(experiment);
    const bool expected = waits_for_itself(exchanges);
    EXPECT_EQ(!waits.cycle().empty(), expected) << n;
    EXPECT_EQ(verdict_of(experiment).kind == DeadlockVerdict::Kind::Unsafe, expected) << n;
    EXPECT_EQ(verdict_of(experiment.design).kind, DeadlockVerdict::Kind::Acyclic);
    EXPECT_EQ(waits.cycle().holders.empty(), !expected);
    expect_each_waits_for_the_next(waits.cycle().holders);
    unsafe += expected;
  }
  EXPECT_GT(unsafe, 40);
  EXPECT_LT(unsafe, 160);
}

TEST(MessageWaits, NameWhoHoldsWhat) {
  const Experiment experiment = experiment_of({{0, 1, 2, 0}, {1, 0, 3, 0}});
  const MessageWaits waits(experiment);
  EXPECT_EQ(waits.cycle().classes, (std::vector<std::string>{"c0", "c1"}));
  EXPECT_EQ(waits.cycle().holders,
            (std::vector<std::string>{
                "node 0 has room for 2 of `c0_reply`, all taken: no `c0` before one has left",
                "packets of `c1` to node 1 fill the way of the replies: source 0, channel 0 -> 1 VC 1",
                "node 1 has room for 3 of `c1_reply`, all taken: no `c1` before one has left",
                "packets of `c0` to node 0 fill the way of the replies: source 1, channel 1 -> 0 VC 0"}));
}

/// A heavily loaded network whose requests and replies share VCs, or do not.
Experiment loaded(std::uint64_t seed, int networks, const std::string& request, const std::string& reply) {
  return experiment_from(fmt::format(R"(
seed: {}
topology: {{kind: torus, radix: [4, 4]}}
router: {{kind: duato, virtual_channels: {}, virtual_networks: {}, input_depth: 4}}
routing: {{kind: duato}}
traffic:
  load: 0.5
  classes:
    - {{name: request, pattern: uniform, packet_length: 1{}, reply: {{packet_length: 5, service: 10{}}}}}
measure: {{warmup: 0, cycles: 4000, watchdog: 500}}
)",
                                     seed, 3 * networks, networks, request, reply));
}

/// What a watchdog finds in 4000 cycles.
std::optional<Deadlock> deadlock_of(const Experiment& experiment) {
  constexpr Cycle kPatience = 500;
  FastBench fast(experiment);
  Watchdog watchdog(experiment.design, kPatience, fast.bench.interfaces.reply_waits());
  for (Cycle now = 0; now < 4000 && !watchdog.deadlock(); now += kPatience / 4) {
    fast.run(kPatience / 4);
    watchdog.look(now + kPatience / 4, fast);
  }
  EXPECT_EQ(fast.bench.scoreboard.failure() + fast.bench.links.failure(), "");
  EXPECT_GT(fast.bench.scoreboard.log().delivered(), 100U);
  return watchdog.deadlock();
}

class MessageDeadlocks : public testing::TestWithParam<std::uint64_t> {};

TEST_P(MessageDeadlocks, HappenWithSharedVcsAndABufferThatFills) {
  const Experiment experiment = loaded(GetParam(), 1, "", ", buffer: 2");
  EXPECT_EQ(verdict_of(experiment).kind, DeadlockVerdict::Kind::Unsafe);
  const std::optional<Deadlock> found = deadlock_of(experiment);
  ASSERT_TRUE(found.has_value());
  const auto enters = [&](const WaitingBuffer& held) {
    return held.buffer.port == experiment.design.topology->terminal_port() && held.buffer.side == Side::Input;
  };
  EXPECT_TRUE(std::ranges::any_of(found->cycle, enters)) << "a packet that enters is in the cycle";
}

TEST_P(MessageDeadlocks, DoNotHappenWithAVirtualNetworkEach) {
  const Experiment experiment = loaded(GetParam(), 2, "", ", buffer: 2, virtual_network: 1");
  EXPECT_EQ(verdict_of(experiment).kind, DeadlockVerdict::Kind::Escape);
  EXPECT_FALSE(deadlock_of(experiment).has_value());
}

/// Sixteen terminals, each with two requests outstanding.
TEST_P(MessageDeadlocks, DoNotHappenWithRoomForAllThatIsOutstanding) {
  const Experiment safe = loaded(GetParam(), 1, ", outstanding: 2", ", buffer: 30");
  EXPECT_EQ(verdict_of(safe).kind, DeadlockVerdict::Kind::Escape);
  EXPECT_FALSE(deadlock_of(safe).has_value());
  EXPECT_EQ(verdict_of(loaded(GetParam(), 1, ", outstanding: 2", ", buffer: 29")).kind,
            DeadlockVerdict::Kind::Unsafe);
}

INSTANTIATE_TEST_SUITE_P(Seeds, MessageDeadlocks, testing::Range<std::uint64_t>(1, 6));

}  // namespace
}  // namespace switchyard
