#include "testbench/messages/quadtree.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "testbench/tree/communication_tree.h"
#include "tests/support/message_lists.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

MessageGraph tree_of(int terminals, const std::string& keys) {
  const Experiment experiment =
      experiment_from("topology: {kind: mesh, radix: [" + std::to_string(terminals) +
                      "]}\nrouter: {kind: duato}\nrouting: {kind: dimension_order}\n"
                      "workload: {kind: messages, graph: quadtree, " +
                      keys + "}\n");
  return *experiment.injection.messages;
}

/// Every tree of 4 to 64 terminals, for some roots.
std::vector<std::pair<int, std::string>> trees() {
  std::vector<std::pair<int, std::string>> trees;
  for (int terminals = 4; terminals <= 64; terminals *= 2) {
    for (const int root : {0, 3, terminals - 1}) {
      const std::string at_root = ", root: " + std::to_string(root);
      for (int descendants = 4; descendants <= terminals; descendants *= 2)
        trees.emplace_back(terminals, "descendants: " + std::to_string(descendants) + at_root);
      if (terminals >= 16) trees.emplace_back(terminals, "stretch: true" + at_root);
    }
  }
  return trees;
}

TEST(Quadtree, AllNumbersComeToTheRootOnceInEachRound) {
  constexpr std::uint64_t kRounds = 3;
  for (const auto& [terminals, keys] : trees()) {
    for (const char* operation : {"add", "max", "min", "or", "xor"}) {
      for (const char* levels : {"one_at_a_time", "pipelined"}) {
        const MessageGraph graph =
            tree_of(terminals, keys + ", rounds: 3, operation: " + operation + ", levels: " + levels);
        const std::vector<GraphMessage> messages = messages_of(graph);
        const std::vector<std::uint64_t> values = values_by_definition(messages);
        const auto check = graph.make_check();
        for (MessageId id = 0; id < messages.size(); ++id)
          EXPECT_EQ(check->came({id}, values[id]), "") << keys << ' ' << operation;
        EXPECT_EQ(messages.size() % kRounds, 0U);
      }
    }
  }
}

TEST(Quadtree, TheCheckFindsANumberThatIsLostOrDoubled) {
  const MessageGraph graph = tree_of(16, "rounds: 2, root: 5");
  const std::vector<GraphMessage> messages = messages_of(graph);
  for (MessageId wrong = 0; wrong < messages.size(); ++wrong) {
    if (messages[wrong].destination != 5 || messages[wrong].label != 1) continue;
    std::vector<GraphMessage> others = messages;
    others[wrong].waits_for.pop_back();
    const std::vector<std::uint64_t> values = values_by_definition(others);
    const auto check = graph.make_check();
    std::string found;
    for (MessageId id = 0; id < messages.size(); ++id) found += check->came({id}, values[id]);
    EXPECT_EQ(found.rfind("in round " + std::to_string(wrong >= messages.size() / 2 ? 1 : 0) +
                              " of the tree the root has ",
                          0),
              0U)
        << found;
  }
}

TEST(Quadtree, TheNumberOfTheRootDescendsToAllOthersOnceOrTwice) {
  for (const auto& [terminals, keys] : trees()) {
    for (const char* skip : {"false", "true"}) {
      const MessageGraph graph = tree_of(terminals, keys + ", direction: descend, skip_redundant: " + skip);
      const std::vector<GraphMessage> messages = messages_of(graph);
      const std::vector<std::uint64_t> values = values_by_definition(messages);
      const auto check = graph.make_check();
      std::map<TerminalId, int> times;
      for (MessageId id = 0; id < messages.size(); ++id) {
        EXPECT_EQ(check->came({id}, values[id]), "");
        EXPECT_NE(check->came({id}, values[id] + 1), "");
        EXPECT_NE(messages[id].source, messages[id].destination);
        ++times[messages[id].destination];
      }
      const auto root = static_cast<TerminalId>(std::stoul(keys.substr(keys.rfind(' '))));
      for (TerminalId t = 0; t < static_cast<TerminalId>(terminals); ++t) {
        EXPECT_GE(times[t], t == root ? 0 : 1) << t << ' ' << keys;
        EXPECT_LE(times[t], std::string(skip) == "true" ? (t == root ? 0 : 1) : 2) << t << ' ' << keys;
      }
    }
  }
}

TEST(Quadtree, SendsWhatTheTreeSays) {
  const CommunicationTree tree(6, 3, 9);
  const std::vector<GraphMessage> messages = messages_of(tree_of(64, "descendants: 8, root: 9"));
  std::vector<TreePath> expected;
  std::vector<TreePath> actual;
  for (int level = 0; level < tree.levels(); ++level) {
    for (const TreePath& path : tree.messages(level)) {
      if (path.from != path.to) expected.push_back(path);
    }
  }
  for (const GraphMessage& message : messages) {
    actual.push_back({message.source, message.destination});
    EXPECT_EQ(message.phase, message.label);
  }
  EXPECT_EQ(actual, expected);
}

TEST(Quadtree, InSlotsNobodySendsOrIsSentTwoMessagesAtATime) {
  for (const auto& [terminals, keys] : trees()) {
    for (const char* direction : {"ascend", "descend"}) {
      const MessageGraph graph =
          tree_of(terminals, keys +
                                 ", message_length: 3, compute: 2, levels: pipelined, slots: scheduled, "
                                 "direction: " +
                                 direction);
      std::set<std::pair<TerminalId, Cycle>> sending;
      std::set<std::pair<TerminalId, Cycle>> receiving;
      for (const GraphMessage& message : messages_of(graph)) {
        EXPECT_EQ((message.slot + message.period - 2) % 3, 0U);
        EXPECT_TRUE(sending.insert({message.source, message.slot}).second) << keys << ' ' << direction;
        EXPECT_TRUE(receiving.insert({message.destination, message.slot}).second) << keys << ' ' << direction;
      }
    }
  }
}

TEST(Quadtree, OneLevelAtATimeTheMessagesOfAParentGoOneAfterTheOther) {
  std::map<std::pair<std::uint64_t, TerminalId>, std::set<Cycle>> times;
  for (const GraphMessage& message :
       messages_of(tree_of(64, "slots: scheduled, message_length: 3, compute: 5")))
    EXPECT_TRUE(times[std::pair(message.phase, message.destination)].insert(message.compute).second);
  for (const auto& [parent, of_parent] : times) {
    Cycle expected = 5;
    for (const Cycle time : of_parent) {
      EXPECT_EQ(time, expected);
      expected += 3;
    }
  }
}

TEST(Quadtree, PipelinedARoundBeginsAPeriodAfterTheOneBefore) {
  for (const GraphMessage& message : messages_of(
           tree_of(64, "levels: pipelined, rounds: 4, descendants: 8, message_length: 2, compute: 3"))) {
    EXPECT_EQ(message.phase, 0U);
    if (message.waits_for.empty()) {
      EXPECT_EQ(message.earliest % 16, 3U);
      EXPECT_EQ(message.compute, 0U);
    } else {
      EXPECT_EQ(message.compute, 3U);
    }
  }
}

}  // namespace
}  // namespace switchyard
