#include "testbench/messages/message_source.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/dice.h"
#include "tests/support/message_lists.h"

namespace switchyard {
namespace {

/// Terminal n at node n, both ways.
std::vector<Attachment> plain(NodeId terminals) {
  std::vector<Attachment> attachments;
  for (NodeId t = 0; t < terminals; ++t) attachments.push_back({{t, 0}, {t, 0}});
  return attachments;
}

GraphMessage message(TerminalId source, TerminalId destination, std::vector<MessageId> waits_for = {},
                     Cycle compute = 0, Cycle earliest = 0) {
  GraphMessage made;
  made.source = source;
  made.destination = destination;
  made.compute = compute;
  made.earliest = earliest;
  made.waits_for = std::move(waits_for);
  return made;
}

/// What a terminal is given in a cycle, up to the answer that there is no packet, which is the last.
std::vector<PacketRequest> ask(MessageSource& source, TerminalId terminal, Cycle now) {
  std::vector<PacketRequest> answers;
  PacketRequest request;
  request.flits = 1;
  while (request.flits != 0) {
    request.created = now;
    EXPECT_TRUE(source.next(terminal, request));
    answers.push_back(request);
  }
  return answers;
}

TEST(MessageSource, CountsFromTheArrivalOfWhatComesToTheSource) {
  MessageSource source(graph_of({message(0, 1), message(1, 2, {0}, 7)}), plain(3));
  EXPECT_EQ(ask(source, 0, 0).size(), 2U);
  EXPECT_EQ(ask(source, 1, 0).back().created, kNever);
  source.delivered(0, PacketRecord{}, 20);
  EXPECT_EQ(ask(source, 1, 20).back().created, 27U);
  EXPECT_EQ(ask(source, 1, 26).size(), 1U);
  const std::vector<PacketRequest> due = ask(source, 1, 27);
  ASSERT_EQ(due.size(), 2U);
  EXPECT_EQ(due[0].created, 27U);
  EXPECT_EQ(due[0].destination, 2U);
}

TEST(MessageSource, CountsFromWhenItWasReadyOfWhatLeftFromTheSource) {
  MessageSource source(graph_of({message(0, 1, {}, 0, 5), message(0, 2, {0}, 4), message(0, 1, {1})}),
                       plain(3));
  EXPECT_EQ(ask(source, 0, 0).back().created, 5U);
  EXPECT_EQ(ask(source, 0, 5).size(), 2U);
  const std::vector<PacketRequest> both = ask(source, 0, 9);  // The last one waits for the other alone.
  ASSERT_EQ(both.size(), 3U);
  EXPECT_EQ(both[0].destination, 2U);
  EXPECT_EQ(both[1].destination, 1U);
}

TEST(MessageSource, CountsFromTheNextCycleOfWhatComesToAnotherTerminalOfTheNode) {
  MessageGraph graph = graph_of({message(0, 1), message(2, 0, {0}, 7), message(1, 0, {0}, 7)});
  graph.nodes = {0, 1, 1};
  MessageSource source(graph, plain(3));
  ask(source, 0, 0);
  EXPECT_EQ(ask(source, 2, 0).back().created, 1U);  // Nothing else wakes it.
  EXPECT_EQ(ask(source, 1, 0).back().created, kNever);
  EXPECT_EQ(ask(source, 2, 20).back().created, 21U);
  source.delivered(0, PacketRecord{},
                   20);  // In this cycle 2 may have been asked or not: it makes no difference.
  EXPECT_EQ(ask(source, 1, 20).back().created, 27U);
  EXPECT_EQ(ask(source, 2, 20).back().created, 28U);
  EXPECT_EQ(ask(source, 2, 28).size(), 2U);
}

TEST(MessageSource, WaitsForTheArrivalOfWhatItsTerminalSendsToAnotherOfTheNode) {
  MessageGraph graph = graph_of({message(0, 1), message(0, 2, {0})});
  graph.nodes = {0, 0, 2};
  MessageSource source(graph, plain(3));
  EXPECT_EQ(ask(source, 0, 0).back().created, 1U);
  source.delivered(0, PacketRecord{}, 9);
  EXPECT_EQ(ask(source, 0, 9).back().created, 10U);
  EXPECT_EQ(ask(source, 0, 10).back().created, kNever);  // It need not look any more.
}

TEST(MessageSource, AMessageToItselfIsKnownWhenItComes) {
  MessageSource source(graph_of({message(0, 0), message(0, 1, {0})}), plain(2));
  EXPECT_EQ(ask(source, 0, 0).size(), 2U);
  source.delivered(0, PacketRecord{}, 4);
  EXPECT_EQ(ask(source, 0, 4).size(), 2U);
}

GraphMessage of_phase(GraphMessage message, std::uint64_t phase) {
  message.phase = phase;
  return message;
}

TEST(MessageSource, BeginsAPhaseInTheCycleAfterTheLastMessageOfAllBefore) {
  MessageSource source(graph_of({message(0, 1), message(2, 1), of_phase(message(3, 0), 1),
                                 of_phase(message(1, 0, {0}, 7), 1), of_phase(message(3, 1), 4)}),
                       plain(4));
  ask(source, 0, 0);
  ask(source, 2, 0);
  EXPECT_EQ(ask(source, 3, 0).back().created, 1U);  // Nothing else wakes it.
  source.delivered(2, PacketRecord{}, 20);
  EXPECT_EQ(ask(source, 3, 20).size(), 1U);
  source.delivered(0, PacketRecord{},
                   30);  // In this cycle 3 may have been asked or not: it makes no difference.
  EXPECT_EQ(ask(source, 3, 30).back().created, 31U);
  EXPECT_EQ(ask(source, 1, 30).back().created, 38U);
  EXPECT_EQ(ask(source, 3, 31).size(), 2U);
  source.delivered(3, PacketRecord{}, 40);
  EXPECT_EQ(ask(source, 1, 38).size(), 2U);
  EXPECT_FALSE(source.exhausted());
  source.delivered(1, PacketRecord{}, 50);
  EXPECT_EQ(ask(source, 3, 50).back().created, 51U);
}

TEST(MessageSource, TheFirstPhaseBeginsAtOnce) {
  MessageSource source(graph_of({of_phase(message(0, 1, {}, 3), 9)}), plain(2));
  EXPECT_EQ(ask(source, 0, 0).back().created, 3U);
}

TEST(MessageSource, KnowsOfAPhaseThatBeganBeforeItWasRead) {
  MessageSource source(graph_of({message(0, 1), of_phase(message(1, 0, {}, 100), 1)}), plain(2),
                       {.window = 1});
  ask(source, 0, 0);
  source.delivered(0, PacketRecord{}, 20);
  EXPECT_EQ(ask(source, 1, 64).back().created, 121U);
}

TEST(MessageSource, AMessageThatNeverComesKeepsLaterPhasesFromBeginning) {
  MessageSource source(graph_of({message(0, 1), of_phase(message(1, 0), 1)}), plain(2));
  PacketRequest request;
  source.next(0, request);
  source.refused(0);
  EXPECT_EQ(ask(source, 1, 10).size(), 1U);
  EXPECT_TRUE(source.exhausted());
  EXPECT_EQ(source.figures().left_over, 2U);
}

TEST(MessageSource, AMessageWithAPeriodIsReadyInItsSlot) {
  GraphMessage slotted = message(0, 1, {}, 0, 13);
  slotted.period = 8;
  slotted.slot = 2;
  MessageSource later(graph_of({slotted}), plain(2));
  EXPECT_EQ(ask(later, 0, 0).back().created, 18U);
  slotted.slot = 5;
  MessageSource at_once(graph_of({slotted}), plain(2));
  EXPECT_EQ(ask(at_once, 0, 0).back().created, 13U);
}

/// Finds fault with one message.
class FindsFault final : public ResultCheck {
 public:
  std::string came(const MessageEnds& message, std::uint64_t value) override {
    return message.id == 1 ? "wrong: " + std::to_string(value) : "";
  }
};

TEST(MessageSource, FailsWhereTheGraphKnowsBetter) {
  GraphMessage second = message(0, 1);
  second.value = 77;
  MessageGraph graph = graph_of({message(0, 1), second});
  graph.make_check = [] { return std::make_unique<FindsFault>(); };
  MessageSource source(graph, plain(2));
  ask(source, 0, 0);
  source.delivered(0, PacketRecord{}, 5);
  EXPECT_EQ(source.failure(), "");
  source.delivered(2, PacketRecord{}, 6);
  EXPECT_EQ(source.failure(), "wrong: 77");
}

/// Misses something when all has come.
class MissesInTheEnd final : public ResultCheck {
 public:
  std::string came(const MessageEnds&, std::uint64_t) override { return {}; }
  std::string ended() override { return "a block is missing"; }
};

TEST(MessageSource, FailsInTheEndWhereThatTellsWhatIsMissing) {
  MessageGraph graph = graph_of({message(0, 1), message(1, 0, {0})});
  graph.make_check = [] { return std::make_unique<MissesInTheEnd>(); };
  MessageSource source(graph, plain(2));
  ask(source, 0, 0);
  source.delivered(0, PacketRecord{}, 10);
  EXPECT_EQ(source.failure(), "");
  ask(source, 1, 10);
  source.delivered(1, PacketRecord{}, 20);
  EXPECT_EQ(source.failure(), "a block is missing");
}

TEST(MessageSource, GivesTheMessagesOfOneCycleInTheOrderOfTheirIds) {
  MessageSource source(graph_of({message(0, 3), message(0, 1), message(0, 2)}), plain(4));
  const std::vector<PacketRequest> answers = ask(source, 0, 0);
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0].destination, 3U);
  EXPECT_EQ(answers[1].destination, 1U);
  EXPECT_EQ(answers[2].destination, 2U);
}

TEST(MessageSource, SplitsAMessageAndCountsItWhenAllOfItHasCome) {
  GraphMessage longer = message(0, 1);
  longer.flits = 10;
  MessageSource source(graph_of({longer, message(1, 0, {0})}), plain(2), {.window = 64, .longest_packet = 4});
  const std::vector<PacketRequest> parts = ask(source, 0, 0);
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(parts[0].flits, 4);
  EXPECT_EQ(parts[1].flits, 4);
  EXPECT_EQ(parts[2].flits, 2);
  source.delivered(4, PacketRecord{}, 10);  // Packets 0, 2 and 4 are those of terminal 0.
  source.delivered(0, PacketRecord{}, 11);
  EXPECT_EQ(ask(source, 1, 11).size(), 1U);
  EXPECT_EQ(source.figures().latency.count(), 0U);
  source.delivered(2, PacketRecord{}, 12);
  EXPECT_EQ(ask(source, 1, 12).size(), 2U);
  EXPECT_EQ(source.figures().latency.max(), 12U);
  EXPECT_EQ(source.figures().flits, 10U);
}

TEST(MessageSource, KnowsTheRoundTripOfAnAnswer) {
  MessageSource source(graph_of({message(0, 1, {}, 0, 3), message(1, 0, {0}, 10)}), plain(2));
  ask(source, 0, 3);
  source.delivered(0, PacketRecord{}, 8);
  ask(source, 1, 18);
  source.delivered(1, PacketRecord{}, 25);
  const MessageFigures figures = source.figures();
  ASSERT_EQ(figures.round_trip.count(), 1U);
  EXPECT_EQ(figures.round_trip.max(), 22U);
  EXPECT_EQ(figures.longest_chain, 2U);
  EXPECT_EQ(figures.left_over, 0U);
}

TEST(MessageSource, EndsWhenNothingIsUnderWayOrDue) {
  MessageSource source(graph_of({message(0, 1), message(1, 0, {0}, 50)}), plain(2));
  ask(source, 0, 0);
  EXPECT_FALSE(source.exhausted());
  source.delivered(0, PacketRecord{}, 9);
  EXPECT_FALSE(source.exhausted());  // It computes.
  ask(source, 1, 59);
  EXPECT_FALSE(source.exhausted());
  source.delivered(1, PacketRecord{}, 70);
  EXPECT_TRUE(source.exhausted());
}

TEST(MessageSource, WhatWaitsForARefusedMessageNeverComes) {
  MessageSource source(graph_of({message(0, 1), message(1, 0, {0}), message(0, 2)}), plain(3));
  PacketRequest request;
  source.next(0, request);
  source.refused(0);
  request.created = 0;
  source.next(0, request);
  EXPECT_EQ(request.destination, 2U);
  source.delivered(0, PacketRecord{}, 6);  // A refused packet has no id: this is the first of terminal 0.
  EXPECT_TRUE(source.exhausted());
  EXPECT_EQ(source.figures().left_over, 2U);
}

TEST(MessageSource, ReadsAheadNoFurtherThanTheWindow) {
  std::vector<GraphMessage> messages(100, message(0, 1));
  MessageSource source(graph_of(messages), plain(2), {.window = 10});
  EXPECT_EQ(ask(source, 0, 0).size(), 11U);
  for (PacketId packet = 2; packet < 20; packet += 2)
    source.delivered(packet, PacketRecord{}, 30);  // All but the oldest.
  EXPECT_EQ(ask(source, 0, 64).size(), 1U);
  source.delivered(0, PacketRecord{}, 70);
  EXPECT_EQ(ask(source, 0, 127).size(), 1U);
  EXPECT_EQ(ask(source, 0, 128).size(), 11U);
  EXPECT_EQ(source.figures().most_live, 10U);
  EXPECT_EQ(source.figures().full_looks, 3U);
}

TEST(MessageSource, RefusesAGraphThatBreaksARule) {
  MessageSource source(graph_of({message(0, 1), message(2, 1, {0})}), plain(3));
  PacketRequest request;
  EXPECT_THROW(source.next(0, request), std::runtime_error);
}

/// A network that carries each packet for a time of its own, and remembers messages by their flits.
class RandomDelays {
 public:
  RandomDelays(const std::vector<GraphMessage>& messages, MessageSource& source, NodeId terminals, Dice& dice)
      : ready(messages.size(), kNever),
        came(messages.size(), kNever),
        source_(source),
        dice_(dice),
        next_(terminals) {
    for (NodeId t = 0; t < terminals; ++t) due_[0].insert(t);
  }

  void run() {
    for (Cycle now = 0; !source_.exhausted(); ++now) {
      ASSERT_LT(now, 100'000U);
      std::set<TerminalId> asked;
      for (const TerminalId t : due_[now]) asked.insert(t);
      for (const auto& [packet, at, id] : arriving_[now]) {
        came[id] = now;
        source_.delivered(packet, PacketRecord{}, now);
        asked.insert(at);
      }
      std::vector<TerminalId> order(asked.begin(), asked.end());
      for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[dice_.between(0, static_cast<int>(i) - 1)]);
      for (const TerminalId t : order) send(t, now);
    }
  }

  std::vector<Cycle> ready, came;

 private:
  struct Arriving {
    PacketId packet;
    TerminalId at;
    MessageId id;
  };

  void send(TerminalId terminal, Cycle now) {
    for (const PacketRequest& answer : ask(source_, terminal, now)) {
      if (answer.flits == 0) {
        if (answer.created != kNever) due_[answer.created].insert(terminal);
        continue;
      }
      const auto id = static_cast<MessageId>(answer.flits - 1);
      ready[id] = now;
      const auto packet = static_cast<PacketId>(next_[terminal]++ * next_.size() + terminal);
      arriving_[now + 1 + dice_.between(0, 40)].push_back({packet, answer.destination, id});
    }
  }

  MessageSource& source_;
  Dice& dice_;
  std::vector<std::size_t> next_;  ///< [terminal]: packets so far.
  std::map<Cycle, std::set<TerminalId>> due_;
  std::map<Cycle, std::vector<Arriving>> arriving_;
};

/// `nodes`: [terminal]; empty: each has one of its own.
std::vector<GraphMessage> random_messages(Dice& dice, NodeId terminals, int count,
                                          const std::vector<TerminalId>& nodes = {}) {
  std::vector<GraphMessage> messages;
  for (int i = 0; i < count; ++i) {
    const auto source = static_cast<TerminalId>(dice.between(0, static_cast<int>(terminals) - 1));
    const auto destination = static_cast<TerminalId>(dice.between(0, static_cast<int>(terminals) - 1));
    GraphMessage made = message(source, destination, {}, dice.chance(0.5) ? dice.between(0, 30) : 0,
                                dice.chance(0.2) ? dice.between(0, 500) : 0);
    made.flits = static_cast<std::uint32_t>(i + 1);  // By which the network knows it.
    made.value = static_cast<std::uint64_t>(dice.between(0, 1 << 20));
    made.operation = static_cast<MessageOperation>(dice.between(0, 5));
    made.label = static_cast<std::uint8_t>(dice.between(0, 2));
    for (int other = i - 1; other >= 0 && other > i - 20; --other) {
      const TerminalId to = messages[other].destination;
      const bool known =
          to == source || messages[other].source == source || (!nodes.empty() && nodes[to] == nodes[source]);
      if (known && made.waits_for.size() < 3 && dice.chance(0.3)) made.waits_for.push_back(other);
    }
    messages.push_back(made);
  }
  return messages;
}

class RandomMessageGraphs : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomMessageGraphs, AreReadyWhenTheDefinitionSaysAndCarryTheValuesOfIt) {
  Dice dice(GetParam());
  const auto terminals = static_cast<NodeId>(dice.between(1, 6));
  const std::vector<GraphMessage> messages = random_messages(dice, terminals, 150);
  MessageSource source(graph_of(messages), plain(terminals));
  RandomDelays network(messages, source, terminals, dice);
  network.run();
  EXPECT_EQ(source.failure(), "");
  EXPECT_EQ(source.figures().latency.count(), messages.size());
  for (MessageId id = 0; id < messages.size(); ++id) {
    EXPECT_EQ(network.ready[id], ready_by_definition(messages, id, network.ready, network.came)) << id;
  }
  EXPECT_EQ(source.figures().sum_of_values, sum_of_values(messages));
}

TEST_P(RandomMessageGraphs, OfNodesWithSeveralTerminalsAreReadyWhenTheDefinitionSays) {
  Dice dice(GetParam());
  const auto terminals = static_cast<NodeId>(dice.between(2, 8));
  std::vector<TerminalId> nodes;
  for (TerminalId t = 0; t < terminals; ++t)
    nodes.push_back(t == 0 || dice.chance(0.5) ? t : nodes[dice.between(0, static_cast<int>(t) - 1)]);
  const std::vector<GraphMessage> messages = random_messages(dice, terminals, 150, nodes);
  MessageGraph graph = graph_of(messages);
  graph.nodes = nodes;
  MessageSource source(graph, plain(terminals));
  RandomDelays network(messages, source, terminals, dice);
  network.run();
  EXPECT_EQ(source.failure(), "");
  EXPECT_EQ(source.figures().latency.count(), messages.size());
  for (MessageId id = 0; id < messages.size(); ++id) {
    EXPECT_EQ(network.ready[id], ready_by_definition(messages, id, network.ready, network.came, nodes)) << id;
  }
}

TEST_P(RandomMessageGraphs, ThroughASmallWindowKeepTheirOrderAndValues) {
  Dice dice(GetParam());
  const auto terminals = static_cast<NodeId>(dice.between(1, 6));
  const std::vector<GraphMessage> messages = random_messages(dice, terminals, 150);
  const auto window = static_cast<std::uint64_t>(dice.between(20, 40));
  MessageSource source(graph_of(messages), plain(terminals), {.window = window});
  RandomDelays network(messages, source, terminals, dice);
  network.run();
  EXPECT_EQ(source.failure(), "");
  EXPECT_LE(source.figures().most_live, window);
  for (MessageId id = 0; id < messages.size(); ++id) {
    const Cycle defined = ready_by_definition(messages, id, network.ready, network.came);
    EXPECT_GE(network.ready[id], defined);
    EXPECT_TRUE(network.ready[id] == defined || network.ready[id] % 64 == 0) << id;  // When it was read.
  }
  EXPECT_EQ(source.figures().sum_of_values, sum_of_values(messages));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomMessageGraphs, testing::Range<std::uint64_t>(1, 41));

TEST(SequentialValues, FindAValueThatIsDamaged) {
  SequentialValues values(16);
  GraphMessage first = message(0, 1);
  first.value = 5;
  GraphMessage second = message(1, 0, {0});
  second.value = 7;
  values.evaluate(first);
  values.evaluate(second);
  EXPECT_EQ(values.compare(1, 12), "");
  EXPECT_EQ(values.compare(1, 13), "message 1 came with the value 13, but evaluated in sequence it is 12");
}

}  // namespace
}  // namespace switchyard
