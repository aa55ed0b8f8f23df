#include "testbench/workload/barrier_source.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "testbench/traffic/uniform.h"

namespace switchyard {
namespace {

constexpr NodeId kNodes = 3;

/// Three processors that send a packet before each of two barriers.
class BarrierSourceChecks : public testing::Test {
 protected:
  BarrierSourceChecks()
      : source_(kNodes, 1, {.barriers = 2, .packets = 1}, std::make_shared<UniformPattern>(kNodes)) {}

  PacketRequest ask(NodeId node, Cycle now) {
    PacketRequest request(now, 0, 0);
    EXPECT_TRUE(source_.next(node, request));
    return request;
  }
  /// Its packet, the number `n` of its own, and then its arrival.
  void arrive(NodeId node, Cycle now) {
    EXPECT_EQ(ask(node, now).flits, 1);
    EXPECT_TRUE(ask(node, now).arrives);
    EXPECT_EQ(ask(node, now).created, kNever) << "it waits";
  }
  void deliver_all_of(std::uint32_t barrier, Cycle now) {
    for (NodeId node = 0; node < kNodes; ++node)
      source_.delivered(barrier * kNodes + node, PacketRecord{}, now);
  }
  bool fails_with(const std::string& words) const {
    return source_.failure().find(words) != std::string::npos;
  }

  BarrierSource source_;
};

TEST_F(BarrierSourceChecks, PassARunThatIsInOrder) {
  Cycle now = 0;
  for (std::uint32_t barrier = 0; barrier < 2; ++barrier) {
    for (NodeId node = 0; node < kNodes; ++node) arrive(node, now += 10);
    deliver_all_of(barrier, now);
    for (NodeId node = 0; node < kNodes; ++node) source_.released(node, now + 5 + node);
  }
  EXPECT_EQ(source_.failure(), "");
  EXPECT_TRUE(source_.exhausted());
  const BarrierFigures figures = *source_.barriers();
  EXPECT_EQ(figures.cost.count(), 2U);
  EXPECT_EQ(figures.cost.max(), 7U) << "from the last arrival to the last release";
  EXPECT_EQ(figures.waits.count(), 2U * kNodes);
  EXPECT_EQ(figures.waits.max(), 25U) << "the first has waited for two others, and five cycles";
  EXPECT_EQ(figures.early, 0U);
  EXPECT_EQ(figures.last_release, now + 7);
  EXPECT_EQ(ask(0, now).created, kNever) << "it has done";
}

TEST_F(BarrierSourceChecks, FindAReleaseBeforeAllHaveArrived) {
  arrive(0, 1);
  arrive(1, 2);
  source_.released(0, 3);
  EXPECT_TRUE(fails_with("node 0 was released from barrier 0, at which 2 of 3 nodes have arrived"));
}

TEST_F(BarrierSourceChecks, FindAReleaseOfOneThatHasNotArrived) {
  source_.released(0, 3);
  EXPECT_TRUE(fails_with("node 0 was released and had not arrived"));
}

TEST_F(BarrierSourceChecks, FindAPacketThatIsLeftBehind) {
  for (NodeId node = 0; node < kNodes; ++node) arrive(node, 1);
  for (NodeId node = 0; node < kNodes; ++node) source_.released(node, 9);
  EXPECT_TRUE(fails_with("1 packets that were sent to it before are missing"));
}

TEST_F(BarrierSourceChecks, FindAnEarlyPacketWhereThatIsForbidden) {
  for (const bool forbidden : {false, true}) {
    BarrierSource source(kNodes, 1, {.barriers = 2, .packets = 1}, std::make_shared<UniformPattern>(kNodes));
    if (forbidden) source.forbid_early_packets();
    PacketRequest request;
    for (NodeId node = 0; node < kNodes; ++node) {
      for (int i = 0; i < 2; ++i) source.next(node, request = PacketRequest(1, 0, 0));
      source.delivered(node, PacketRecord{}, 2);
    }
    source.released(0, 3);
    source.next(0, request = PacketRequest(3, 0, 0));  // To one of those that have not been released.
    source.delivered(kNodes + 0, PacketRecord{}, 4);
    EXPECT_EQ(source.barriers()->early, 1U);
    EXPECT_EQ(source.failure().empty(), !forbidden) << source.failure();
  }
}

}  // namespace
}  // namespace switchyard
