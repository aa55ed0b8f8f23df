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

}  // namespace
}  // namespace switchyard
