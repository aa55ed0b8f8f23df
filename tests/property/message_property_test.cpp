#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "hw/analysis/zero_load.h"
#include "testbench/engine/packet_traffic.h"
#include "testbench/messages/graph_catalog.h"
#include "testbench/messages/message_source.h"
#include "tests/support/dice.h"
#include "tests/support/message_lists.h"
#include "tests/support/message_run.h"
#include "tests/support/message_workload.h"
#include "tests/support/random_attached_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

/// Remembers when messages were ready and came. It knows a message by its flits: message n has n + 1.
class Times final : public DeliveryListener {
 public:
  explicit Times(std::size_t messages) : ready(messages, kNever), came(messages, kNever) {}

  void on_created(NodeId, const PacketRecord& record) override {
    ready.at(record.flits - 1) = record.created;
  }
  void on_flits(NodeId, NodeId, std::uint64_t) override {}
  void on_delivered(PacketId, NodeId, const PacketRecord& record, Cycle now) override {
    came.at(record.flits - 1) = now;
  }

  std::vector<Cycle> ready, came;
};

std::vector<TerminalId> those_that(const std::vector<Attachment>& terminals,
                                   bool (Attachment::*can)() const) {
  std::vector<TerminalId> found;
  for (TerminalId t = 0; t < terminals.size(); ++t) {
    if ((terminals[t].*can)()) found.push_back(t);
  }
  return found;
}

std::vector<GraphMessage> random_messages(Dice& dice, const std::vector<Attachment>& terminals, bool phases) {
  constexpr int kMessages = 60;
  const std::vector<TerminalId> sources = those_that(terminals, &Attachment::sends);
  const std::vector<TerminalId> destinations = those_that(terminals, &Attachment::receives);
  const auto draw = [&](const std::vector<TerminalId>& from) {
    return from[dice.between(0, static_cast<int>(from.size()) - 1)];
  };
  std::vector<GraphMessage> messages;
  for (int i = 0; i < kMessages; ++i) {
    GraphMessage message;
    message.source = draw(sources);
    message.destination = draw(destinations);
    message.flits = static_cast<std::uint32_t>(i + 1);
    message.compute = dice.chance(0.5) ? dice.between(0, 50) : 0;
    message.earliest = dice.chance(0.2) ? dice.between(0, 1000) : 0;
    message.value = static_cast<std::uint64_t>(i) * 1'000'003;
    message.operation = static_cast<MessageOperation>(dice.between(0, 5));
    for (int other = i - 1; other >= 0; --other) {
      const bool known =
          messages[other].destination == message.source || messages[other].source == message.source;
      if (known && message.waits_for.size() < 2 && dice.chance(0.4)) message.waits_for.push_back(other);
    }
    if (phases && i != 0) message.phase = messages.back().phase + (dice.chance(0.1) ? dice.between(1, 3) : 0);
    if (phases && dice.chance(0.3)) {
      message.period = dice.between(1, 40);
      message.slot = dice.between(0, static_cast<int>(message.period) - 1);
    }
    messages.push_back(message);
  }
  return messages;
}

class MessagesOnRandomNetworks : public testing::TestWithParam<std::uint64_t> {};

TEST_P(MessagesOnRandomNetworks, AreReadyWhenTheDefinitionSaysAndCarryTheValuesOfIt) {
  const std::uint64_t n = GetParam();
  constexpr std::string (*kFamilies[])(std::uint64_t) = {random_experiment, random_switched_experiment,
                                                         random_hierarchy_experiment};
  std::string yaml = kFamilies[n % 3](n);
  if (const std::size_t at = yaml.find("cut_through"); at != std::string::npos)
    yaml.replace(at, 11, "wormhole");
  SCOPED_TRACE(yaml);
  const Experiment experiment = experiment_from(yaml);
  const Design& design = experiment.design;
  const std::vector<Attachment> terminals = attachments_of(*design.topology);
  Dice dice(n);
  const std::vector<GraphMessage> messages = random_messages(dice, terminals, /*phases=*/n % 4 != 0);

  Times times(messages.size());
  MessageSource source(graph_of(messages), terminals);
  DeliveryNews news(source, times);
  Scoreboard scoreboard(design.topology->terminal_count(), design.router.terminal.virtual_channels,
                        news.ear());
  LinkMonitor links(design, scoreboard);
  FastEngine engine(
      design,
      [&](TerminalId t) {
        return std::make_unique<NetworkInterface>(t, design.terminal_at(t), source, scoreboard);
      },
      &links);
  while (!source.exhausted() && engine.now() < 100'000) engine.step_cycle();

  EXPECT_EQ(scoreboard.failure() + links.failure() + source.failure(), "");
  for (MessageId id = 0; id < messages.size(); ++id) {
    ASSERT_NE(times.came[id], kNever) << id;
    EXPECT_EQ(times.ready[id], ready_by_definition(messages, id, times.ready, times.came)) << id;
  }
  EXPECT_EQ(source.figures().sum_of_values, sum_of_values(messages));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, MessagesOnRandomNetworks, testing::Range<std::uint64_t>(1, 61));

/// Five nodes in a line, and a terminal at each end.
std::string line(const std::string& graph) {
  return "topology: {kind: custom, nodes: 5, links: [[0, 1], [1, 2], [2, 3], [3, 4]], terminals: [0, 4]}\n"
         "router: {kind: duato, virtual_channels: 2, input_depth: 8, output_depth: 2}\n"
         "routing: {kind: up_down, root: 2}\nworkload: {kind: messages, " +
         graph + "}\n";
}

Cycle latency_over(const Experiment& experiment, int hops, int flits) {
  return zero_load_latency(experiment.design.router.timing, ZeroLoadPath::over(hops, 1), flits);
}

TEST(ClosedLoop, OfOneRequestTakesARoundTripAndTheServiceForEach) {
  const Experiment experiment = experiment_from(
      line("graph: request_reply, servers: [1], requests: 20, service: 13, think: 6, request_length: 3, "
           "reply_length: 5"));
  const Cycle round_trip = latency_over(experiment, 4, 3) + 13 + latency_over(experiment, 4, 5);
  const MessageRun run(experiment);
  EXPECT_EQ(run.end(), 20 * round_trip + 19 * 6);
  EXPECT_EQ(run.source().figures().round_trip.min(), round_trip);
  EXPECT_EQ(run.source().figures().round_trip.max(), round_trip);
}

TEST(ClosedLoop, CompletesNoMoreThanWhatIsOutstandingInARoundTrip) {
  constexpr Cycle kRequests = 60;
  for (const Cycle outstanding : {1, 2, 4, 6}) {
    const Experiment experiment =
        experiment_from(line("graph: request_reply, servers: [1], requests: 60, service: 200, outstanding: " +
                             std::to_string(outstanding)));
    const Cycle round_trip = 2 * latency_over(experiment, 4, 1) + 200;
    const MessageRun run(experiment);
    const Cycle bound = kRequests / outstanding * round_trip;
    EXPECT_GE(run.end(), bound);
    EXPECT_LE(run.end(), bound + outstanding * kRequests);  // One enters after the other.
    EXPECT_EQ(run.source().figures().round_trip.min(), round_trip);
  }
}

TEST(ForkAndJoin, OfOneTakesBothWaysAndTheServiceForEachRound) {
  const Experiment experiment = experiment_from(
      line("graph: fork_join, root: 1, rounds: 9, service: 30, compute: 7, fork_length: 8, join_length: 2"));
  const MessageRun run(experiment);
  EXPECT_EQ(run.end(), 9 * (latency_over(experiment, 4, 8) + 30 + latency_over(experiment, 4, 2)) + 8 * 7);
}

TEST(StencilExchange, OfTwoTakesOneWayForEachIteration) {
  const Experiment experiment =
      experiment_from(line("graph: stencil, shape: [2, 1], iterations: 12, compute: 9, message_length: 6"));
  const MessageRun run(experiment);
  EXPECT_EQ(run.end(), 12 * latency_over(experiment, 4, 6) + 11 * 9);
}

TEST(StencilExchange, OnItsOwnGridTakesAHopAndTheQueueOfTheSource) {
  for (const char* shape : {"radix: [4, 4]}|[4, 4]|3", "radix: [3, 4, 5]}|[3, 4, 5]|5"}) {
    const std::string text = shape;
    const std::size_t first = text.find('|');
    const std::size_t second = text.rfind('|');
    const Experiment experiment = experiment_from("topology: {kind: torus, " + text.substr(0, first) +
                                                  "\nrouter: {kind: duato, virtual_channels: 3, input_depth: "
                                                  "8, output_depth: 2}\nrouting: {kind: duato}\n"
                                                  "workload: {kind: messages, graph: stencil, shape: " +
                                                  text.substr(first + 1, second - first - 1) +
                                                  ", periodic: true, iterations: 10, compute: 40}\n");
    const Cycle behind = std::stoul(text.substr(second + 1));  // Messages that enter before the last one.
    const MessageRun run(experiment);
    EXPECT_EQ(run.end(), 10 * (latency_over(experiment, 1, 1) + behind) + 9 * 40) << text;
  }
}

TEST(Messages, AreTheSameOnAnyNumberOfThreads) {
  const Experiment experiment = experiment_from(
      "topology: {kind: torus, radix: [12, 12]}\nrouter: {kind: duato, virtual_channels: 4}\nrouting: {kind: "
      "duato}\n"
      "workload: {kind: messages, graph: random, messages: 5000, dependences: 1.5, compute: 10, window: 700, "
      "message_length: {min: 1, max: 6}, packet_length: 4}\n");
  const MessageRun alone(experiment);
  for (const std::size_t threads : {2, 3, 4}) {
    const MessageRun together(experiment, threads);
    EXPECT_EQ(together.bench.measurement.event_hash().value(), alone.bench.measurement.event_hash().value());
    EXPECT_EQ(together.source().figures().full_looks, alone.source().figures().full_looks);
  }
}

TEST(Messages, OfPhasesAreTheSameOnAnyNumberOfThreads) {
  const Experiment experiment = experiment_from(
      "topology: {kind: torus, radix: [8, 8]}\nrouter: {kind: duato, virtual_channels: 4}\nrouting: {kind: "
      "duato}\nworkload: {kind: messages, graph: quadtree, rounds: 20, window: 200, root: 9}\n");
  const MessageRun alone(experiment);
  for (const std::size_t threads : {2, 3}) {
    const MessageRun together(experiment, threads);
    EXPECT_EQ(together.bench.measurement.event_hash().value(), alone.bench.measurement.event_hash().value());
    EXPECT_EQ(together.end(), alone.end());
  }
}

TEST(Messages, LongerThanTheWindowTakeNoMoreMemoryThanIt) {
  const Experiment experiment = experiment_from(
      "topology: {kind: torus, radix: [4, 4]}\nrouter: {kind: duato, virtual_channels: 4}\nrouting: {kind: "
      "duato}\n"
      "workload: {kind: messages, graph: random, messages: 50000, dependences: 2, compute: 3, window: 500, "
      "message_length: 2}\n");
  const MessageRun run(experiment);
  EXPECT_EQ(run.source().figures().latency.count(), 50'000U);
  EXPECT_EQ(run.source().figures().most_live, 500U);
}

class MessagesWithoutFlits : public testing::TestWithParam<std::uint64_t> {};

TEST_P(MessagesWithoutFlits, AllComeWithTheSameValues) {
  const std::string yaml = with_messages(random_experiment(GetParam()),
                                         "graph: random, messages: 400, dependences: 1.5, compute: 10, "
                                         "window: 100, message_length: {min: 1, max: 9}");
  SCOPED_TRACE(yaml);
  const Experiment experiment = experiment_from(yaml);
  const MessageRun exact(experiment);
  Measurement measurement(experiment.design.topology->terminal_count(), experiment.design.distance);
  std::unique_ptr<PacketTraffic> traffic;
  try {
    traffic = std::make_unique<PacketTraffic>(experiment, measurement);
  } catch (const NoModel&) {
    return;
  }
  while (!traffic->exhausted() && traffic->now() < 1'000'000) traffic->advance(1);
  Results results;
  traffic->collect(results);
  EXPECT_EQ(results.failed_check, "");
  EXPECT_EQ(results.messages->latency.count(), 400U);
  EXPECT_EQ(results.messages->sum_of_values, exact.source().figures().sum_of_values);
  EXPECT_EQ(results.messages->longest_chain, exact.source().figures().longest_chain);
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, MessagesWithoutFlits, testing::Range<std::uint64_t>(1, 31));

}  // namespace
}  // namespace switchyard
