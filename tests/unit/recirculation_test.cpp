#include "hw/router/packet/recirculation.h"

#include <gtest/gtest.h>

namespace switchyard {
namespace {

InjectionConfig tokens(int count, NodeId nodes, int patience = 0) {
  InjectionConfig config;
  config.policy = InjectionConfig::Policy::Token;
  config.tokens = count;
  config.patience = patience;
  config.nodes = nodes;
  return config;
}

TEST(Recirculation, TokensStartAtAsManyNodesSpreadEvenly) {
  constexpr NodeId kNodes = 12;
  for (int count = 1; count <= static_cast<int>(kNodes); ++count) {
    int starts = 0;
    NodeId last = kNodes;
    for (NodeId node = 0; node < kNodes; ++node) {
      if (!Recirculation(tokens(count, kNodes), node).starts_with_token()) continue;
      if (starts++ != 0) {
        EXPECT_LE(node - last, (kNodes + static_cast<NodeId>(count) - 1) / static_cast<NodeId>(count));
      }
      last = node;
    }
    EXPECT_EQ(starts, count);
  }
}

TEST(Recirculation, ATokenGoesToTheNodeAfterTheSourceAndAPrivateBufferBackToIt) {
  const PacketId of_node_11 = 7 * 12 + 11;
  InjectionConfig config = tokens(1, 12);
  EXPECT_EQ(Recirculation(config, 3).heir_of(of_node_11), 0U);
  EXPECT_EQ(Recirculation(config, 3).next(), 4U);
  config.policy = InjectionConfig::Policy::PrivateBuffer;
  EXPECT_EQ(Recirculation(config, 3).heir_of(of_node_11), 11U);
}

TEST(Recirculation, ANodeLosesPatienceWhenEnoughPacketsHaveOvertakenItsOwn) {
  Recirculation node(tokens(1, 12, /*patience=*/2), 3);
  EXPECT_FALSE(node.impatient());
  node.overtake();
  EXPECT_FALSE(node.impatient());
  node.overtake();
  EXPECT_TRUE(node.impatient());
  node.injected();
  EXPECT_FALSE(node.impatient());
}

TEST(Recirculation, NullPacketsOfPrivateBuffersAreAtHomeAtFirst) {
  InjectionConfig config = tokens(1, 12);
  EXPECT_EQ(Recirculation(config, 3).at_home(), 0);
  config.policy = InjectionConfig::Policy::PrivateBuffer;
  config.buffers = 2;
  Recirculation node(config, 3);
  EXPECT_EQ(node.at_home(), 2);
  node.leave_home();
  EXPECT_EQ(node.at_home(), 1);
  node.come_home();
  EXPECT_EQ(node.at_home(), 2);
}

using Kind = Recirculation::Successor::Kind;

/// A packet of `source` among 12 nodes that was injected over a null packet, at its destination.
Flit marked_packet(NodeId source) {
  Flit flit{7 * 12 + source, /*destination=*/3, /*payload=*/555, 1, 0, true};
  flit.over_null = true;
  return flit;
}

void expect_null_packet(const Recirculation::Successor& successor, NodeId destination) {
  EXPECT_EQ(successor.kind, Kind::NullPacket);
  EXPECT_EQ(successor.null_packet.packet, kNullPacket);
  EXPECT_EQ(successor.null_packet.destination, destination);
  EXPECT_EQ(successor.null_packet.payload, 555U) << "it is as old as the packet before it";
  EXPECT_TRUE(successor.null_packet.head && successor.null_packet.tail());
  EXPECT_FALSE(successor.null_packet.over_null);
}

TEST(Recirculation, APacketOverATokenLeavesOneForTheNodeAfterItsSource) {
  for (const bool waits : {false, true}) {
    Recirculation node(tokens(1, 12, /*patience=*/0), 3);
    expect_null_packet(node.succeed(marked_packet(11), waits), 0);
    expect_null_packet(node.succeed(marked_packet(5), waits), 6);
  }
}

TEST(Recirculation, ANodeTakesATokenIfItIsOutOfPatienceAndElsePassesItOn) {
  for (const Flit& arrived : {Recirculation::null_packet(3, 555), marked_packet(2)}) {  // Both are its token.
    Recirculation node(tokens(1, 12, /*patience=*/1), 3);
    expect_null_packet(node.succeed(arrived, /*waits=*/true), 4);
    node.overtake();
    expect_null_packet(node.succeed(arrived, /*waits=*/false), 4);
    EXPECT_EQ(node.succeed(arrived, /*waits=*/true).kind, Kind::Own);
    EXPECT_EQ(node.at_home(), 0);
  }
}

TEST(Recirculation, APrivateBufferGoesBackToTheSourceAndStaysThere) {
  InjectionConfig config = tokens(1, 12, /*patience=*/0);
  config.policy = InjectionConfig::Policy::PrivateBuffer;
  Recirculation node(config, 3);
  node.leave_home();
  expect_null_packet(node.succeed(marked_packet(2), /*waits=*/true), 2);
  EXPECT_EQ(node.at_home(), 0);
  EXPECT_EQ(node.succeed(Recirculation::null_packet(3, 555), /*waits=*/true).kind, Kind::Nothing);
  EXPECT_EQ(node.at_home(), 1);
}

}  // namespace
}  // namespace switchyard
