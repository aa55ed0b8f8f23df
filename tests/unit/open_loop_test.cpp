#include "testbench/traffic/open_loop.h"

#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "testbench/traffic/bernoulli.h"
#include "testbench/traffic/bursty.h"
#include "testbench/traffic/fixed_pattern.h"
#include "testbench/traffic/uniform.h"

namespace switchyard {
namespace {

constexpr NodeId kNodes = 16;

struct Packet {
  Cycle created;
  NodeId destination;
  int flits;
  friend bool operator==(const Packet&, const Packet&) = default;
};

OpenLoopSource uniform_source(std::uint64_t seed, double load, const PacketLength& length) {
  return {kNodes, seed, std::make_shared<UniformPattern>(kNodes),
          std::make_shared<Bernoulli>(load / length.mean()), length};
}

Packet pull(PacketSource& source, NodeId node) {
  PacketRequest request;
  EXPECT_TRUE(source.next(node, request));
  return {request.created, request.destination, request.flits};
}

std::vector<Packet> pull(PacketSource& source, NodeId node, int packets) {
  std::vector<Packet> pulled;
  while (packets-- > 0) pulled.push_back(pull(source, node));
  return pulled;
}

/// Flits that all nodes create in the first `cycles` cycles, per node and cycle.
double offered_load(PacketSource& source, Cycle cycles) {
  double flits = 0;
  for (NodeId node = 0; node < kNodes; ++node) {
    for (Packet packet = pull(source, node); packet.created < cycles; packet = pull(source, node)) {
      flits += packet.flits;
    }
  }
  return flits / static_cast<double>(kNodes * cycles);
}

TEST(OpenLoopSource, OffersItsLoad) {
  for (const double load : {0.02, 0.3, 1.0}) {
    for (const PacketLength& length :
         {PacketLength::fixed(1), PacketLength::fixed(8), PacketLength::between(1, 15)}) {
      OpenLoopSource source = uniform_source(1, load, length);
      EXPECT_NEAR(offered_load(source, 200'000), load, 0.02 * load + 0.001);
    }
  }
}

TEST(OpenLoopSource, OffersItsLoadInBursts) {
  const PacketLength length = PacketLength::fixed(4);
  const auto process = std::make_shared<Bursty>(0.8 / 4, /*mean_burst=*/40, /*mean_pause=*/120);
  OpenLoopSource source(kNodes, 1, std::make_shared<UniformPattern>(kNodes), process, length);
  EXPECT_NEAR(offered_load(source, 500'000), 0.2, 0.004);
}

TEST(OpenLoopSource, CreatesPacketsInOrderAndAtMostOnePerCycle) {
  OpenLoopSource source = uniform_source(1, 1.0, PacketLength::fixed(2));
  Cycle last = pull(source, 3).created;
  for (const Packet& packet : pull(source, 3, 1000)) {
    EXPECT_GT(packet.created, last);
    last = packet.created;
  }
}

TEST(OpenLoopSource, ANodesPacketsDoNotDependOnTheOrderOfPulling) {
  OpenLoopSource node_by_node = uniform_source(5, 0.3, PacketLength::between(1, 9));
  OpenLoopSource in_turn = uniform_source(5, 0.3, PacketLength::between(1, 9));
  std::vector<std::vector<Packet>> expected, actual(kNodes);
  for (NodeId node = 0; node < kNodes; ++node) expected.push_back(pull(node_by_node, node, 50));
  for (int i = 0; i < 50; ++i) {
    for (NodeId node = kNodes; node-- > 0;) actual[node].push_back(pull(in_turn, node));
  }
  EXPECT_EQ(actual, expected);
}

TEST(OpenLoopSource, TheSeedFixesEveryPacket) {
  OpenLoopSource source = uniform_source(1, 0.3, PacketLength::between(1, 9));
  OpenLoopSource same = uniform_source(1, 0.3, PacketLength::between(1, 9));
  EXPECT_EQ(pull(source, 0, 20), pull(same, 0, 20));
}

/// The packets' property of one kind, such as all their lengths.
template <class Property>
std::vector<Property> each(const std::vector<Packet>& packets, Property Packet::*property) {
  std::vector<Property> values;
  for (const Packet& packet : packets) values.push_back(packet.*property);
  return values;
}

TEST(OpenLoopSource, SeedsAndNodesHaveStreamsOfTheirOwn) {
  OpenLoopSource source = uniform_source(1, 0.3, PacketLength::between(1, 9));
  OpenLoopSource other = uniform_source(2, 0.3, PacketLength::between(1, 9));
  const std::vector<Packet> packets = pull(source, 0, 20);
  for (const std::vector<Packet>& others : {pull(other, 0, 20), pull(source, 1, 20)}) {
    EXPECT_NE(each(packets, &Packet::created), each(others, &Packet::created));
    EXPECT_NE(each(packets, &Packet::destination), each(others, &Packet::destination));
    EXPECT_NE(each(packets, &Packet::flits), each(others, &Packet::flits));
  }
}

TEST(OpenLoopSource, TheLoadChangesOnlyWhenPacketsAreCreated) {
  OpenLoopSource low = uniform_source(1, 0.1, PacketLength::between(1, 9));
  OpenLoopSource high = uniform_source(1, 0.9, PacketLength::between(1, 9));
  for (int i = 0; i < 50; ++i) {
    const Packet a = pull(low, 2);
    const Packet b = pull(high, 2);
    EXPECT_EQ(a.destination, b.destination);
    EXPECT_EQ(a.flits, b.flits);
    EXPECT_GT(a.created, b.created);
  }
}

TEST(OpenLoopSource, ASilentNodeHasNoPackets) {
  Partners partners{0, 2, 1, 3};
  OpenLoopSource source(4, 1, std::make_shared<FixedPattern>(partners), std::make_shared<Bernoulli>(0.5),
                        PacketLength::fixed(1));
  PacketRequest request;
  EXPECT_FALSE(source.next(0, request));
  EXPECT_TRUE(source.next(1, request));
  EXPECT_EQ(request.destination, 2u);
  EXPECT_FALSE(source.finite());
}

TEST(OpenLoopSource, ALoadOfZeroHasNoPackets) {
  OpenLoopSource source = uniform_source(1, 0, PacketLength::fixed(1));
  PacketRequest request;
  EXPECT_FALSE(source.next(0, request));
}

}  // namespace
}  // namespace switchyard
