#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "testbench/monitor/measurement.h"
#include "testbench/traffic/network_interface.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr NodeId kNode = 2;
constexpr NodeId kNodes = 4;

/// Packets in a list, for one node.
class List final : public PacketSource {
 public:
  explicit List(std::deque<PacketRequest> packets) : packets_(std::move(packets)) {}
  bool next(NodeId, PacketRequest& request) override {
    if (packets_.empty()) return false;
    request = packets_.front();
    packets_.pop_front();
    return true;
  }
  bool finite() const override { return true; }

 private:
  std::deque<PacketRequest> packets_;
};

/// A network interface driven by hand.
struct Bench {
  Bench(std::deque<PacketRequest> packets, const TerminalPort& port, const Admission* admission = nullptr)
      : source(std::move(packets)), interface(kNode, port, source, scoreboard, admission) {}

  void credit(VcId vc) {
    credits = static_cast<VcMask>(credits | bit<VcMask>(vc));
    inputs.credit_ports = 1;
  }
  void arrive(const Flit& arrival) {
    flit = arrival;
    inputs.flit_ports = 1;
  }
  /// One cycle; returns the flit sent, an invalid one if there was none.
  Flit step() {
    inputs.flits = &flit;
    inputs.credits = &credits;
    outputs.clear();
    next = interface.step(now, inputs, outputs);
    ++now;
    inputs = {};
    credits = 0;
    return outputs.flit_ports != 0 ? outputs.flits[0] : Flit{};
  }
  std::vector<Flit> steps(int count) {
    std::vector<Flit> flits;
    for (int i = 0; i < count; ++i) flits.push_back(step());
    return flits;
  }

  Measurement measurement{kNodes, [](NodeId, NodeId) { return 1; }};
  Scoreboard scoreboard{kNodes, 4, measurement};
  List source;
  NetworkInterface interface;
  PortInputs inputs;
  PortOutputs outputs;
  Flit flit;
  VcMask credits = 0;
  Cycle now = 0;
  Cycle next = 0;
};

TEST(NetworkInterface, AHeadFlitLeavesInTheCycleInWhichItsPacketIsCreated) {
  Bench bench({{5, 3, 2}}, {.virtual_channels = 4, .injection_vcs = 1, .input_depth = 8});
  for (int cycle = 0; cycle < 5; ++cycle) {
    EXPECT_FALSE(bench.step().valid());
    EXPECT_EQ(bench.next, 5U);
  }
  const Flit header = bench.step();
  EXPECT_EQ(header, (Flit{kNode, 3, header_payload(5), 2, 0, true}));
  EXPECT_EQ(bench.scoreboard.record(kNode).injected, 5U);
  EXPECT_EQ(bench.next, 6U);
  EXPECT_EQ(bench.step(), (Flit{kNode, 3, payload_of(kNode, 1), 1, 0, false}));
  EXPECT_EQ(bench.next, kNever);
  EXPECT_TRUE(bench.interface.exhausted());
}

TEST(NetworkInterface, SendsThePacketsOfOneVcOneAfterTheOther) {
  Bench bench({{0, 3, 2}, {0, 1, 1}, {1, 0, 2}},
              {.virtual_channels = 2, .injection_vcs = 1, .input_depth = 8});
  const std::vector<Flit> flits = bench.steps(5);
  const std::vector<PacketId> packets{2, 2, 6, 10, 10};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(flits[i].packet, packets[i]) << i;
  EXPECT_FALSE(bench.step().valid());
}

TEST(NetworkInterface, SharesTheTerminalLinkFairlyAmongTheInjectionVcs) {
  Bench bench({{0, 3, 20}, {0, 1, 20}, {0, 1, 20}, {0, 1, 20}},
              {.virtual_channels = 4, .injection_vcs = 3, .input_depth = 64});
  std::vector<int> share(4, 0);
  for (const Flit& flit : bench.steps(30)) ++share[flit.vc];
  EXPECT_EQ(share, (std::vector<int>{10, 10, 10, 0}));
}

TEST(NetworkInterface, TheVcThatIsToldToSendsFirst) {
  for (const int first : {0, 1, 2}) {
    Bench bench({{0, 3, 20}, {0, 1, 20}, {0, 1, 20}},
                {.virtual_channels = 4, .injection_vcs = 3, .input_depth = 64, .first_vc = first});
    for (int turn = 0; turn < 4; ++turn) EXPECT_EQ(bench.step().vc, (first + turn) % 3);
  }
}

TEST(NetworkInterface, AVcWithoutCreditsWaitsForOne) {
  Bench bench({{0, 3, 5}}, {.virtual_channels = 2, .injection_vcs = 1, .input_depth = 2});
  EXPECT_TRUE(bench.step().valid());
  EXPECT_TRUE(bench.step().valid());
  EXPECT_EQ(bench.next, kNever) << "nothing to do until a credit arrives";
  EXPECT_FALSE(bench.step().valid());
  bench.credit(0);
  EXPECT_EQ(bench.step().remaining, 3) << "in the cycle in which the credit arrives";
  EXPECT_FALSE(bench.step().valid());
}

TEST(NetworkInterface, AVcThatWaitsDoesNotHoldUpTheOthers) {
  Bench bench({{0, 3, 5}, {0, 1, 5}}, {.virtual_channels = 2, .injection_vcs = 2, .input_depth = 2});
  bench.steps(4);
  bench.credit(1);
  EXPECT_EQ(bench.step().vc, 1);
}

TEST(NetworkInterface, OfAFaultyNodeStartsNoPacketThatWasCreatedBefore) {
  const Experiment experiment = experiment_from(
      "topology: {kind: mesh, radix: [4]}\nrouter: {kind: duato, virtual_channels: 2}\n"
      "routing: {kind: dimension_order}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n"
      "faults: [{node: 2, from: 5, to: 9}]\n");
  const Admission admission(experiment.design);
  Bench bench({{3, 1, 1}}, {.virtual_channels = 2, .injection_vcs = 1, .input_depth = 4}, &admission);
  bench.now = 6;  // It hears of the packet too late.
  EXPECT_FALSE(bench.step().valid());
  EXPECT_EQ(bench.next, 9U);
  bench.now = 9;
  EXPECT_TRUE(bench.step().valid());
  EXPECT_EQ(bench.next, kNever);
}

TEST(NetworkInterface, TheSinkReturnsTheCreditOfAFlitAtOnce) {
  Bench bench({}, {.virtual_channels = 4, .injection_vcs = 1, .input_depth = 2});
  const PacketId packet = bench.scoreboard.created(/*source=*/1, {0, kNode, 1});
  bench.arrive({packet, kNode, header_payload(0), 1, /*vc=*/3, true});
  bench.step();
  EXPECT_EQ(bench.outputs.credit_ports, 1U);
  EXPECT_EQ(bench.outputs.credits[0], 0b1000);
  EXPECT_EQ(bench.scoreboard.log().delivered(), 1U);
  EXPECT_EQ(bench.next, kNever);
  bench.step();
  EXPECT_EQ(bench.outputs.credit_ports, 0U);
}

TEST(NetworkInterface, StepsLeftOutUntilTheNextCycleAskedForChangeNothing) {
  std::deque<PacketRequest> packets;
  RandomStream random(1, 0, Purpose::Process);
  Cycle created = 0;
  for (int n = 0; n < 100; ++n)
    packets.emplace_back(created += random.below(30), 1, 1 + static_cast<int>(random.below(6)));
  const TerminalPort port{.virtual_channels = 2, .injection_vcs = 2, .input_depth = 3};
  Bench every(packets, port);
  Bench lazy(packets, port);
  std::deque<VcId> owed;
  Cycle alarm = 0;
  int left_out = 0;
  for (Cycle now = 0; now < created + 200; ++now) {
    const bool credit = !owed.empty() && random.below(3) == 0;
    if (credit) {
      every.credit(owed.front());
      lazy.credit(owed.front());
      owed.pop_front();
    }
    const Flit expected = every.step();
    Flit actual;
    lazy.now = now;
    if (credit || alarm <= now) {
      actual = lazy.step();
      alarm = lazy.next;
      ASSERT_GT(alarm, now);
    } else {
      ++left_out;
    }
    ASSERT_EQ(actual, expected) << "cycle " << now;
    if (expected.valid()) owed.push_back(expected.vc);
  }
  EXPECT_GT(left_out, 100);
  EXPECT_EQ(every.scoreboard.log().created(), 100U);
}

}  // namespace
}  // namespace switchyard
