#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/delta_network.h"
#include "tests/support/hand_made_packets.h"

namespace switchyard {
namespace {

/// A cycle's worth of closed forms: through `k` stages, packets of `w` flits.
struct Form {
  int k;
  int w;
};

Experiment circuits(const DeltaNetwork& network, const std::string& router, int link_latency = 1) {
  return experiment_from(network.yaml(link_latency) + "router: {kind: circuit, " + router +
                         "}\ntraffic: {pattern: uniform, load: 0, packet_length: 1}\n");
}

/// When the tails of these packets arrive.
std::vector<Cycle> tails(const Experiment& network, const std::vector<TraceEntry>& packets) {
  const Experiment experiment = with_packets(network, packets);
  TailTimes times;
  FastBench bench(experiment);
  bench.bench.observers.add(&times);
  EXPECT_TRUE(bench.drain(100000));
  EXPECT_EQ(bench.bench.scoreboard.failure() + bench.bench.links.failure(), "");
  std::vector<Cycle> arrivals;
  std::vector<PacketId> sent(experiment.design.topology->terminal_count());
  for (const TraceEntry& entry : packets)
    arrivals.push_back(times.of(sent[entry.source]++ * static_cast<PacketId>(sent.size()) + entry.source));
  return arrivals;
}

Cycle cycles(int count) { return static_cast<Cycle>(count); }

TEST(CircuitRouter, AHeaderMovesOnAStagePerCycle) {
  for (int k = 2; k <= 5; ++k) {
    const DeltaNetwork network(2, k);
    for (const char* router : {"blocking: hold", "blocking: drop", "answer: none"}) {
      const auto last = static_cast<NodeId>(network.terminals() - 1);
      EXPECT_EQ(tails(circuits(network, router), {{0, {0, last, 1}}}), std::vector<Cycle>{cycles(k + 1)})
          << router << ", " << k << " stages";
    }
  }
}

TEST(CircuitRouter, FlitsFollowWhenTheAnswerIsBackOrAtOnce) {
  for (int k = 2; k <= 4; ++k) {
    const DeltaNetwork network(k < 3 ? 4 : 2, k);
    for (const int w : {2, 3, 9, 40}) {
      for (const int entry_buffer : {2, 5}) {
        const std::string buffer = ", entry_buffer: " + std::to_string(entry_buffer);
        const std::vector<TraceEntry> packet{{1, {0, 2, w}}};
        for (const std::string blocking : {"blocking: hold", "blocking: drop"})
          EXPECT_EQ(tails(circuits(network, blocking + buffer), packet),
                    std::vector<Cycle>{cycles(3 * k + w - 1)})
              << blocking << buffer << ", " << k << ", " << w;
        EXPECT_EQ(tails(circuits(network, "answer: none" + buffer), packet),
                  std::vector<Cycle>{cycles(k + w)})
            << buffer << ", " << k << ", " << w;
      }
    }
  }
}

TEST(CircuitRouter, LongLinksCountThreeTimesWithAnAnswerAndOnceWithout) {
  for (const int latency : {1, 2, 3, 7}) {
    const int k = 3;
    const DeltaNetwork network(2, k);
    for (const int w : {1, 2, 20}) {
      const std::vector<TraceEntry> packet{{3, {0, 6, w}}};
      const int links = (k - 1) * latency;
      EXPECT_EQ(tails(circuits(network, "blocking: drop", latency), packet),
                std::vector<Cycle>{cycles(2 + links + (w > 1 ? 2 * links + 1 : 0) + w - 1)});
      EXPECT_EQ(tails(circuits(network, "answer: none", latency), packet),
                std::vector<Cycle>{cycles(2 + links + w - 1)});
    }
  }
}

TEST(CircuitRouter, ACircuitIsHeldForItsSetUpAnswerFlitsAndNoLonger) {
  for (int k = 2; k <= 4; ++k) {
    const DeltaNetwork network(2, k);
    for (const int w : {2, 3, 17}) {
      // All terminals to one, which they share from the last stage on, and two of a switch from the first.
      std::vector<TraceEntry> packets;
      for (NodeId t = 0; t < static_cast<NodeId>(network.terminals()); ++t) packets.push_back({t, {0, 1, w}});
      for (const bool answers : {true, false}) {
        std::vector<Cycle> arrived =
            tails(circuits(network, answers ? "blocking: hold" : "answer: none"), packets);
        std::sort(arrived.begin(), arrived.end());
        const int first = answers ? 3 * k + w - 1 : k + w;
        const int period = answers ? 2 * k + w - 1 : w;
        for (std::size_t n = 0; n < arrived.size(); ++n)
          ASSERT_EQ(arrived[n], cycles(first) + n * cycles(period))
              << k << " stages, " << w << " flits, " << (answers ? "with answers, " : "without, ") << n;
      }
    }
  }
}

TEST(CircuitRouter, ACircuitOfOneFlitIsHeldUntilItIsAnswered) {
  for (int k = 2; k <= 4; ++k) {
    const DeltaNetwork network(2, k);
    std::vector<Cycle> arrived = tails(circuits(network, "blocking: hold"), {{0, {0, 1, 1}}, {1, {0, 1, 1}}});
    std::sort(arrived.begin(), arrived.end());
    EXPECT_EQ(arrived, (std::vector<Cycle>{cycles(k + 1), cycles(3 * k + 2)})) << k;
  }
}

TEST(CircuitRouter, HeadersWithoutAConflictAllWinAtOnce) {
  for (const int ports : {2, 4}) {
    const DeltaNetwork network(ports, ports == 2 ? 4 : 2);
    const auto terminals = static_cast<NodeId>(network.terminals());
    const auto radix = static_cast<NodeId>(ports);
    std::vector<TraceEntry> packets;  // The lowest digit of the source is the highest of the destination.
    for (NodeId t = 0; t < terminals; ++t)
      packets.push_back({t, {0, t / radix + t % radix * (terminals / radix), 8}});
    const Experiment experiment = circuits(network, "blocking: hold");
    for (const Cycle arrived : tails(experiment, packets))
      EXPECT_EQ(arrived, cycles(3 * network.stages() + 7));
  }
}

TEST(CircuitRouter, ZeroLoadLatencyIsThatOfTheTimingLine) {
  for (const Form form : {Form{2, 1}, Form{3, 2}, Form{4, 30}}) {
    const DeltaNetwork network(2, form.k);
    for (const bool answers : {true, false}) {
      const Design design = circuits(network, answers ? "blocking: drop" : "answer: none", 2).design;
      const NodeId from = design.topology->attachment(0).entry.node;
      const NodeId to = design.topology->attachment(1).exit.node;
      const ZeroLoadPath path = zero_load_path(*design.topology, *design.routing, from, to);
      const Experiment experiment = circuits(network, answers ? "blocking: drop" : "answer: none", 2);
      EXPECT_EQ(std::vector<Cycle>{zero_load_latency(design.router.timing, path, form.w)},
                tails(experiment, {{0, {0, 1, form.w}}}))
          << form.k << ", " << form.w;
    }
  }
}

}  // namespace
}  // namespace switchyard
