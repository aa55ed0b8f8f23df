#include "hw/router/output_queued/output_queued_router.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <vector>

#include "hw/routing/oblivious.h"
#include "hw/topology/builders.h"
#include "tests/support/core_bench.h"

namespace switchyard {
namespace {

using Discipline = OutputQueuedConfig::Discipline;
using Packets = std::vector<PacketId>;

constexpr NodeId kNodes = 16;
constexpr PortId kTerminal = 4;

/// Node 0 of a 4-cube, with e-cube in one phase or two.
class Bench : public CoreBench {
 public:
  explicit Bench(const OutputQueuedConfig& config, bool two_phases = false, std::uint64_t seed = 7)
      : CoreBench(router_),
        routing_(cube_, phases(two_phases), config.virtual_channels),
        router_(config, /*node=*/0, cube_, seed, routing_) {}

  void arrives(PortId port, PacketId packet, NodeId to, VcId vc = 0) {
    flit(port, {packet, to, payload_of(packet, 1), 1, static_cast<std::uint8_t>(vc), true});
  }
  /// Lets packets go to `to` that come through the terminal port behind one that has taken the only credit,
  /// and then one a cycle. The order in which they leave through port 0.
  Packets order_of(const std::vector<std::pair<PacketId, NodeId>>& packets, VcId vcs = 1) {
    for (const auto& [packet, to] : packets) {
      arrives(kTerminal, packet, to);
      step();
    }
    Packets left;
    for (VcId vc = 0; vc < vcs; ++vc) credit(0, vc);
    for (step(); sent(0); step()) {
      left.push_back(sent(0)->packet);
      credit(0, sent(0)->vc);
    }
    return left;
  }
  const ObliviousRouting& routing() const { return routing_; }
  OutputQueuedRouter& router() { return router_; }

 private:
  static ObliviousRouting::Config phases(bool two) {
    ObliviousRouting::Config config;
    if (two) config.intermediate.emplace(IntermediateNodes::Config{}, kNodes, 4);
    return config;
  }

  const Topology cube_ = build_hypercube({.dimensions = 4});
  ObliviousRouting routing_;
  OutputQueuedRouter router_;
};

TEST(OutputQueuedRouter, PassesAPacketOnInTheCycleInWhichItComes) {
  Bench bench({});
  bench.arrives(2, 3, 0b1000);
  bench.step();
  ASSERT_TRUE(bench.sent(3));
  EXPECT_EQ(bench.sent(3)->packet, 3U);
  EXPECT_TRUE(bench.returned(2));
  bench.arrives(1, 5, 0);
  bench.step();
  ASSERT_TRUE(bench.sent(kTerminal)) << "at its destination";
}

/// Behind packet 1, which takes the only credit of port 0: 2, 4, 1 and 3 hops to go.
Packets order_by(Discipline discipline, bool shared = false, std::uint64_t seed = 7) {
  Bench bench({.shared_queues = shared, .input_buffer = 1, .discipline = discipline}, false, seed);
  bench.arrives(1, 1, 0b0001);
  bench.step();
  EXPECT_TRUE(bench.sent(0));
  return bench.order_of({{2, 0b0011}, {3, 0b1111}, {4, 0b0001}, {5, 0b0111}});
}

TEST(OutputQueuedRouter, LetsPacketsLeaveByTheDiscipline) {
  for (const bool shared : {false, true}) {
    EXPECT_EQ(order_by(Discipline::Fifo, shared), (Packets{2, 3, 4, 5}));
    EXPECT_EQ(order_by(Discipline::Lifo, shared), (Packets{5, 4, 3, 2}));
    EXPECT_EQ(order_by(Discipline::FarthestFirst, shared), (Packets{3, 5, 2, 4}));
    EXPECT_EQ(order_by(Discipline::NearestFirst, shared), (Packets{4, 2, 5, 3}));
  }
  std::set<Packets> drawn;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Packets order = order_by(Discipline::Random, false, seed);
    drawn.insert(order);
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, (Packets{2, 3, 4, 5})) << "all of them";
  }
  EXPECT_EQ(drawn.size(), 24U);
}

TEST(OutputQueuedRouter, LetsAPhaseGoFirst) {
  for (const bool shared : {false, true}) {
    for (const auto discipline : {Discipline::FirstPhaseFirst, Discipline::SecondPhaseFirst}) {
      Bench bench(
          {.virtual_channels = 2, .shared_queues = shared, .input_buffer = 1, .discipline = discipline},
          /*two_phases=*/true);
      // Packets of node 0 that go through port 0: to their node in the first phase, or already in the second.
      Packets first, second;
      for (PacketId packet = 0; first.size() < 3 || second.size() < 3; packet += kNodes) {
        const NodeId via = bench.routing().intermediate_of(packet);
        if (via == 0) second.push_back(packet);
        if (via % 2 == 1) first.push_back(packet);
      }
      bench.arrives(kTerminal, first[0], 1);
      bench.step();
      bench.arrives(kTerminal, second[0], 1);
      bench.step();
      const Packets order =
          bench.order_of({{second[1], 1}, {first[1], 1}, {second[2], 1}, {first[2], 1}}, /*vcs=*/2);
      const bool first_goes = discipline == Discipline::FirstPhaseFirst;
      EXPECT_EQ(order, first_goes ? (Packets{first[1], first[2], second[1], second[2]})
                                  : (Packets{second[1], second[2], first[1], first[2]}));
    }
  }
}

TEST(OutputQueuedRouter, KeepsPacketsInTheInputBufferWhileTheQueueIsFull) {
  Bench bench({.queue_size = 1, .input_buffer = 2});
  for (const PacketId packet : {1, 2, 3, 4}) {  // Two take the credits of the link, one is queued.
    bench.arrives(1, packet, 0b0001);
    bench.step();
    EXPECT_EQ(bench.returned(1), packet <= 3);
  }
  bench.steps(3);
  EXPECT_FALSE(bench.sent(0));
  bench.credit(0);
  bench.step();
  ASSERT_TRUE(bench.sent(0));
  EXPECT_EQ(bench.sent(0)->packet, 3U);
  bench.step();
  EXPECT_TRUE(bench.returned(1)) << "the place was free from the next cycle on";
}

TEST(OutputQueuedRouter, TakesInputsInOrderAndFirstWhoWasRefused) {
  Bench bench({.queue_size = 1, .input_buffer = 1});
  bench.arrives(1, 1, 0b0001);
  bench.step();
  bench.arrives(2, 2, 0b0001);
  bench.step();  // Packet 2 is in the queue, 1 has the credit.
  bench.arrives(3, 4, 0b0001);
  bench.step();
  bench.arrives(1, 3, 0b0001);
  bench.step();
  Packets left;
  for (int i = 0; i < 8; ++i) {
    if (i % 2 == 0) bench.credit(0);
    bench.step();
    if (bench.sent(0)) left.push_back(bench.sent(0)->packet);
  }
  EXPECT_EQ(left, (Packets{2, 4, 3}));
}

TEST(OutputQueuedRouter, ThrowsIfTheProtocolIsBroken) {
  Bench overflow({.queue_size = 1, .input_buffer = 1});
  for (const PacketId packet : {1, 2, 3}) {
    overflow.arrives(1, packet, 0b0001);
    overflow.step();
  }
  overflow.arrives(1, 4, 0b0001);
  EXPECT_THROW(overflow.step(), std::logic_error);
  Bench credit({});
  credit.credit(0);
  EXPECT_THROW(credit.step(), std::logic_error);
  Bench longer({});
  longer.flit(1, {1, 1, 0, 2, 0, true});
  EXPECT_THROW(longer.step(), std::logic_error);
}

}  // namespace
}  // namespace switchyard
