#include "testbench/workload/static_workload.h"

#include <memory>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "testbench/traffic/fixed_pattern.h"
#include "testbench/traffic/uniform.h"

namespace switchyard {
namespace {

std::vector<PacketRequest> packets_of(PacketSource& source, NodeId node) {
  std::vector<PacketRequest> packets;
  for (PacketRequest request; source.next(node, request);) packets.push_back(request);
  return packets;
}

TEST(StaticWorkload, EveryNodeHasItsPacketsInCycleZeroAndThenNoMore) {
  StaticWorkload workload(8, 1, 16, std::make_shared<UniformPattern>(8), PacketLength::fixed(5));
  EXPECT_TRUE(workload.finite());
  for (NodeId node = 0; node < 8; ++node) {
    const std::vector<PacketRequest> packets = packets_of(workload, node);
    EXPECT_EQ(packets.size(), 16u);
    for (const PacketRequest& packet : packets) {
      EXPECT_EQ(packet.created, 0u);
      EXPECT_EQ(packet.flits, 5);
      EXPECT_NE(packet.destination, node);
      EXPECT_LT(packet.destination, 8u);
    }
    EXPECT_TRUE(packets_of(workload, node).empty());
  }
}

TEST(StaticWorkload, DrawsDestinationsAndLengthsAnewForEachPacket) {
  StaticWorkload workload(8, 1, 100, std::make_shared<UniformPattern>(8), PacketLength::between(2, 4));
  std::set<NodeId> destinations;
  std::set<int> lengths;
  for (const PacketRequest& packet : packets_of(workload, 3)) {
    destinations.insert(packet.destination);
    lengths.insert(packet.flits);
  }
  EXPECT_EQ(destinations, (std::set<NodeId>{0, 1, 2, 4, 5, 6, 7}));
  EXPECT_EQ(lengths, (std::set<int>{2, 3, 4}));
}

TEST(StaticWorkload, ANodesPacketsDoNotDependOnTheOrderOfPulling) {
  const auto pattern = std::make_shared<UniformPattern>(8);
  StaticWorkload upwards(8, 1, 1, pattern, PacketLength::between(1, 99));
  StaticWorkload downwards(8, 1, 1, pattern, PacketLength::between(1, 99));
  std::vector<PacketRequest> expected(8), actual(8);
  for (NodeId node = 0; node < 8; ++node) upwards.next(node, expected[node]);
  for (NodeId node = 8; node-- > 0;) downwards.next(node, actual[node]);
  for (NodeId node = 0; node < 8; ++node) {
    EXPECT_EQ(actual[node].destination, expected[node].destination);
    EXPECT_EQ(actual[node].flits, expected[node].flits);
  }
}

TEST(StaticWorkload, ASilentNodeSendsNothing) {
  StaticWorkload workload(3, 1, 4, std::make_shared<FixedPattern>(Partners{2, 1, 0}), PacketLength::fixed(1));
  EXPECT_EQ(packets_of(workload, 0).size(), 4u);
  EXPECT_TRUE(packets_of(workload, 1).empty());
}

}  // namespace
}  // namespace switchyard
