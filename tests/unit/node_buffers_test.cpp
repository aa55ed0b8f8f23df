#include "hw/router/mesh/node_buffers.h"

#include <gtest/gtest.h>

#include "tests/support/mesh_ports.h"

namespace switchyard {
namespace {

constexpr int kSide = 16;

NodeId node_at(int x, int y) { return static_cast<NodeId>(y * kSide + x); }
const NodeId kFarEast = node_at(9, 4);
const NodeId kFarSouth = node_at(4, 9);

/// The buffers of the node at (4, 4), all links free.
struct Buffers {
  explicit Buffers(int banks, const BufferStarts& starts = {})
      : buffers({.here = {4, 4}, .side = kSide, .queue = 2, .banks = banks, .starts = starts}, kAllLinks) {
    for (const Colour colour : {Colour::White, Colour::Black}) buffers.use_for(colour);
  }

  void arrive(PortId port, Colour colour, BufferType type, PacketId packet, NodeId to) {
    buffers.accept(port, {.packet = packet,
                          .destination = to,
                          .remaining = 1,
                          .vc = static_cast<std::uint8_t>(TurnBuffers::vc_of(colour, type))});
  }
  void cycle() {
    outputs.clear();
    buffers.send([](PortId) { return VcMask{0}; }, outputs);
    buffers.tell(outputs);
  }

  NodeBuffers buffers;
  PortOutputs outputs;
};

TEST(NodeBuffers, APacketThatBeginsComesFromOppositeToItsWay) {
  Buffers b(1);
  const Flit south{.packet = 7, .destination = kFarSouth, .remaining = 1};
  EXPECT_EQ(b.buffers.origin(Colour::Black, south), kNorth);
  EXPECT_EQ(b.buffers.origin(Colour::White, {.packet = 7, .destination = kFarEast, .remaining = 1}), kWest);
  b.buffers.accept(kNorth, south);
  b.cycle();
  EXPECT_EQ(b.outputs.flit_ports, bit<PortMask>(kSouth));
  EXPECT_EQ(b.outputs.flits[kSouth].packet, 7U);
}

TEST(NodeBuffers, APacketAtHomeTakesNoBuffer) {
  Buffers b(1);
  b.arrive(kWest, Colour::Black, BufferType::Home, 1, node_at(4, 4));
  EXPECT_TRUE(b.buffers.empty());
}

TEST(NodeBuffers, ColoursTakeTurnsOnALinkThatBothWant) {
  Buffers b(2);
  for (PacketId packet = 1; packet <= 2; ++packet) {
    b.arrive(kWest, Colour::Black, BufferType::Straight, packet, kFarEast);
    b.arrive(kWest, Colour::White, BufferType::Straight, 10 + packet, kFarEast);
  }
  std::vector<PacketId> left;
  while (!b.buffers.empty()) {
    b.cycle();
    left.push_back(b.outputs.flits[kEast].packet);
  }
  EXPECT_EQ(left, (std::vector<PacketId>{1, 11, 2, 12}));
}

TEST(NodeBuffers, TheBankThatIsToldToGoesFirstAfterEveryReset) {
  Buffers b(2, {.second_bank = bit<PortMask>(kEast)});
  for (PacketId packet = 1; packet <= 3; ++packet) {
    b.arrive(kWest, Colour::Black, BufferType::Straight, packet, kFarEast);
    b.arrive(kWest, Colour::White, BufferType::Straight, 10 + packet, kFarEast);
    b.cycle();
    EXPECT_EQ(b.outputs.flits[kEast].packet, 10 + packet);
    b.buffers.reset();
    for (const Colour colour : {Colour::White, Colour::Black}) b.buffers.use_for(colour);
  }
}

TEST(NodeBuffers, TheTurnThatIsToldToGoesFirstAfterEveryReset) {
  for (const PortMask left_turn : {PortMask{0}, bit<PortMask>(kSouth)}) {
    Buffers b(1, {.left_turn = {left_turn, 0}});
    for (int round = 0; round < 3; ++round) {
      b.arrive(kPairsFeeding[kSouth].left / TurnBuffers::kBufferTypes, Colour::Black, BufferType::TurnLeft, 1,
               kFarSouth);
      b.arrive(kPairsFeeding[kSouth].right / TurnBuffers::kBufferTypes, Colour::Black, BufferType::TurnRight,
               2, kFarSouth);
      b.cycle();
      EXPECT_EQ(b.outputs.flits[kSouth].packet, left_turn != 0 ? 1U : 2U);
      b.buffers.reset();
      b.buffers.use_for(Colour::Black);
    }
  }
}

TEST(NodeBuffers, TheColourThatIsAloneTakesEveryTurn) {
  Buffers b(2);
  for (PacketId packet = 1; packet <= 5; ++packet) {
    b.arrive(kWest, Colour::White, BufferType::Straight, packet, kFarEast);
    b.cycle();
    EXPECT_EQ(b.outputs.flits[kEast].packet, packet);
    EXPECT_EQ(b.outputs.credit_ports, 0U);
  }
}

TEST(NodeBuffers, FollowWhatSomethingElseHasSent) {
  Buffers b(1);
  for (PacketId packet = 1; packet <= 2; ++packet)
    b.arrive(kWest, Colour::Black, BufferType::Straight, packet, kFarEast);
  EXPECT_THROW(b.buffers.follow(kEast, {.packet = 2}), std::logic_error);
  EXPECT_THROW(b.buffers.follow(kSouth, {.packet = 1}), std::logic_error);
  b.buffers.follow(kEast, {.packet = 1});
  b.buffers.follow(kEast, {.packet = 2});
  EXPECT_TRUE(b.buffers.empty());
}

}  // namespace
}  // namespace switchyard
