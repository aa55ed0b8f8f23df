#include "testbench/monitor/livelock.h"

#include <gtest/gtest.h>

#include "tests/support/hand_made_packets.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

int one_hop_apart(NodeId, NodeId) { return 1; }

TEST(Livelock, NamesThePacketWithTheMostHopsBeyondPatience) {
  PacketLog log(4);
  for (NodeId source = 0; source < 4; ++source) log.create(source, {0, (source + 1) % 4, 1});
  log.find(1)->hops = 116;
  EXPECT_EQ(find_livelock(7, log, one_hop_apart), std::nullopt);
  log.find(2)->hops = 117;
  log.find(3)->hops = 200;
  const auto found = find_livelock(7, log, one_hop_apart);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (Livelock{7, 3, 3, 0, 200, 1}));
  EXPECT_EQ(to_string(*found), "packet 3 (3 -> 0) has made 200 hops and not arrived, 1 are enough");
  log.retire(3);
  EXPECT_EQ(find_livelock(7, log, one_hop_apart)->packet, 2U);
}

/// Sends every packet on, round a ring, and delivers none.
class RoundTheRing final : public RouterCore {
 public:
  void reset() override {}
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    for_each_bit(PortMask{inputs.flit_ports}, [&](PortId p) {
      outputs.send(0, inputs.flits[p]);
      outputs.return_credit(p, 0);
    });
    return false;
  }
  void visit_buffers(const std::function<void(const BufferView&)>&) const override {}
  std::vector<WaitFor> waits_for(const BufferRef&) const override { return {}; }
};

TEST(Livelock, IsFoundInANetworkThatDeliversNothing) {
  Experiment experiment = with_packets(
      experiment_from("topology: {kind: torus, radix: [4]}\nrouter: {kind: chaos}\nrouting: {kind: minimal}\n"
                      "traffic: {pattern: uniform, load: 0, packet_length: 1}\n"),
      {{0, {0, 2, 1}}});
  experiment.design.make_router = [](NodeId) { return std::make_unique<RoundTheRing>(); };
  FastBench bench(experiment);
  bench.run(100);
  EXPECT_EQ(find_livelock(100, bench.bench.scoreboard.log(), experiment.design.distance), std::nullopt);
  bench.run(100);
  const auto found = find_livelock(200, bench.bench.scoreboard.log(), experiment.design.distance);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->packet, 0U);
  EXPECT_EQ(found->distance, 2);
}

}  // namespace
}  // namespace switchyard
