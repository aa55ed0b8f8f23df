#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hw/base/ratio.h"
#include "tests/support/random_experiment.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr std::uint64_t kBatch = 6;

/// Sees that no flit leaves the virtual network of its class, and which replies have left their terminals.
class ClassLedger final : public LinkObserver {
 public:
  ClassLedger(const Experiment& experiment, const PacketLog& log)
      : design_(experiment.design),
        classes_(*experiment.injection.classes),
        log_(log),
        left_(classes_.size(), 0) {}

  void at_router(Cycle, NodeId node, const PortInputs& arrivals) override {
    for_each_bit(arrivals.flit_ports, [&](PortId port) {
      const Flit& flit = arrivals.flits[port];
      look_at(flit);
      if (flit.tail() && design_.topology->entry_ports(node).test(port))
        ++left_[log_.find(flit.packet)->label];
    });
  }
  void at_terminal(Cycle, TerminalId, const PortInputs& arrivals) override {
    if (arrivals.flit_ports != 0) look_at(arrivals.flits[0]);
  }

  /// Packets of a class whose tails have come to a router.
  std::uint64_t left(std::size_t label) const { return left_[label]; }
  int strays() const { return strays_; }

 private:
  void look_at(const Flit& flit) {
    const PacketRecord* const record = log_.find(flit.packet);
    strays_ +=
        record == nullptr || design_.router.terminal.networks.of(flit.vc) != classes_[record->label].network;
  }

  const Design& design_;
  const TrafficClasses& classes_;
  const PacketLog& log_;
  std::vector<std::uint64_t> left_;  ///< [label]
  int strays_ = 0;
};

class ClassNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ClassNetworkProperty, PacketsStayInTheirNetworkAndTerminalsKeepTheirLimits) {
  constexpr Cycle kCycles = 1500;
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_class_experiment(n);
    SCOPED_TRACE(yaml);
    const Experiment experiment = experiment_from(yaml);
    const TrafficClasses& classes = *experiment.injection.classes;
    FastBench fast(experiment);
    ClassLedger ledger(experiment, fast.bench.scoreboard.log());
    fast.bench.observers.add(&ledger);
    fast.bench.measurement.open_window(0, kNever);
    const auto terminals = static_cast<std::uint64_t>(experiment.design.topology->terminal_count());
    for (Cycle now = 0; now < kCycles; ++now) {
      fast.run(1);
      const std::vector<ClassFigures>& figures = fast.bench.measurement.classes();
      for (std::size_t label = 0; label < classes.size(); ++label) {
        const ClassFigures& of = figures[label];
        if (classes[label].outstanding) {
          ASSERT_LE(of.unanswered(), *classes[label].outstanding * terminals);
        }
        if (!classes[label].reply) continue;
        ASSERT_LE(figures[label + 1].created, of.packet_latency.count()) << "a reply without a request";
        ASSERT_LE(of.round_trip.count(), figures[label + 1].packet_latency.count());
        if (const auto& buffer = classes[label].reply->buffer) {  // A tail is on the way for one cycle.
          ASSERT_LE(of.packet_latency.count() - ledger.left(label + 1), (*buffer + 1) * terminals);
        }
      }
    }
    EXPECT_EQ(ledger.strays(), 0);
    EXPECT_EQ(fast.bench.scoreboard.failure() + fast.bench.links.failure(), "");
    EXPECT_GT(fast.bench.scoreboard.log().delivered(), 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, ClassNetworkProperty, testing::Range<std::uint64_t>(1, 73, kBatch));

/// Messages of a graph go by the virtual network of their class, too.
TEST(ClassNetwork, MessagesOfAGraphStayInTheNetworkOfTheirClass) {
  for (const std::string networks : {"[0, 1]", "[1, 0]", "[1, 1]"}) {
    const Experiment experiment = experiment_from(R"(
topology: {kind: torus, radix: [4, 4]}
router: {kind: duato, virtual_channels: 7, virtual_networks: [3, 4]}
routing: {kind: duato}
workload: {kind: messages, graph: request_reply, pattern: uniform, requests: 30, outstanding: 3,
           request_length: 2, reply_length: 5, virtual_networks: )" +
                                                  networks + "}\n");
    FastBench fast(experiment);
    ClassLedger ledger(experiment, fast.bench.scoreboard.log());
    fast.bench.observers.add(&ledger);
    for (int i = 0; i < 200 && !fast.bench.source->listening()->exhausted(); ++i) fast.run(50);
    EXPECT_TRUE(fast.bench.source->listening()->exhausted());
    EXPECT_EQ(fast.bench.source->listening()->failure(), "");
    EXPECT_EQ(fast.bench.scoreboard.log().delivered(), 2U * 30 * 16);
    EXPECT_EQ(ledger.strays(), 0);
    EXPECT_EQ(fast.bench.scoreboard.failure() + fast.bench.links.failure(), "");
  }
}

/// An oracle for closed loops: with little in the way, throughput is what may be outstanding over the round
/// trip.
TEST(ClassNetwork, ThroughputOfAClosedLoopIsWhatIsOutstandingOverTheRoundTrip) {
  for (const int outstanding : {1, 2, 3}) {
    const Experiment experiment = experiment_from(R"(
topology: {kind: mesh, radix: [4, 4]}
router: {kind: duato, virtual_channels: 4, virtual_networks: 2}
routing: {kind: dimension_order}
traffic:
  load: 1
  classes:
    - {name: read, pattern: uniform, packet_length: 1, outstanding: )" +
                                                  std::to_string(outstanding) + R"(,
       reply: {packet_length: 3, service: 40, virtual_network: 1}}
)");
    FastBench fast(experiment);
    constexpr Cycle kWarmUp = 500;
    constexpr Cycle kWindow = 4000;
    fast.run(kWarmUp);
    fast.bench.measurement.open_window(kWarmUp, kWarmUp + kWindow);
    fast.run(kWindow + 1000);
    const ClassFigures& reads = fast.bench.measurement.classes()[0];
    const double of_terminal = ratio(reads.created, kWindow * 16);
    EXPECT_NEAR(of_terminal * reads.round_trip.mean(), outstanding, 0.02 * outstanding);
    EXPECT_EQ(reads.unanswered(), 0U);
  }
}

}  // namespace
}  // namespace switchyard
