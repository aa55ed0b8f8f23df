#include "testbench/messages/collectives.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "testbench/messages/collective_check.h"
#include "testbench/messages/collective_schedules.h"
#include "tests/support/collective_graphs.h"

namespace switchyard {
namespace {

int log2_up(int n) {
  int log = 0;
  while (1 << log < n) ++log;
  return log;
}

struct Case {
  int terminals;
  std::string workload;
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const int n : {2, 3, 4, 5, 7, 8, 12, 16}) {
    for (const char* graph : {"broadcast", "scatter", "gather", "reduce"}) {
      for (const int root : {0, n - 1, n / 2})
        cases.push_back({n, std::string(graph) + ", grain: 8, root: " + std::to_string(root)});
    }
    for (const char* graph : {"all_gather", "reduce_scatter", "all_reduce"}) {
      const std::string name = std::string(graph) + ", grain: 8, algorithm: ";
      cases.push_back({n, name + "ring"});
      if (std::has_single_bit(static_cast<unsigned>(n))) cases.push_back({n, name + "halving_doubling"});
      if (n == 12) cases.push_back({n, name + "by_dimension, shape: [2, 3, 2]"});
      if (n == 16) cases.push_back({n, name + "by_dimension, shape: [4, 4]"});
    }
    cases.push_back({n, "barrier"});
  }
  return cases;
}

TEST(Collectives, EndWithWhatEveryTerminalMustHave) {
  for (const Case& c : all_cases()) {
    const MessageGraph graph = collective_on(mesh_of(c.terminals), c.workload);
    EXPECT_EQ(check_in_order(graph, messages_of(graph)), "") << c.terminals << ' ' << c.workload;
  }
}

TEST(Collectives, TheCheckMissesEachMessageThatIsLost) {
  for (const Case& c : all_cases()) {
    const MessageGraph graph = collective_on(mesh_of(c.terminals), c.workload);
    const auto messages = messages_of(graph);
    for (MessageId lost = 0; lost < messages.size(); ++lost)
      EXPECT_NE(check_in_order(graph, messages, lost), "") << c.terminals << ' ' << c.workload << ' ' << lost;
  }
}

/// All that a source forwards must be known to have come: in any order that the graph allows, the check finds
/// nothing. Here those that may leave do so in the reverse order of their ids, and then all come.
TEST(Collectives, WaitForAllThatTheyForward) {
  for (const Case& c : all_cases()) {
    SCOPED_TRACE(std::to_string(c.terminals) + ' ' + c.workload);
    const MessageGraph graph = collective_on(mesh_of(c.terminals), c.workload);
    const auto messages = messages_of(graph);
    const auto check = graph.make_check();
    std::set<MessageId> left;
    std::set<MessageId> came;
    while (came.size() != messages.size()) {
      std::vector<MessageId> leaving;
      for (MessageId id = messages.size(); id-- > 0;) {
        bool may = !left.count(id);
        for (const MessageId other : messages[id].waits_for)
          may &= messages[other].destination == messages[id].source ? came.count(other) : left.count(other);
        if (may) leaving.push_back(id);
      }
      ASSERT_FALSE(leaving.empty());
      for (const MessageId id : leaving) {
        ASSERT_EQ(check->left({id, messages[id].source, messages[id].destination}), "");
        left.insert(id);
      }
      for (const MessageId id : leaving) {
        ASSERT_EQ(check->came({id, messages[id].source, messages[id].destination}, 0), "");
        came.insert(id);
      }
    }
    EXPECT_EQ(check->ended(), "");
  }
}

std::uint64_t phases_of(const std::vector<GraphMessage>& messages) { return messages.back().phase + 1; }

TEST(Collectives, OfATreeSendOneMessageToEachOrFromEachInLogarithmicallyManySteps) {
  for (const int n : {2, 3, 4, 5, 7, 8, 12, 16}) {
    for (const char* graph : {"broadcast", "scatter", "gather", "reduce"}) {
      const bool down = std::string(graph) == "broadcast" || std::string(graph) == "scatter";
      const int root = n / 3;
      const auto messages = messages_of(collective_on(
          mesh_of(n),
          std::string(graph) + ", grain: 4, synchronization: barrier, root: " + std::to_string(root)));
      EXPECT_EQ(messages.size(), n - 1U);
      EXPECT_EQ(phases_of(messages), static_cast<std::uint64_t>(log2_up(n)));
      std::multiset<TerminalId> ends;
      for (const GraphMessage& message : messages) ends.insert(down ? message.destination : message.source);
      for (TerminalId t = 0; t < static_cast<TerminalId>(n); ++t)
        EXPECT_EQ(ends.count(t), t == static_cast<TerminalId>(root) ? 0U : 1U);
    }
  }
}

/// A message of scatter has the blocks of all that get theirs from its destination, one of gather of all from
/// which its source has them: counted by following the messages.
TEST(Collectives, OfATreeCarryTheBlocksOfAllBelow) {
  for (const int n : {2, 3, 5, 8, 13, 16}) {
    for (const bool down : {true, false}) {
      const auto messages = messages_of(
          collective_on(mesh_of(n), std::string(down ? "scatter" : "gather") + ", grain: 4, root: 1"));
      std::map<TerminalId, std::uint32_t> below;  // Itself and its children.
      for (TerminalId t = 0; t < static_cast<TerminalId>(n); ++t) below[t] = 1;
      for (std::size_t i = 0; i < messages.size(); ++i) {
        const GraphMessage& message = down ? messages[messages.size() - 1 - i] : messages[i];
        const TerminalId child = down ? message.destination : message.source;
        EXPECT_EQ(message.flits, below[child]) << n;
        below[down ? message.source : message.destination] += below[child];
      }
      EXPECT_EQ(below[1], static_cast<std::uint32_t>(n));
    }
  }
}

TEST(Collectives, OfRingsSendEveryBlockOfOthersOnce) {
  for (const Case& c : all_cases()) {
    const bool both = c.workload.rfind("all_reduce", 0) == 0;
    if (!both && c.workload.rfind("all_gather", 0) != 0 && c.workload.rfind("reduce_scatter", 0) != 0)
      continue;
    const auto messages =
        messages_of(collective_on(mesh_of(c.terminals), c.workload + ", synchronization: barrier"));
    const auto n = static_cast<std::uint64_t>(c.terminals);
    std::map<TerminalId, std::uint64_t> flits;
    for (const GraphMessage& message : messages) flits[message.source] += message.flits;
    ASSERT_EQ(flits.size(), n);
    for (const auto& [source, sent] : flits) EXPECT_EQ(sent, 2 * (both ? 2 : 1) * (n - 1)) << c.workload;
    std::uint64_t steps = n - 1;
    if (c.workload.find("halving") != std::string::npos) steps = log2_up(c.terminals);
    if (c.workload.find("shape") != std::string::npos) steps = n == 12 ? 1 + 2 + 1 : 3 + 3;
    EXPECT_EQ(phases_of(messages), (both ? 2 : 1) * steps) << c.workload;
    EXPECT_EQ(messages.size(), phases_of(messages) * n);
  }
}

/// all_gather by its words: at the start of a ring everything that a terminal has goes to its neighbour, then
/// what came last.
TEST(Collectives, AllGatherSendsOnWhatCame) {
  struct Rings {
    std::string keys;
    std::vector<std::uint64_t> steps;  ///< Of each dimension.
  };
  const std::vector<Rings> all{{"algorithm: ring", {15}},
                               {"algorithm: halving_doubling", {1, 1, 1, 1}},
                               {"algorithm: by_dimension, shape: [4, 4]", {3, 3}},
                               {"algorithm: by_dimension, shape: [2, 8]", {1, 7}}};
  for (const Rings& rings : all) {
    SCOPED_TRACE(rings.keys);
    const auto messages = messages_of(
        collective_on(mesh_of(16), "all_gather, grain: 4, synchronization: barrier, " + rings.keys));
    std::vector<std::set<TerminalId>> has(16);
    std::vector<std::set<TerminalId>> last(16);
    for (TerminalId t = 0; t < 16; ++t) has[t] = {t};
    std::size_t next = 0;
    for (const std::uint64_t steps : rings.steps) {
      for (std::uint64_t step = 0; step < steps; ++step) {
        std::vector<std::set<TerminalId>> coming(16);
        for (int i = 0; i < 16; ++i, ++next) {
          const GraphMessage& message = messages.at(next);
          const std::set<TerminalId>& going = step == 0 ? has[message.source] : last[message.source];
          EXPECT_EQ(message.flits, going.size());
          coming[message.destination] = going;
        }
        for (TerminalId t = 0; t < 16; ++t) {
          for (const TerminalId block : coming[t]) EXPECT_TRUE(has[t].insert(block).second);
        }
        last = coming;
      }
    }
    EXPECT_EQ(next, messages.size());
    for (TerminalId t = 0; t < 16; ++t) EXPECT_EQ(has[t].size(), 16U);
  }
}

/// Two places, one message: what the check makes of a reduction whose value is not combined.
TEST(Collectives, TheCheckFindsAWrongValue) {
  CollectiveState state;
  state.use = [](std::uint64_t) { return BlockUse::Combine; };
  state.at_first = [](Place, std::size_t) { return true; };
  state.in_the_end = [](Place place, std::size_t) { return place == 0; };
  state.combined = true;
  const auto schedule = [] {
    return std::make_unique<TreeSchedule>(TreeSchedule::Shape{2, 0, false, false}, Payload{});
  };
  GraphMessage up;
  up.source = 1;
  const auto outcome = [&](CollectiveCheck check) {
    const std::string found = played(check, up, 0);
    return found.empty() ? check.ended() : found;
  };
  EXPECT_EQ(outcome({schedule(), {0, 1}, state}), "");
  const std::uint64_t sum = CollectiveCheck::first_value(0, 0, 1) + CollectiveCheck::first_value(1, 0, 1);
  state.combined = false;  // Expects the value of the last place.
  EXPECT_EQ(outcome({schedule(), {0, 1}, state}), "all messages have come, and block 0 of terminal 0 is " +
                                                      std::to_string(sum) + " instead of " +
                                                      std::to_string(CollectiveCheck::first_value(1, 0, 1)));
  CollectiveCheck early(schedule(), {0, 1}, state);
  EXPECT_EQ(early.came({0, 1, 0}, 0), "message 0 comes to terminal 0, but it has not left");
}

TEST(Collectives, TheCheckCombinesByEveryOperation) {
  for (const char* operation : {"add", "max", "min", "or", "xor"}) {
    for (const char* keys :
         {"reduce", "all_reduce", "reduce_scatter", "all_reduce, algorithm: halving_doubling"}) {
      const MessageGraph graph =
          collective_on(mesh_of(8), std::string(keys) + ", grain: 4, operation: " + operation);
      EXPECT_EQ(check_in_order(graph, messages_of(graph)), "") << keys << ' ' << operation;
    }
  }
}

/// What a terminal has sent on it can send no more, nor combine with.
TEST(Collectives, TheCheckFindsMessagesOutOfOrder) {
  const MessageGraph reduce = collective_on(mesh_of(4), "reduce, grain: 4");
  const auto up = messages_of(reduce);
  const auto check = reduce.make_check();
  EXPECT_EQ(played(*check, up[2], 2), "");
  EXPECT_EQ(played(*check, up[1], 1), "message 1 comes to terminal 2, which has sent on its block 0 already");
  const MessageGraph broadcast = collective_on(mesh_of(4), "broadcast, grain: 4");
  const auto down = messages_of(broadcast);
  const auto other = broadcast.make_check();
  EXPECT_EQ(other->left({2, down[2].source, down[2].destination}),
            "message 2 leaves from terminal 2, which does not have block 0");
}

TEST(Barrier, TellsInEachStepOneTwiceAsFarOff) {
  for (const int n : {2, 3, 5, 8, 13}) {
    const auto messages =
        messages_of(collective_on(mesh_of(n), "barrier, message_length: 3, synchronization: barrier"));
    EXPECT_EQ(messages.size(), static_cast<std::size_t>(n * log2_up(n)));
    std::vector<std::set<TerminalId>> knows(n);
    for (int t = 0; t < n; ++t) knows[t] = {static_cast<TerminalId>(t)};
    std::vector<std::set<TerminalId>> before = knows;
    std::uint64_t step = 0;
    for (const GraphMessage& message : messages) {
      if (message.phase != step) before = knows;
      step = message.phase;
      EXPECT_EQ(message.destination, (message.source + (1U << step)) % n);
      EXPECT_EQ(message.flits, 3U);
      knows[message.destination].insert(before[message.source].begin(), before[message.source].end());
    }
    for (int t = 0; t < n; ++t) EXPECT_EQ(knows[t].size(), static_cast<std::size_t>(n));
  }
}

TEST(Supersteps, AreRelationsWithBarriersBetween) {
  constexpr std::uint32_t kH = 3;
  const MessageGraph graph =
      collective_on(mesh_of(10), "supersteps, supersteps: 6, h: 3, compute: 50, grain: 20");
  const auto messages = messages_of(graph);
  ASSERT_EQ(messages.size(), 6 * kH * 10);
  std::map<std::pair<std::uint64_t, TerminalId>, std::uint32_t> sent, came;
  std::map<std::pair<std::uint64_t, TerminalId>, std::set<Cycle>> compute;
  std::set<std::vector<TerminalId>> relations;
  std::vector<TerminalId> relation(10);
  double sum = 0;
  for (MessageId id = 0; id < messages.size(); ++id) {
    const GraphMessage& message = messages[id];
    EXPECT_EQ(message.phase, id / (kH * 10));
    EXPECT_EQ(message.flits, 5U);
    EXPECT_NE(message.source, message.destination);
    EXPECT_LE(message.compute, 100U);
    ++sent[{message.phase, message.source}];
    ++came[{message.phase, message.destination}];
    compute[{message.phase, message.source}].insert(message.compute);
    sum += static_cast<double>(message.compute);
    relation[message.source] = message.destination;
    if (id % 10 == 9) relations.insert(relation);
  }
  for (const auto& [key, count] : sent) EXPECT_EQ(count, kH);
  for (const auto& [key, count] : came) EXPECT_EQ(count, kH);
  for (const auto& [key, cycles] : compute) EXPECT_EQ(cycles.size(), 1U);
  EXPECT_EQ(came.size(), 60U);
  EXPECT_EQ(relations.size(), 18U);
  EXPECT_NEAR(sum / static_cast<double>(messages.size()), 50, 15);
  EXPECT_EQ(check_in_order(graph, messages), "");
}

TEST(Supersteps, TheCheckFindsTooFewAndTooEarly) {
  const MessageGraph graph = collective_on(mesh_of(4), "supersteps, supersteps: 2, grain: 4");
  auto messages = messages_of(graph);
  EXPECT_EQ(played(*graph.make_check(), messages[4], 4), "message 4 of superstep 1 comes in superstep 0");
  const TerminalId missed = messages[0].destination;
  messages[0].destination = (missed + 1) % 4;
  const std::string found = check_in_order(graph, messages);
  EXPECT_EQ(found.rfind("in superstep 0 terminal ", 0), 0U) << found;
}

}  // namespace
}  // namespace switchyard
