#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/monitor/scoreboard.h"

namespace switchyard {
namespace {

/// Counts what it is told.
class Listener final : public DeliveryListener {
 public:
  void on_created(NodeId, const PacketRecord&) override { ++created; }
  void on_flits(NodeId source, NodeId, std::uint64_t) override { flits.push_back(source); }
  void on_delivered(PacketId id, NodeId source, const PacketRecord& record, Cycle now) override {
    delivered.push_back(id);
    last_source = source;
    last_latency = now - record.created;
    last_hops = record.hops;
  }

  int created = 0;
  std::vector<NodeId> flits;
  std::vector<PacketId> delivered;
  NodeId last_source = 0;
  Cycle last_latency = 0;
  int last_hops = 0;
};

/// A scoreboard for four nodes and two VCs.
class ScoreboardTest : public testing::Test {
 protected:
  Flit flit(PacketId packet, int remaining, VcId vc = 0, bool head = false) const {
    return {packet,
            0,
            head ? header_payload(10) : payload_of(packet, remaining),
            static_cast<std::uint16_t>(remaining),
            static_cast<std::uint8_t>(vc),
            head};
  }
  void arrive(const Flit& flit) { scoreboard_.arrived(++now_, kThere, flit); }
  bool failed_with(const std::string& what) const {
    return scoreboard_.failure().find(what) != std::string::npos;
  }

  static constexpr NodeId kThere = 3;
  Listener listener_;
  Scoreboard scoreboard_{4, 2, listener_};
  Cycle now_ = 10;
  const PacketId three_ = scoreboard_.created(1, {10, kThere, 3});  ///< A packet of three flits.
  const PacketId two_ = scoreboard_.created(2, {10, kThere, 2});
};

TEST_F(ScoreboardTest, PacketsThatArriveInOrderAreDelivered) {
  scoreboard_.injected(three_, 11);
  scoreboard_.hopped(three_);
  scoreboard_.hopped(three_);
  arrive(flit(three_, 3, 0, true));
  arrive(flit(two_, 2, 1, true));  // VCs are independent.
  arrive(flit(three_, 2));
  arrive(flit(two_, 1, 1));
  EXPECT_EQ(listener_.delivered, std::vector<PacketId>{two_});
  arrive(flit(three_, 1));
  EXPECT_EQ(scoreboard_.failure(), "");
  EXPECT_EQ(listener_.delivered, (std::vector<PacketId>{two_, three_}));
  EXPECT_EQ(listener_.flits, (std::vector<NodeId>{1, 2, 1, 2, 1}));
  EXPECT_EQ(listener_.last_source, 1U);
  EXPECT_EQ(listener_.last_latency, 5U);
  EXPECT_EQ(listener_.last_hops, 2);
  EXPECT_EQ(listener_.created, 2);
  EXPECT_EQ(scoreboard_.log().pending(), 0U);
}

TEST_F(ScoreboardTest, APacketOfOneFlitIsDeliveredOnce) {
  const PacketId one = scoreboard_.created(0, {10, kThere, 1});
  scoreboard_.injected(one, 11);
  scoreboard_.hopped(one);
  arrive(flit(two_, 2, 1, true));
  arrive(flit(one, 1, 0, true));
  arrive(flit(two_, 1, 1));
  EXPECT_EQ(scoreboard_.failure(), "");
  EXPECT_EQ(listener_.delivered, (std::vector<PacketId>{one, two_}));
  EXPECT_EQ(listener_.flits, (std::vector<NodeId>{2, 0, 2}));
  EXPECT_EQ(listener_.last_hops, 0) << "of the other one";
  EXPECT_EQ(scoreboard_.log().pending(), 1U);
  arrive(flit(one, 1, 0, true));
  EXPECT_TRUE(failed_with("it was delivered before, or never sent"));
  EXPECT_EQ(listener_.delivered.size(), 2U);
}

TEST_F(ScoreboardTest, APacketOfOneFlitIsCheckedAsAnyOther) {
  const PacketId one = scoreboard_.created(0, {10, kThere, 1});
  Flit damaged = flit(one, 1, 0, true);
  damaged.payload ^= 1;
  Flit body = flit(one, 1, 0, true);
  body.head = false;
  const auto fails = [&](NodeId at, const Flit& flit, const char* what) {
    Scoreboard board(4, 2, listener_);
    for (const NodeId source : {1, 2, 0}) board.created(source, {10, kThere, source == 0 ? 1 : 3});
    board.arrived(++now_, at, flit);
    EXPECT_TRUE(board.failure().ends_with(what)) << board.failure();
    EXPECT_EQ(board.log().delivered(), 0U) << what;
  };
  fails(kThere, damaged, "its payload is damaged");
  fails(2, flit(one, 1, 0, true), "its destination is node 3");
  fails(kThere, body, "its head flit has not come");
  fails(kThere, flit(three_, 1, 0, true), "the packet was sent with 3 flits");
  fails(kThere, flit(3, 1, 0, true), "it was delivered before, or never sent");
  arrive(flit(two_, 2, 0, true));
  arrive(flit(one, 1, 0, true));
  EXPECT_TRUE(failed_with("body flit 1 of packet 2 was due")) << "between the flits of another one";
}

TEST_F(ScoreboardTest, AFlitThatIsMissingIsAFailure) {
  arrive(flit(three_, 3, 0, true));
  arrive(flit(three_, 1));
  EXPECT_TRUE(failed_with(
      "cycle 12: node 3 received flit 1 of packet 1 on VC 0, but body flit 2 of packet 1 was due"))
      << scoreboard_.failure();
  EXPECT_TRUE(listener_.delivered.empty());
}

TEST_F(ScoreboardTest, AFlitThatComesTwiceIsAFailure) {
  arrive(flit(three_, 3, 0, true));
  arrive(flit(three_, 2));
  arrive(flit(three_, 2));
  EXPECT_TRUE(failed_with("flit 1 of packet 1 was due"));
}

TEST_F(ScoreboardTest, AFlitOfAnotherPacketInBetweenIsAFailure) {
  arrive(flit(three_, 3, 0, true));
  arrive(flit(two_, 2, 0, true));
  EXPECT_TRUE(failed_with("flit 2 of packet 1 was due"));
}

TEST_F(ScoreboardTest, AHeadInsideAPacketIsAFailure) {
  arrive(flit(three_, 3, 0, true));
  arrive(flit(three_, 2, 0, true));
  EXPECT_TRUE(failed_with("received flit 2 of packet 1 on VC 0, but body flit 2 of packet 1 was due"))
      << scoreboard_.failure();
}

TEST_F(ScoreboardTest, ATailThatIsAHeadIsAFailureUnlessItIsTheWholePacket) {
  arrive(flit(two_, 2, 0, true));
  arrive(flit(two_, 1, 0, true));
  EXPECT_TRUE(failed_with("received flit 1 of packet 2 on VC 0, but body flit 1 of packet 2 was due"))
      << scoreboard_.failure();
  EXPECT_TRUE(listener_.delivered.empty());
}

TEST_F(ScoreboardTest, ADamagedPayloadIsAFailure) {
  Flit damaged = flit(three_, 3, 0, true);
  damaged.payload ^= 1;
  arrive(damaged);
  EXPECT_TRUE(failed_with("its payload is damaged"));
}

TEST_F(ScoreboardTest, ABodyFlitWithoutItsHeadFlitIsAFailure) {
  arrive(flit(three_, 2));
  EXPECT_TRUE(failed_with("its head flit has not come"));
}

TEST_F(ScoreboardTest, AWrongDestinationIsAFailure) {
  scoreboard_.arrived(11, /*at=*/2, flit(three_, 3, 0, true));
  EXPECT_TRUE(failed_with("its destination is node 3"));
}

TEST_F(ScoreboardTest, AWrongLengthIsAFailure) {
  arrive(flit(three_, 2, 0, true));
  EXPECT_TRUE(failed_with("the packet was sent with 3 flits"));
}

TEST_F(ScoreboardTest, APacketThatWasDeliveredBeforeIsAFailure) {
  for (int remaining = 2; remaining > 0; --remaining) arrive(flit(two_, remaining, 0, remaining == 2));
  arrive(flit(two_, 2, 1, true));
  EXPECT_TRUE(failed_with("it was delivered before, or never sent"));
}

TEST_F(ScoreboardTest, APacketThatArrivesOnTwoVcsAtOnceIsAFailure) {
  for (const VcId vc : {0, 1}) arrive(flit(two_, 2, vc, true));
  for (const VcId vc : {0, 1}) arrive(flit(two_, 1, vc));
  EXPECT_TRUE(failed_with("its head flit has come before"));
  EXPECT_EQ(listener_.delivered, std::vector<PacketId>{two_});
}

TEST_F(ScoreboardTest, APacketThatWasNeverSentIsAFailure) {
  arrive(flit(/*packet=*/77, 1, 0, true));
  EXPECT_TRUE(failed_with("it was delivered before, or never sent"));
}

TEST_F(ScoreboardTest, KeepsTheFirstFailure) {
  arrive(flit(three_, 2));
  const std::string first = scoreboard_.failure();
  arrive(flit(77, 1, 0, true));
  EXPECT_EQ(scoreboard_.failure(), first);
}

}  // namespace
}  // namespace switchyard
