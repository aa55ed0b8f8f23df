#include "hw/router/mesh/turn_buffer_bank.h"

#include <gtest/gtest.h>

#include "tests/support/mesh_ports.h"

namespace switchyard {
namespace {

constexpr VcMask kAnything = 0;
const VcMask kNoStraight = bit<VcMask>(TurnBuffers::vc_of(Colour::Black, BufferType::Straight));

/// A bank of black packets at (4, 4) of a large mesh.
struct Bank {
  TurnBufferBank bank{{4, 4}, kAllLinks, 2};
  PortOutputs outputs;

  void arrive(PortId port, BufferType type, PacketId packet, MeshPlace to) {
    bank.accept(port, type, {.packet = packet, .destination = 0, .remaining = 1}, to);
  }
  /// Signals of a cycle in which nothing leaves; the VCs withheld from the neighbour at `port`.
  VcMask tell(PortId port) {
    outputs.clear();
    bank.tell(outputs);
    return outputs.credits[static_cast<std::size_t>(port)];
  }
  /// The packet that leaves through `port`, if one does.
  std::optional<PacketId> leave(PortId port, VcMask withheld) {
    outputs.clear();
    const int pair = bank.choose(port, withheld);
    if (pair < 0) return std::nullopt;
    bank.send(port, pair, outputs);
    return outputs.flits[static_cast<std::size_t>(port)].packet;
  }
};

constexpr MeshPlace kFarEast{9, 4};

TEST(TurnBufferBank, InvitesUntilTwoPacketsAreThereOrPromised) {
  Bank b;
  EXPECT_EQ(b.tell(kWest), kAnything);  // Empty.
  b.arrive(kWest, BufferType::Straight, 1, kFarEast);
  EXPECT_EQ(b.tell(kWest), kNoStraight);  // One is there, another may come by the invitation before.
  EXPECT_EQ(b.tell(kWest), kAnything);    // It has not come.
  b.arrive(kWest, BufferType::Straight, 2, kFarEast);
  EXPECT_EQ(b.tell(kWest), kNoStraight);
  EXPECT_EQ(b.tell(kWest), kNoStraight);
  EXPECT_THROW(b.arrive(kWest, BufferType::Straight, 3, kFarEast), std::logic_error);
}

TEST(TurnBufferBank, PassesAPacketPerCycle) {
  Bank b;
  for (PacketId packet = 1; packet <= 50; ++packet) {
    b.arrive(kWest, BufferType::Straight, packet, kFarEast);
    EXPECT_EQ(b.leave(kEast, kAnything), packet);
    EXPECT_EQ(b.tell(kWest), kAnything);
  }
}

TEST(TurnBufferBank, TurnsGoBeforeStraightAndWithinATypeTheFirstThatCame) {
  Bank b;
  b.arrive(kWest, BufferType::Straight, 1, kFarEast);
  b.arrive(kNorth, BufferType::TurnLeft, 2, kFarEast);
  b.arrive(kNorth, BufferType::TurnLeft, 3, kFarEast);
  EXPECT_EQ(b.leave(kEast, kAnything), 2U);
  EXPECT_EQ(b.leave(kEast, kAnything), 3U);
  EXPECT_EQ(b.leave(kEast, kAnything), 1U);
  EXPECT_EQ(b.leave(kEast, kAnything), std::nullopt);
}

TEST(TurnBufferBank, TurnsFromBothSidesTakeTurns) {
  Bank b;
  for (PacketId packet = 1; packet <= 2; ++packet) {
    b.arrive(kNorth, BufferType::TurnLeft, packet, kFarEast);
    b.arrive(kSouth, BufferType::TurnRight, 10 + packet, kFarEast);
  }
  const auto first = b.leave(kEast, kAnything);
  const auto second = b.leave(kEast, kAnything);
  const auto third = b.leave(kEast, kAnything);
  EXPECT_NE(*first < 10, *second < 10);
  EXPECT_NE(*second < 10, *third < 10);
}

TEST(TurnBufferBank, AWithheldInvitationStopsWhoNeedsItAndNobodyElse) {
  Bank b;
  b.arrive(kNorth, BufferType::TurnLeft, 1, kFarEast);
  b.arrive(kWest, BufferType::Straight, 2, {5, 4});  // At home next door: it needs no buffer there.
  EXPECT_EQ(b.leave(kEast, kNoStraight), 2U);
  EXPECT_EQ(b.leave(kEast, kNoStraight), std::nullopt);
  EXPECT_EQ(b.leave(kEast, kAnything), 1U);
}

TEST(TurnBufferBank, APacketLeavesForTheBufferThatItNeedsNext) {
  Bank b;
  b.arrive(kNorth, BufferType::Straight, 1, {9, 5});
  b.leave(kSouth, kAnything);
  EXPECT_EQ(b.outputs.flits[kSouth].vc, TurnBuffers::vc_of(Colour::Black, BufferType::TurnLeft));
}

TEST(TurnBufferBank, LongerQueuesInviteLonger) {
  TurnBufferBank bank({4, 4}, kAllLinks, 5);
  PortOutputs outputs;
  for (PacketId packet = 1; packet <= 3; ++packet) {
    bank.accept(kWest, BufferType::Straight, {.packet = packet, .destination = 0, .remaining = 1}, kFarEast);
    outputs.clear();
    bank.tell(outputs);
    EXPECT_EQ(outputs.credit_ports, 0U) << packet;
  }
  bank.accept(kWest, BufferType::Straight, {.packet = 4, .destination = 0, .remaining = 1}, kFarEast);
  outputs.clear();
  bank.tell(outputs);
  EXPECT_EQ(outputs.credits[kWest], kNoStraight);
}

TEST(TurnBufferBank, SaysNothingThroughOpenPorts) {
  TurnBufferBank corner({0, 0}, bit<PortMask>(kEast) | bit<PortMask>(kSouth), 2);
  corner.accept(kNorth, BufferType::Straight, {.packet = 1, .destination = 0, .remaining = 1}, {0, 5});
  PortOutputs outputs;
  outputs.clear();
  corner.tell(outputs);
  EXPECT_EQ(outputs.credit_ports, 0U);
}

}  // namespace
}  // namespace switchyard
