#include "testbench/messages/total_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testbench/messages/exchange_bound.h"
#include "tests/support/chi_square.h"
#include "tests/support/collective_graphs.h"

namespace switchyard {
namespace {

using Block = std::pair<TerminalId, TerminalId>;  ///< Origin, final.

std::vector<GraphMessage> exchange(const std::string& topology, const std::string& keys, int seed = 1) {
  return messages_of(collective_on(topology, "total_exchange, " + keys, seed));
}

TEST(TotalExchange, OfShiftsSendsInStepIToTheOneThatIsIOn) {
  for (const TerminalId n : {2U, 3U, 7U, 12U, 16U}) {
    const auto messages =
        exchange(mesh_of(static_cast<int>(n)), "algorithm: shift, grain: 10, synchronization: barrier");
    ASSERT_EQ(messages.size(), n * (n - 1));
    for (MessageId id = 0; id < messages.size(); ++id) {
      const GraphMessage& message = messages[id];
      EXPECT_EQ(message.destination, (message.source + message.phase + 1) % n);
      EXPECT_EQ(message.source, id % n);
      EXPECT_EQ(message.phase, id / n);
      EXPECT_EQ(message.flits, 3U);  // 10 bytes in flits of 4.
      EXPECT_TRUE(message.waits_for.empty());
    }
  }
}

TEST(TotalExchange, OfPairsExchangesInEveryStep) {
  for (const TerminalId n : {2U, 4U, 16U, 32U}) {
    const auto messages =
        exchange(mesh_of(static_cast<int>(n)), "algorithm: pairwise, grain: 4, synchronization: barrier");
    std::map<std::uint64_t, std::set<Block>> steps;
    std::set<Block> all;
    for (const GraphMessage& message : messages) {
      EXPECT_EQ(message.source ^ message.destination, message.phase + 1);
      EXPECT_TRUE(all.insert({message.source, message.destination}).second);
      steps[message.phase].insert({message.source, message.destination});
    }
    ASSERT_EQ(steps.size(), n - 1);
    for (const auto& [step, pairs] : steps) {
      for (const auto& [a, b] : pairs) EXPECT_TRUE(pairs.count({b, a}));
    }
    EXPECT_EQ(all.size(), n * (n - 1));
  }
}

/// The algorithm by its words, with a set of blocks at every terminal: along a row goes all that is the
/// source's own and for the column of the destination, along a column all that is there for the destination;
/// but interleaved its own only at the end, when there is nothing else.
void expect_blocks_by_the_words(const std::string& keys, TerminalId columns, TerminalId rows,
                                bool rows_first) {
  SCOPED_TRACE(keys);
  const TerminalId n = columns * rows;
  const auto messages = exchange(mesh_of(static_cast<int>(n)), keys + ", shape: [" + std::to_string(columns) +
                                                                   ", " + std::to_string(rows) + ']');
  std::vector<std::set<Block>> at(n);
  for (TerminalId origin = 0; origin < n; ++origin) {
    for (TerminalId final = 0; final < n; ++final) at[origin].insert({origin, final});
  }
  std::vector<std::uint64_t> sent(n, 0);
  for (MessageId id = 0; id < messages.size();) {
    std::vector<std::pair<TerminalId, Block>> coming;  // All of a step go at once.
    const std::uint64_t step = messages[id].phase;
    for (; id < messages.size() && messages[id].phase == step; ++id) {
      const GraphMessage& message = messages[id];
      const TerminalId from = message.source;
      const TerminalId to = message.destination;
      const bool along_row = from / columns == to / columns;
      EXPECT_TRUE(along_row != (from % columns == to % columns));
      EXPECT_EQ(message.label, along_row ? 0 : 1);
      std::set<Block> going;
      for (const Block& block : at[from]) {
        const bool own = block.first == from;
        if (along_row ? own && block.second % columns == to % columns : block.second == to)
          going.insert(block);
      }
      const bool others =
          std::any_of(going.begin(), going.end(), [&](const Block& b) { return b.first != from; });
      if (!along_row && !rows_first && others) going.erase({from, to});
      EXPECT_EQ(message.flits, going.size() * 2) << "message " << id;  // 8 bytes of a block.
      sent[from] += going.size();
      for (const Block& block : going) {
        at[from].erase(block);
        coming.emplace_back(to, block);
      }
    }
    for (const auto& [to, block] : coming) EXPECT_TRUE(at[to].insert(block).second);
  }
  for (TerminalId t = 0; t < n; ++t) {
    std::set<Block> expected;
    for (TerminalId origin = 0; origin < n; ++origin) expected.insert({origin, t});
    EXPECT_EQ(at[t], expected) << t;
    EXPECT_EQ(sent[t], (columns - 1) * rows + columns * (rows - 1));
  }
}

TEST(TotalExchange, IndirectTakesAllBlocksToTheirPlacesByTheWordsOfTheAlgorithm) {
  for (const auto& [columns, rows] : std::vector<std::pair<TerminalId, TerminalId>>{
           {4, 4}, {2, 2}, {8, 2}, {2, 8}, {8, 8}, {4, 1}, {1, 4}}) {
    for (const bool rows_first : {false, true})
      expect_blocks_by_the_words(std::string("algorithm: indirect_pairwise, grain: 8, synchronization: "
                                             "barrier, order: ") +
                                     (rows_first ? "rows_first" : "interleaved"),
                                 columns, rows, rows_first);
  }
}

TEST(TotalExchange, InterleavedTakesKTimesKLess1StepsAndThenItsOwnColumn) {
  for (const TerminalId k : {2U, 4U, 8U}) {
    const std::string radix = std::to_string(k);
    const auto messages = exchange("{kind: torus, radix: [" + radix + ", " + radix + "]}",
                                   "algorithm: indirect_pairwise, grain: 4, synchronization: barrier");
    EXPECT_EQ(messages.back().phase + 1, k * (k - 1) + k - 1);
    EXPECT_EQ(messages.size(), k * k * (k * k - 1));
    for (const GraphMessage& message : messages) {
      const std::uint64_t in_row = message.phase % k;
      EXPECT_EQ(message.label, message.phase < k * (k - 1) && in_row == 0 ? 0 : 1);
    }
  }
}

TEST(TotalExchange, IndirectForwardsWhatHasComeAndKeepsItsOrder) {
  for (const char* order : {"interleaved", "rows_first"}) {
    const auto messages = exchange("{kind: mesh, radix: [4, 4]}",
                                   std::string("algorithm: indirect_pairwise, grain: 4, order: ") + order);
    const std::string name = order;
    std::map<TerminalId, std::vector<MessageId>> rows_to;  // Not waited for yet.
    std::map<TerminalId, MessageId> last;
    for (MessageId id = 0; id < messages.size(); ++id) {
      const GraphMessage& message = messages[id];
      std::set<MessageId> expected;
      if (last.count(message.source)) expected.insert(last[message.source]);
      if (message.label == 1) {
        for (const MessageId row : rows_to[message.source]) expected.insert(row);
        rows_to[message.source].clear();
      }
      EXPECT_EQ(std::set<MessageId>(message.waits_for.begin(), message.waits_for.end()), expected)
          << name << ' ' << id;
      if (message.label == 0) rows_to[message.destination].push_back(id);
      last[message.source] = id;
    }
  }
}

TEST(TotalExchange, ReceivingWaitsForTheOwnMessageAndThatToItOfTheStepBefore) {
  for (const char* algorithm : {"shift", "pairwise"}) {
    const auto messages =
        exchange(mesh_of(8), std::string("synchronization: receive, grain: 4, algorithm: ") + algorithm);
    for (MessageId id = 0; id < messages.size(); ++id) {
      std::set<MessageId> expected;
      for (MessageId other = 0; other < messages.size(); ++other) {
        const bool step_before = other / 8 + 1 == id / 8;
        const bool own = messages[other].source == messages[id].source;
        const bool to_it = messages[other].destination == messages[id].source;
        if (step_before && (own || to_it)) expected.insert(other);
      }
      EXPECT_EQ(std::set<MessageId>(messages[id].waits_for.begin(), messages[id].waits_for.end()), expected);
    }
  }
}

TEST(TotalExchange, RandomizedSendsToAllOthersInEachSweepInOrdersOfItsOwn) {
  constexpr TerminalId kN = 12;
  const auto messages = exchange(mesh_of(kN), "algorithm: randomized, grain: 70, packet_bytes: 32");
  ASSERT_EQ(messages.size(), 3 * kN * (kN - 1));
  std::map<std::pair<std::uint64_t, TerminalId>, std::vector<TerminalId>> orders;
  for (MessageId id = 0; id < messages.size(); ++id) {
    const std::uint64_t sweep = id / (kN * (kN - 1));
    orders[{sweep, messages[id].source}].push_back(messages[id].destination);
    EXPECT_EQ(messages[id].flits, sweep == 2 ? 2U : 8U);  // 32, 32 and 6 bytes.
  }
  std::set<std::vector<TerminalId>> different;
  for (const auto& [key, order] : orders) {
    const std::set<TerminalId> all(order.begin(), order.end());
    EXPECT_EQ(order.size(), kN - 1);
    EXPECT_EQ(all.size(), kN - 1);
    EXPECT_EQ(all.count(key.second), 0U);
    different.insert(order);
  }
  EXPECT_EQ(different.size(), 3 * kN);
  const auto destinations = [](const std::vector<GraphMessage>& of) {
    std::vector<TerminalId> all;
    for (const GraphMessage& message : of) all.push_back(message.destination);
    return all;
  };
  EXPECT_NE(destinations(messages),
            destinations(exchange(mesh_of(kN), "algorithm: randomized, grain: 70, packet_bytes: 32", 2)));
}

TEST(TotalExchange, RandomizedDrawsEachPermutationAsOften) {
  const auto messages = exchange(mesh_of(4), "algorithm: randomized, grain: 12000, packet_bytes: 4");
  std::map<TerminalId, std::map<std::vector<TerminalId>, double>> counts;
  std::map<TerminalId, std::vector<TerminalId>> order;
  for (const GraphMessage& message : messages) {
    std::vector<TerminalId>& to = order[message.source];
    to.push_back(message.destination);
    if (to.size() < 3) continue;
    ++counts[message.source][to];
    to.clear();
  }
  for (const auto& [source, of_source] : counts) {
    ASSERT_EQ(of_source.size(), 6U);
    std::vector<double> observed;
    for (const auto& [permutation, count] : of_source) observed.push_back(count);
    EXPECT_LT(chi_square(observed, std::vector<double>(6, 500)), chi_square_limit(5)) << source;
  }
}

TEST(TotalExchange, RandomizedMayHaveABarrierBetweenSweeps) {
  const auto messages =
      exchange(mesh_of(5), "algorithm: randomized, grain: 12, packet_bytes: 4, synchronization: barrier");
  for (MessageId id = 0; id < messages.size(); ++id) EXPECT_EQ(messages[id].phase, id / 20);
}

TEST(TotalExchange, LeavesOutTerminalsThatDoNotSendAndReceive) {
  const auto messages = exchange(
      "{kind: custom, nodes: 5, links: [[0, 1], [1, 2], [2, 3], [3, 4]], terminals: [{entry: 0}, 1, 2, 4]}",
      "grain: 4");
  std::set<Block> pairs;
  for (const GraphMessage& message : messages) pairs.insert({message.source, message.destination});
  EXPECT_EQ(pairs, (std::set<Block>{{1, 2}, {1, 3}, {2, 1}, {2, 3}, {3, 1}, {3, 2}}));
}

const std::vector<std::string>& all_algorithms() {
  static const std::vector<std::string> kAll{"algorithm: shift, grain: 12", "algorithm: pairwise, grain: 12",
                                             "algorithm: indirect_pairwise, grain: 12",
                                             "algorithm: indirect_pairwise, order: rows_first, grain: 12",
                                             "algorithm: randomized, grain: 12, packet_bytes: 8"};
  return kAll;
}

TEST(TotalExchange, TheLedgerFindsNothingWhereAllIsWell) {
  for (const std::string& keys : all_algorithms()) {
    const MessageGraph graph = collective_on("{kind: mesh, radix: [4, 4]}", "total_exchange, " + keys);
    EXPECT_EQ(check_in_order(graph, messages_of(graph)), "") << keys;
  }
}

TEST(TotalExchange, TheLedgerMissesEachMessageThatIsLost) {
  for (const std::string& keys : all_algorithms()) {
    const MessageGraph graph = collective_on("{kind: mesh, radix: [4, 4]}", "total_exchange, " + keys);
    const auto messages = messages_of(graph);
    for (MessageId lost = 0; lost < messages.size(); lost += 7)
      EXPECT_NE(check_in_order(graph, messages, lost), "") << keys << ' ' << lost;
  }
}

TEST(TotalExchange, TheLedgerFindsWhatIsForwardedBeforeItHasCome) {
  const MessageGraph graph =
      collective_on("{kind: mesh, radix: [4, 4]}", "total_exchange, algorithm: indirect_pairwise, grain: 4");
  const auto messages = messages_of(graph);
  const auto check = graph.make_check();
  for (MessageId id = 0; id < 16; ++id)
    EXPECT_EQ(check->left({id, messages[id].source, messages[id].destination}), "");
  EXPECT_EQ(check->left({16, messages[16].source, messages[16].destination}),
            "message 16 leaves from terminal 0 with the block of 1 for 4, which is at 1");
}

TEST(TotalExchange, TheLedgerFindsABlockThatGoesTwiceOrAstray) {
  const MessageGraph graph = collective_on(mesh_of(3), "total_exchange, grain: 4");
  const auto check = graph.make_check();
  EXPECT_EQ(check->left({0, 0, 1}), "");
  EXPECT_EQ(check->left({0, 0, 1}),
            "message 0 leaves from terminal 0 with the block of 0 for 1, which has left");
  const auto other = graph.make_check();
  EXPECT_EQ(other->came({1, 1, 2}, 0),
            "message 1 comes to terminal 2 with the block of 1 for 2, which has not left");
  auto messages = messages_of(graph);
  messages[0].destination = 2;
  EXPECT_NE(check_in_order(graph, messages), "");
  const auto last = graph.make_check();
  EXPECT_EQ(last->ended(), "all messages have come, but the block of 0 for 1 is at terminal 0");
}

TEST(TotalExchange, TheBoundOnATorusIsHalfOfThePayloadOverTheBisection) {
  const auto bound = [](const std::string& topology, bool half_duplex = false) {
    const Experiment experiment =
        experiment_from("topology: " + topology +
                        "\nrouter: {kind: duato, virtual_channels: 4}\nrouting: {kind: "
                        "dimension_order}\nworkload: {kind: messages, graph: total_exchange, grain: 32}\n");
    return *exchange_bound(*experiment.design.topology, half_duplex, 8);
  };
  EXPECT_DOUBLE_EQ(bound("{kind: torus, radix: [16, 16]}"), 256.0 * 256 / 4 * 8 / (2 * 16));
  EXPECT_DOUBLE_EQ(bound("{kind: torus, radix: [8, 8]}"), 64.0 * 64 / 4 * 8 / (2 * 8));
  EXPECT_DOUBLE_EQ(bound("{kind: mesh, radix: [8, 8]}"), 64.0 * 64 / 4 * 8 / 8);
  EXPECT_DOUBLE_EQ(bound("{kind: mesh, radix: [8, 8]}", true), 2 * 64.0 * 64 / 4 * 8 / 8);
  EXPECT_DOUBLE_EQ(bound("{kind: torus, radix: [4, 4]}"), 15 * 8);  // The link of a terminal.
}

TEST(TotalExchange, HasNoBoundOnAPartOfATopology) {
  const Experiment experiment = experiment_from(
      "topology: {kind: mesh, radix: [4, 4]}\nrouter: {kind: duato, virtual_channels: 2}\n"
      "routing: {kind: adaptive_up_down}\nfaults: [{link: [0, 1]}]\n"
      "workload: {kind: messages, graph: total_exchange, grain: 32}\n");
  EXPECT_FALSE(exchange_bound(*experiment.design.topology, false, 8));
}

}  // namespace
}  // namespace switchyard
