#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "testbench/messages/message_check.h"
#include "tests/support/message_lists.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

using Ends = std::pair<TerminalId, TerminalId>;

std::vector<GraphMessage> messages_on(const std::string& topology, const std::string& workload) {
  const Experiment experiment = experiment_from(
      "seed: 3\ntopology: " + topology + "\nrouter: {kind: duato, virtual_channels: 4}\nrouting: {kind: " +
      (topology.find("custom") == std::string::npos ? "duato" : "up_down") +
      "}\nworkload: {kind: messages, " + workload + "}\n");
  return messages_of(*experiment.injection.messages);
}

std::vector<GraphMessage> on_torus(const std::string& workload) {
  return messages_on("{kind: torus, radix: [4, 3]}", workload);
}

std::map<Ends, int> count_ends(const std::vector<GraphMessage>& messages, MessageId from, MessageId end) {
  std::map<Ends, int> count;
  for (MessageId id = from; id < end; ++id) ++count[{messages[id].source, messages[id].destination}];
  return count;
}

TEST(RequestReply, AReplyAnswersEachRequestAndRequestsWaitForReplies) {
  constexpr std::uint64_t kRequests = 20;
  constexpr std::uint64_t kOutstanding = 3;
  const std::vector<GraphMessage> messages = on_torus(
      "graph: request_reply, servers: [2, 7], requests: 20, outstanding: 3, service: 8, think: 4, "
      "request_length: 2, reply_length: 9");
  ASSERT_EQ(messages.size(), 2 * 10 * kRequests);
  std::map<TerminalId, std::vector<MessageId>> requests;
  std::map<MessageId, MessageId> reply_to;
  std::set<TerminalId> asked;
  for (MessageId id = 0; id < messages.size(); ++id) {
    const GraphMessage& message = messages[id];
    if (message.label == 0) {
      requests[message.source].push_back(id);
      asked.insert(message.destination);
      EXPECT_EQ(message.flits, 2U);
      EXPECT_EQ(message.compute, message.waits_for.empty() ? 0U : 4U);
      continue;
    }
    EXPECT_EQ(message.flits, 9U);
    EXPECT_EQ(message.compute, 8U);
    ASSERT_EQ(message.waits_for.size(), 1U);
    const GraphMessage& request = messages[message.waits_for[0]];
    EXPECT_EQ(message.source, request.destination);
    EXPECT_EQ(message.destination, request.source);
    EXPECT_TRUE(reply_to.emplace(message.waits_for[0], id).second);
  }
  EXPECT_EQ(asked, (std::set<TerminalId>{2, 7}));
  EXPECT_EQ(requests.size(), 10U);
  for (const auto& [client, sent] : requests) {
    EXPECT_EQ(sent.size(), kRequests);
    for (std::size_t n = 0; n < sent.size(); ++n) {
      const std::vector<MessageId> expected =
          n < kOutstanding ? std::vector<MessageId>{}
                           : std::vector<MessageId>{reply_to.at(sent[n - kOutstanding])};
      EXPECT_EQ(messages[sent[n]].waits_for, expected);
    }
  }
}

TEST(RequestReply, AsksWhomThePatternSays) {
  for (const GraphMessage& message :
       messages_on("{kind: torus, radix: [4, 4]}", "graph: request_reply, pattern: transpose, requests: 5")) {
    EXPECT_EQ(message.destination, message.source / 4 + message.source % 4 * 4);
    EXPECT_NE(message.source % 5, 0U);  // Those on the diagonal have nobody to ask.
  }
}

TEST(ForkJoin, EachRoundForksAndJoinsAll) {
  constexpr MessageId kWidth = 4;
  const std::vector<GraphMessage> messages = on_torus(
      "graph: fork_join, root: 9, width: 4, rounds: 3, service: 5, compute: 6, fork_length: 3, join_length: "
      "2");
  ASSERT_EQ(messages.size(), 3 * 2 * kWidth);
  const std::vector<TerminalId> others{10, 11, 0, 1};  // Behind 9, and around.
  for (MessageId round = 0; round < 3; ++round) {
    const MessageId first = round * 2 * kWidth;
    for (MessageId i = 0; i < kWidth; ++i) {
      const GraphMessage& fork = messages[first + i];
      EXPECT_EQ(fork.source, 9U);
      EXPECT_EQ(fork.destination, others[i]);
      EXPECT_EQ(fork.flits, 3U);
      const GraphMessage& join = messages[first + kWidth + i];
      EXPECT_EQ(join.source, others[i]);
      EXPECT_EQ(join.destination, 9U);
      EXPECT_EQ(join.flits, 2U);
      EXPECT_EQ(join.compute, 5U);
      EXPECT_EQ(join.waits_for, std::vector<MessageId>{first + i});
      if (i != 0) {
        EXPECT_EQ(fork.waits_for, std::vector<MessageId>{first});
      }
    }
    std::vector<MessageId> joins;
    for (MessageId i = kWidth; round != 0 && i > 0; --i) joins.push_back(first - i);
    EXPECT_EQ(messages[first].waits_for, joins);
    EXPECT_EQ(messages[first].compute, round == 0 ? 0U : 6U);
  }
}

/// Whether b is next to a in a grid, found from coordinates.
bool are_neighbours(std::int64_t a, std::int64_t b, const std::vector<std::int64_t>& shape, bool periodic) {
  int differing = 0;
  bool by_one = true;
  for (const std::int64_t size : shape) {
    const std::int64_t apart = std::abs(a % size - b % size);
    if (apart != 0) {
      ++differing;
      by_one = apart == 1 || (periodic && apart == size - 1);
    }
    a /= size;
    b /= size;
  }
  return differing == 1 && by_one;
}

void expect_stencil(const std::string& text, const std::vector<std::int64_t>& shape, bool periodic) {
  SCOPED_TRACE(text);
  constexpr MessageId kIterations = 3;
  const std::vector<GraphMessage> messages =
      on_torus("graph: stencil, shape: " + text +
               ", iterations: 3, compute: 11, message_length: 4, periodic: " + (periodic ? "true" : "false"));
  std::map<Ends, int> expected;
  for (TerminalId a = 0; a < 12; ++a) {
    for (TerminalId b = 0; b < 12; ++b) {
      if (are_neighbours(a, b, shape, periodic)) expected[{a, b}] = 1;
    }
  }
  const MessageId each = expected.size();
  ASSERT_EQ(messages.size(), kIterations * each);
  for (MessageId iteration = 0; iteration < kIterations; ++iteration)
    EXPECT_EQ(count_ends(messages, iteration * each, (iteration + 1) * each), expected);
  for (MessageId id = 0; id < messages.size(); ++id) {
    std::vector<MessageId> came;
    for (MessageId other = 0; other < id; ++other) {
      if (other / each + 1 == id / each && messages[other].destination == messages[id].source)
        came.push_back(other);
    }
    EXPECT_EQ(messages[id].waits_for, came);
    EXPECT_EQ(messages[id].compute, id < each ? 0U : 11U);
    EXPECT_EQ(messages[id].flits, 4U);
  }
}

TEST(Stencil, ExchangesWithAllNeighboursInTwoAndThreeDimensions) {
  for (const bool periodic : {false, true}) {
    expect_stencil("[4, 3]", {4, 3}, periodic);
    expect_stencil("[6, 2]", {6, 2}, periodic);
    expect_stencil("[12, 1]", {12, 1}, periodic);
    expect_stencil("[2, 2, 3]", {2, 2, 3}, periodic);
    expect_stencil("[3, 1, 4]", {3, 1, 4}, periodic);
  }
}

TEST(RandomGraph, WaitsForAsManyAsItIsToldInTheMean) {
  const std::vector<GraphMessage> messages = on_torus(
      "graph: random, messages: 20000, dependences: 2.25, compute: 10, message_length: {min: 2, max: 4}, "
      "classes: 3");
  ASSERT_EQ(messages.size(), 20000U);
  double waits = 0, compute = 0, flits = 0;
  std::set<int> labels, operations;
  for (const GraphMessage& message : messages) {
    waits += static_cast<double>(message.waits_for.size());
    compute += static_cast<double>(message.compute);
    flits += message.flits;
    labels.insert(message.label);
    operations.insert(static_cast<int>(message.operation));
    EXPECT_NE(message.source, message.destination);
  }
  EXPECT_NEAR(waits / 20000, 2.25, 0.03);
  EXPECT_NEAR(compute / 20000, 10, 0.2);
  EXPECT_NEAR(flits / 20000, 3, 0.05);
  EXPECT_EQ(labels, (std::set<int>{0, 1, 2}));
  EXPECT_EQ(operations.size(), 6U);
}

TEST(MessageGraphs, OfEveryKindKeepTheRulesOnTerminalsOfEveryKind) {
  const std::string topology =
      "{kind: custom, nodes: 3, links: [[0, 1], [1, 2]], terminals: [0, 1, {exit: 1}, 2, {entry: 0}, 0, "
      "{entry: 1, exit: 2}]}";
  std::vector<Attachment> terminals;
  for (int t = 0; t < 7; ++t) {
    terminals.push_back({{0, 0}, {0, 0}});
    if (t == 2) terminals.back().entry.node = kNoNode;
    if (t == 4) terminals.back().exit.node = kNoNode;
  }
  for (const char* graph : {"graph: request_reply, servers: [6], requests: 30, outstanding: 4",
                            "graph: fork_join, root: 3, rounds: 10",
                            "graph: random, messages: 1000, dependences: 3, window: 50, message_length: 1",
                            "graph: fork_join, root: 0, width: 1, rounds: 10"}) {
    const std::vector<GraphMessage> messages = messages_on(topology, graph);
    EXPECT_GE(messages.size(), 20U);
    MessageCheck check(terminals, 50);
    for (const GraphMessage& message : messages) {
      const auto fault = check.look(message);
      EXPECT_FALSE(fault) << graph << ": " << fault->what;
    }
  }
}

TEST(MessageGraphs, EveryStreamBeginsAnew) {
  const Experiment experiment = experiment_from(
      "topology: {kind: torus, radix: [4, 3]}\nrouter: {kind: duato, virtual_channels: 4}\nrouting: {kind: "
      "duato}\n"
      "workload: {kind: messages, graph: random, messages: 100, dependences: 2, message_length: 1}\n");
  const std::vector<GraphMessage> first = messages_of(*experiment.injection.messages);
  const std::vector<GraphMessage> second = messages_of(*experiment.injection.messages);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t id = 0; id < first.size(); ++id) EXPECT_EQ(first[id].waits_for, second[id].waits_for);
}

std::vector<GraphMessage> h_permutation(const std::string& keys) {
  return messages_on("{kind: torus, radix: [4, 4]}", "graph: h_permutation, " + keys);
}

TEST(HPermutation, SendsAndIsSentHOfEachTerminal) {
  for (const std::string pattern : {"permutation", "tornado"}) {
    const std::vector<GraphMessage> messages = h_permutation("h: 6, message_length: 2, pattern: " + pattern);
    std::map<TerminalId, int> sent;
    std::map<TerminalId, int> came;
    std::map<TerminalId, std::set<TerminalId>> partners;
    for (const GraphMessage& message : messages) {
      EXPECT_NE(message.source, message.destination);
      EXPECT_EQ(message.flits, 2U);
      EXPECT_EQ(message.phase, 0U);
      EXPECT_LE(++sent[message.source], 6);
      EXPECT_LE(++came[message.destination], 6);
      partners[message.source].insert(message.destination);
    }
    EXPECT_EQ(sent, came) << "what a terminal does not send to itself it is not sent by itself either";
    std::size_t most = 0;
    for (const auto& [terminal, others] : partners) most = std::max(most, others.size());
    EXPECT_EQ(most == 1, pattern == "tornado") << "each random permutation is another one";
  }
}

TEST(HPermutation, GoesByWayOfTerminalsThatAreDrawnWithoutRegardToThePattern) {
  const std::vector<GraphMessage> random = h_permutation("h: 40, detour: true, pattern: permutation");
  const std::vector<GraphMessage> transpose = h_permutation("h: 40, detour: true, pattern: transpose");
  std::vector<Ends> first_of_random;
  std::vector<Ends> first_of_transpose;
  std::map<TerminalId, int> via;
  std::map<TerminalId, int> balance;  ///< Packets that are at a terminal, beyond those that it had.
  for (const GraphMessage& message : random) {
    --balance[message.source];
    ++balance[message.destination];
    if (message.phase != 0) continue;
    first_of_random.emplace_back(message.source, message.destination);
    ++via[message.destination];
  }
  for (const GraphMessage& message : transpose) {
    if (message.phase == 0) first_of_transpose.emplace_back(message.source, message.destination);
  }
  EXPECT_EQ(first_of_random, first_of_transpose);
  for (const auto& [terminal, times] : via) EXPECT_NEAR(times, 40 * 15 / 16, 25) << terminal;
  for (const auto& [terminal, more] : balance) EXPECT_EQ(more, 0) << terminal << ": as many as before";
  EXPECT_EQ(random.front().phase, 0U);
  EXPECT_EQ(random.back().phase, 1U);
}

TEST(HPermutation, GoesInWavesByDestinationWithTheSameMessages) {
  for (const bool detour : {false, true}) {
    const std::string keys = "h: 5, pattern: permutation, detour: " + std::string(detour ? "true" : "false");
    std::multiset<Ends> whole;
    for (const GraphMessage& message : h_permutation(keys))
      whole.insert({message.source, message.destination});
    std::multiset<Ends> in_waves;
    std::uint64_t last = 0;
    for (const GraphMessage& message : h_permutation(keys + ", waves: 3")) {
      in_waves.insert({message.source, message.destination});
      EXPECT_GE(message.phase, last);
      last = message.phase;
      const std::uint64_t wave = detour ? message.phase / 2 : message.phase;
      const bool to_the_end = !detour || message.phase % 2 == 1;
      if (to_the_end) {
        EXPECT_EQ(message.destination % 3, wave);
      }
    }
    EXPECT_EQ(in_waves, whole);
    EXPECT_EQ(last, detour ? 5U : 2U);
  }
}

}  // namespace
}  // namespace switchyard
