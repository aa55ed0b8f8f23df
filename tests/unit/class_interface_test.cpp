#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "testbench/monitor/measurement.h"
#include "testbench/traffic/class_interface.h"

namespace switchyard {
namespace {

constexpr NodeId kNode = 2;
constexpr NodeId kNodes = 4;
constexpr int kDepth = 6;

/// Packets in a list for kNode, and what it is told of.
class ListenedList final : public ListeningSource {
 public:
  bool next(NodeId, PacketRequest& request) override {
    const Cycle now = request.created;
    if (!packets.empty() && packets.front().created <= now) {
      request = packets.front();
      request.created = now;
      packets.pop_front();
    } else {
      request = PacketRequest(packets.empty() ? kNever : packets.front().created, 0, 0);
    }
    return true;
  }
  bool finite() const override { return false; }
  void delivered(PacketId packet, const PacketRecord&, Cycle) override { came.push_back(packet); }
  void refused(NodeId) override {}
  bool exhausted() const override { return packets.empty(); }
  const std::string& failure() const override { return failure_; }
  MessageFigures figures() const override { return {}; }

  std::deque<PacketRequest> packets;
  std::vector<PacketId> came;

 private:
  std::string failure_;
};

/// request (network 0) -> reply (network 1), and other packets by network 1.
TrafficClasses request_reply_and_other(std::optional<int> buffer) {
  return {{"request", 0, Reply{1, PacketLength::fixed(2), 0, buffer}}, {"reply", 1}, {"other", 1}};
}

/// Two VCs in network 0, three in network 1, of which sources use the first of each.
TerminalPort two_networks() {
  return {.virtual_channels = 5,
          .injection_vcs = 1,
          .input_depth = kDepth,
          .networks = VirtualNetworks(std::vector<int>{2, 3})};
}
constexpr VcId kRequestVc = 0;
constexpr VcId kReplyVc = 2;

/// An interface driven by hand.
struct ClassBench {
  explicit ClassBench(std::optional<int> buffer, std::deque<PacketRequest> packets = {})
      : classes(request_reply_and_other(buffer)) {
    source.packets = std::move(packets);
    interface.emplace(kNode, two_networks(), classes, source, scoreboard);
  }

  /// A packet of another node that is for this one; its flits are then to be given to arrive().
  std::deque<Flit> packet_from(NodeId from, int flits, std::uint8_t label, VcId vc) {
    const PacketId id = scoreboard.created(from, PacketRequest(0, kNode, flits, label));
    std::deque<Flit> packet;
    for (int remaining = flits; remaining > 0; --remaining) {
      const bool head = remaining == flits;
      packet.push_back({id, kNode, head ? header_payload(0) : payload_of(id, remaining),
                        static_cast<std::uint16_t>(remaining), static_cast<std::uint8_t>(vc), head});
    }
    return packet;
  }
  void arrive(const Flit& arrival) {
    flit = arrival;
    inputs.flit_ports = 1;
  }
  void credit(VcId vc) {
    credits = bit<VcMask>(vc);
    inputs.credit_ports = 1;
  }
  void step() {
    inputs.flits = &flit;
    inputs.credits = &credits;
    outputs.clear();
    next = interface->step(now, inputs, outputs);
    ++now;
    inputs = {};
    credits = 0;
  }
  bool returns_credit(VcId vc) const { return outputs.credit_ports != 0 && outputs.credits[0].test(vc); }
  bool sends() const { return outputs.flit_ports != 0; }

  TrafficClasses classes;
  Measurement measurement{kNodes, [](NodeId, NodeId) { return 1; }};
  ListenedList source;
  DeliveryNews news{source, measurement};
  Scoreboard scoreboard{kNodes, 5, news.ear()};
  std::optional<ClassInterface> interface;
  PortInputs inputs;
  PortOutputs outputs;
  Flit flit;
  VcMask credits = 0;
  Cycle now = 0;
  Cycle next = 0;
};

TEST(ClassInterface, SendsEachClassByItsVirtualNetwork) {
  ClassBench bench(/*buffer=*/{}, {{0, 1, 2, 0}, {0, 1, 2, 1}, {0, 3, 2, 2}});
  std::vector<int> vcs(5, 0);
  for (int i = 0; i < 6; ++i) {
    bench.step();
    ASSERT_TRUE(bench.sends());
    ++vcs[bench.outputs.flits[0].vc];
    const PacketRecord& record = bench.scoreboard.record(bench.outputs.flits[0].packet);
    EXPECT_EQ(bench.outputs.flits[0].vc, record.label == 0 ? kRequestVc : kReplyVc);
  }
  EXPECT_EQ(vcs, (std::vector{2, 0, 4, 0, 0}));
  bench.step();
  EXPECT_FALSE(bench.sends());
}

/// Also if the class of the younger one is named first.
TEST(ClassInterface, SendsTheOldestPacketOfAVirtualNetworkFirst) {
  ClassBench bench(/*buffer=*/{}, {{0, 1, 4, 2}, {1, 3, 1, 2}, {2, 3, 1, 1}});
  std::vector<int> labels;
  for (int i = 0; i < 6; ++i) {
    bench.step();
    ASSERT_TRUE(bench.sends());
    labels.push_back(bench.scoreboard.record(bench.outputs.flits[0].packet).label);
  }
  EXPECT_EQ(labels, (std::vector{2, 2, 2, 2, 2, 1}));
}

/// A VC without credit stops its own virtual network only.
TEST(ClassInterface, OneVirtualNetworkDoesNotStandInTheWayOfAnother) {
  ClassBench bench(/*buffer=*/{}, {{0, 1, kDepth + 3, 0}, {0, 1, kDepth + 3, 1}});
  int sent = 0;
  for (int i = 0; i < 40; ++i) {
    bench.step();
    const bool of_reply = bench.sends() && bench.outputs.flits[0].vc == kReplyVc;
    sent += of_reply;
    if (of_reply) bench.credit(kReplyVc);
  }
  EXPECT_EQ(sent, kDepth + 3);
}

TEST(ClassInterface, TakesWhatComesAtOnceWithoutAReplyBuffer) {
  ClassBench bench(/*buffer=*/{});
  for (int packet = 0; packet < 5; ++packet) {
    for (const Flit& flit : bench.packet_from(/*from=*/1, /*flits=*/3, /*label=*/0, kRequestVc)) {
      bench.arrive(flit);
      bench.step();
      EXPECT_TRUE(bench.returns_credit(kRequestVc));
    }
  }
  EXPECT_EQ(bench.source.came.size(), 5U);
  EXPECT_EQ(bench.scoreboard.failure(), "");
}

/// Exactly `buffer` requests are taken before the tail of a reply has left, one more for each that has.
TEST(ClassInterface, TakesARequestOnlyIfItHasRoomForTheReply) {
  for (const int buffer : {1, 2, 3}) {
    ClassBench bench(buffer);
    for (int i = 0; i < kDepth; ++i) {
      bench.arrive(bench.packet_from(/*from=*/1, /*flits=*/1, /*label=*/0, kRequestVc).front());
      bench.step();
      EXPECT_EQ(bench.returns_credit(kRequestVc), i < buffer) << i;
    }
    const auto taken = static_cast<std::size_t>(buffer);
    ASSERT_EQ(bench.source.came.size(), taken);
    EXPECT_EQ(bench.interface->waits_to_reply(kRequestVc), VcMask(0)) << "no reply is ready";
    for (int i = 0; i < 20; ++i) bench.step();
    ASSERT_EQ(bench.source.came.size(), taken) << "nothing is taken by waiting";
    bench.source.packets.emplace_back(Cycle{0}, NodeId{1}, 2, std::uint8_t{1});
    bench.arrive(bench.packet_from(3, 1, 2, kReplyVc).front());  // The source is asked when something comes.
    bench.step();
    EXPECT_TRUE(bench.sends());
    EXPECT_EQ(bench.source.came.size(), taken + 1) << "what has no reply is taken all the same";
    EXPECT_FALSE(bench.returns_credit(kRequestVc)) << "the tail of the reply is still here";
    bench.step();  // The tail leaves,
    EXPECT_EQ(bench.outputs.flits[0].remaining, 1);
    EXPECT_FALSE(bench.returns_credit(kRequestVc));
    EXPECT_EQ(bench.next, bench.now);
    bench.step();  // and makes room.
    EXPECT_TRUE(bench.returns_credit(kRequestVc));
    EXPECT_EQ(bench.source.came.size(), taken + 2);
    bench.step();
    EXPECT_FALSE(bench.returns_credit(kRequestVc));
  }
}

/// A request that is being taken goes on to its tail, and others wait behind its head flit.
TEST(ClassInterface, HasRoomForARequestFromItsHeadFlitOn) {
  ClassBench bench(/*buffer=*/1);
  std::deque<Flit> first = bench.packet_from(/*from=*/1, /*flits=*/2, /*label=*/0, /*vc=*/0);
  std::deque<Flit> second = bench.packet_from(/*from=*/3, /*flits=*/2, /*label=*/0, /*vc=*/1);
  bench.arrive(first[0]);
  bench.step();
  EXPECT_TRUE(bench.returns_credit(0));
  bench.arrive(second[0]);
  bench.step();
  EXPECT_FALSE(bench.returns_credit(1));
  bench.arrive(first[1]);
  bench.step();
  EXPECT_TRUE(bench.returns_credit(0));
  EXPECT_EQ(bench.source.came, (std::vector<PacketId>{first[0].packet}));
}

TEST(ClassInterface, WaitsForTheVirtualNetworkOfItsReplies) {
  ClassBench bench(/*buffer=*/1, {{5, 1, kDepth + 1, 1}});
  for (int i = 0; i < 2; ++i) {
    bench.arrive(bench.packet_from(/*from=*/1, /*flits=*/1, /*label=*/0, kRequestVc).front());
    bench.step();
  }
  EXPECT_EQ(bench.interface->waits_to_reply(kRequestVc), VcMask(0));
  for (int i = 0; i < 20; ++i) bench.step();  // The reply stops before its last flit: no credit is left.
  EXPECT_EQ(bench.interface->waits_to_reply(kRequestVc), bit<VcMask>(kReplyVc));
  EXPECT_EQ(bench.interface->waits_to_reply(kReplyVc), std::nullopt);
  EXPECT_EQ(bench.source.came.size(), 1U);
}

/// Flits that have waited are taken one per cycle, the VCs in turn.
TEST(ClassInterface, TakesOneFlitPerCycle) {
  ClassBench bench(/*buffer=*/1, {{12, 1, 1, 1}});
  bench.arrive(bench.packet_from(1, 1, 0, kRequestVc).front());
  bench.step();
  for (const Flit& flit : bench.packet_from(1, 4, 0, kRequestVc)) {
    bench.arrive(flit);
    bench.step();
    EXPECT_FALSE(bench.returns_credit(kRequestVc));
  }
  std::deque<Flit> others = bench.packet_from(3, 6, 2, kReplyVc);
  int taken = 0;
  int both = 0;
  for (int i = 0; i < 30; ++i) {
    if (i >= 8 && !others.empty()) {
      bench.arrive(others.front());
      others.pop_front();
    }
    bench.step();
    const int credits = bench.outputs.credits[0].count();
    EXPECT_LE(credits, 1);
    taken += credits;
    both += bench.returns_credit(kRequestVc);
  }
  EXPECT_EQ(taken, 4 + 6);
  EXPECT_EQ(both, 4);
  EXPECT_EQ(bench.scoreboard.failure(), "");
}

}  // namespace
}  // namespace switchyard
