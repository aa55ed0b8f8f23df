#include "hw/design/read/network_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/inspect/graphviz.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

constexpr std::uint64_t kDraws = 300;

struct Read {
  CustomConfig config;
  std::vector<std::string> faults;
};

Read read_dot(const std::string& text, int latency = 1) {
  std::istringstream stream(text);
  Read read;
  read.config = read_network_dot(stream, "n.dot", latency, read.faults);
  return read;
}

Read read_csv(const std::string& links, const std::string& terminals = "") {
  std::istringstream stream(links);
  Read read;
  read.config = read_network_csv(stream, "n.csv", /*latency=*/2, read.faults);
  if (terminals.empty()) return read;
  std::istringstream more(terminals);
  read_terminals_csv(more, "t.csv", read.config, read.faults);
  return read;
}

/// from, to, latency, cycles per flit, one way
using LinkOf = std::tuple<NodeId, NodeId, int, int, bool>;

std::vector<LinkOf> links_of(const CustomConfig& config) {
  std::vector<LinkOf> links;
  for (const auto& [a, b, latency, cycles_per_flit, one_way] : config.links)
    links.emplace_back(a, b, latency, cycles_per_flit, one_way);
  return links;
}

std::vector<std::pair<NodeId, NodeId>> terminals_of(const CustomConfig& config) {
  std::vector<std::pair<NodeId, NodeId>> terminals;
  for (const auto& [entry, exit] : config.terminals) terminals.emplace_back(entry, exit);
  return terminals;
}

std::string drawn_name(Dice& dice, std::size_t number) {
  static const std::vector<std::string> kParts{"a",   "core", "Mem 3", "\"",      "\\",
                                               "x-y", "t",    "graph", "\xc3\xa4"};
  std::string name;
  for (int i = dice.between(1, 3); i > 0; --i)
    name += kParts[static_cast<std::size_t>(dice.between(0, static_cast<int>(kParts.size()) - 1))];
  return name + "_" + std::to_string(number);
}

CustomConfig drawn(std::uint64_t seed) {
  Dice dice(seed);
  CustomConfig config;
  config.nodes = static_cast<NodeId>(dice.between(2, 7));
  const auto node = [&] { return static_cast<NodeId>(dice.between(0, static_cast<int>(config.nodes) - 1)); };
  for (int i = dice.between(1, 12); i > 0; --i) {
    const NodeId a = node();
    const NodeId b =
        (a + static_cast<NodeId>(dice.between(1, static_cast<int>(config.nodes) - 1))) % config.nodes;
    config.links.push_back({a, b, dice.between(1, 9), dice.between(1, 3), dice.chance(0.3)});
  }
  if (dice.chance(0.7)) {
    for (int i = dice.between(1, 6); i > 0; --i) {
      const int kind = dice.between(0, 3);
      const NodeId at = node();
      config.terminals.push_back(kind == 0   ? CustomConfig::Terminal{at, kNoNode}
                                 : kind == 1 ? CustomConfig::Terminal{kNoNode, at}
                                 : kind == 2 ? CustomConfig::Terminal{at, at}
                                             : CustomConfig::Terminal{at, node()});
    }
  }
  if (dice.chance(0.5)) {
    for (NodeId n = 0; n < config.nodes; ++n) config.names.nodes.push_back(drawn_name(dice, n));
  }
  if (dice.chance(0.5)) {
    for (std::size_t t = 0; t < config.terminals.size(); ++t)
      config.names.terminals.push_back(drawn_name(dice, t));
  }
  return config;
}

std::string drawing_of(const Topology& topology) {
  std::ostringstream text;
  write_graphviz(text, "a \"network\"", topology);
  return text.str();
}

TEST(NetworkFile, WhatIsDrawnReadsBackAsTheSameNetwork) {
  for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
    const Topology before = build_custom(drawn(seed));
    const std::string text = drawing_of(before);
    const auto [config, faults] = read_dot(text);
    ASSERT_TRUE(faults.empty()) << "seed " << seed << ": " << faults.front() << "\n" << text;
    const Topology after = build_custom(config);
    ASSERT_EQ(after.node_count(), before.node_count()) << "seed " << seed;
    EXPECT_EQ(after.names().nodes, before.names().nodes) << "seed " << seed;
    EXPECT_EQ(after.names().terminals, before.names().terminals) << "seed " << seed;
    ASSERT_EQ(after.channels().size(), before.channels().size()) << "seed " << seed;
    for (std::size_t i = 0; i < before.channels().size(); ++i) {
      const Channel& was = before.channels()[i];
      const Channel& is = after.channels()[i];
      EXPECT_EQ(std::tie(is.from, is.to, is.latency, is.cycles_per_flit),
                std::tie(was.from, was.to, was.latency, was.cycles_per_flit))
          << "seed " << seed << ", channel " << i;
    }
    ASSERT_EQ(after.terminal_count(), before.terminal_count()) << "seed " << seed;
    for (TerminalId terminal = 0; terminal < before.terminal_count(); ++terminal)
      EXPECT_EQ(after.attachment(terminal), before.attachment(terminal)) << "seed " << seed;
  }
}

TEST(NetworkFile, DrawingsOfOtherTopologiesReadBackAsTheSameGraph) {
  const std::vector<Topology> networks{build_torus({{4, 3}, 2, 3}),
                                       build_mesh({{3, 2}}),
                                       build_fat_tree({{2, 2, 2}, {2, 2}}),
                                       build_dragonfly({3, 2, 1, 4, 1, 5}),
                                       build_hierarchical_ring({3, 4, 1, 2}),
                                       build_hyperx({{3, 2}, 2}),
                                       build_ring({5, 1, true}),
                                       build_chiplets({{2, 2}, {2, 1}, 1, 1, 4, 2})};
  for (const Topology& before : networks) {
    const auto [config, faults] = read_dot(drawing_of(before));
    ASSERT_TRUE(faults.empty()) << before.kind() << ": " << faults.front();
    const Topology after = build_custom(config);
    const auto channels = [](const Topology& topology) {
      std::multiset<std::tuple<NodeId, NodeId, int, int>> all;
      for (const Channel& channel : topology.channels())
        all.emplace(channel.from.node, channel.to.node, channel.latency, channel.cycles_per_flit);
      return all;
    };
    EXPECT_EQ(channels(after), channels(before)) << before.kind();
    ASSERT_EQ(after.terminal_count(), before.terminal_count()) << before.kind();
    for (TerminalId terminal = 0; terminal < before.terminal_count(); ++terminal) {
      EXPECT_EQ(after.attachment(terminal).entry.node, before.attachment(terminal).entry.node)
          << before.kind();
      EXPECT_EQ(after.attachment(terminal).exit.node, before.attachment(terminal).exit.node) << before.kind();
    }
  }
}

TEST(NetworkFile, DotHasTwoWayGraphsAndOneWayDigraphs) {
  const auto two = read_dot("graph { a -- b -- c; }", 3);
  EXPECT_EQ(links_of(two.config), (std::vector<LinkOf>{{0, 1, 3, 1, false}, {1, 2, 3, 1, false}}));
  EXPECT_EQ(two.config.names.nodes, (std::vector<std::string>{"a", "b", "c"}));
  const auto one = read_dot("strict DiGraph \"x\" { a -> b [dir=both] b -> c [dir=back, latency=7] c -> a }");
  EXPECT_EQ(links_of(one.config),
            (std::vector<LinkOf>{{0, 1, 1, 1, false}, {2, 1, 7, 1, true}, {2, 0, 1, 1, true}}));
}

TEST(NetworkFile, DotKnowsDefaultsSubgraphsAndComments) {
  const auto [config, faults] = read_dot(R"(# a preprocessor's line
graph {
  // the fast part
  edge [latency=2]; node [terminals=1, shape=box]
  subgraph cluster_0 { label = "left"; edge [latency=5, channels=2]
    0 -- 1 /* two
    lines */ }
  node [terminals=0]
  1 -- 2 [cycles_per_flit=4, color="red"]
})");
  ASSERT_TRUE(faults.empty()) << faults.front();
  EXPECT_EQ(links_of(config),
            (std::vector<LinkOf>{{0, 1, 5, 1, false}, {0, 1, 5, 1, false}, {1, 2, 2, 4, false}}));
  EXPECT_EQ(terminals_of(config), (std::vector<std::pair<NodeId, NodeId>>{{0, 0}, {1, 1}}));
  EXPECT_TRUE(config.names.nodes.empty());
}

TEST(NetworkFile, NumbersOfNodesAreTheirNumbersInWhateverOrder) {
  EXPECT_EQ(links_of(read_dot("graph { 2 -- 0; 0 -- 1 }").config),
            (std::vector<LinkOf>{{2, 0, 1, 1, false}, {0, 1, 1, 1, false}}));
  const auto gap = read_dot("graph { 7 -- 0; 0 -- 1 }");  // Not 0..2: names.
  EXPECT_EQ(links_of(gap.config), (std::vector<LinkOf>{{0, 1, 1, 1, false}, {1, 2, 1, 1, false}}));
  EXPECT_EQ(gap.config.names.nodes, (std::vector<std::string>{"7", "0", "1"}));
}

TEST(NetworkFile, FaultsOfDotSayWhereAndWhat) {
  const auto fault = [](const std::string& text) {
    const auto faults = read_dot(text).faults;
    return faults.empty() ? "none" : faults.front();
  };
  EXPECT_EQ(fault("net { a -- b }"),
            "n.dot:1:1: error: a network begins with graph or digraph, not with 'net'");
  EXPECT_EQ(fault("graph {\n a -> b }"), "n.dot:2:4: error: '->' stands in a graph, whose links are '--'");
  EXPECT_EQ(fault("digraph {\n a -- b }"),
            "n.dot:2:4: error: '--' stands in a digraph, whose links are '->'");
  EXPECT_EQ(fault("graph { a -- b [latency=0] }"),
            "n.dot:1:25: error: latency = '0' is not a whole number in 1..64");
  EXPECT_EQ(fault("graph { a -- b [latency=fast] }"),
            "n.dot:1:25: error: latency = 'fast' is not a whole number in 1..64");
  EXPECT_EQ(fault("graph { a -- b [latancy=2] }"),
            "n.dot:1:17: error: there is no attribute latancy; did you mean latency?");
  EXPECT_EQ(fault("graph { a -- b\n"), "n.dot:2:1: error: '}' is missing before the end of the file");
  EXPECT_EQ(fault("graph { a -- \"b\n}"), "n.dot:1:14: error: the text has no end: a quote is missing");
  EXPECT_EQ(fault("graph { /* a -- b }"), "n.dot:1:9: error: the comment has no end");
  EXPECT_EQ(fault("graph { a -- {b c} }"),
            "n.dot:1:14: error: links of a whole subgraph are not read: list them one by one");
  EXPECT_EQ(fault("graph { a:n -- b }"),
            "n.dot:1:10: error: ports of nodes are not read: only the name of the node");
  EXPECT_EQ(fault("graph { a -- a }"), "n.dot:1:9: error: the link joins node a with itself");
  EXPECT_EQ(fault("graph { a -- b } }"), "n.dot:1:18: error: '}' stands behind the network");
  EXPECT_EQ(fault("graph { a; b }"), "n.dot:1:1: error: the file has no links");
  EXPECT_EQ(fault("graph { t [terminal=1]; t -- a; a -- b }"), "n.dot:1:1: error: no node has terminal=0");
  EXPECT_EQ(fault("graph { t [terminal=0]; a -- b }"),
            "n.dot:1:1: error: terminal 0 is joined with no router");
  EXPECT_EQ(fault("graph { t [terminal=0]; t -- a; t -- b; a -- b }"),
            "n.dot:1:33: error: terminal t is joined with more than one router in one direction");
  EXPECT_EQ(fault("graph { t [terminal=0]; u [terminal=1]; t -- u; a -- b }"),
            "n.dot:1:41: error: the link joins two terminals, t and u");
  EXPECT_EQ(fault("graph { a [terminals=2]; t [terminal=0]; t -- a; a -- b }"),
            "n.dot:1:1: error: the file has both attributes, terminals and terminal: use one of them");
}

TEST(NetworkFile, CsvHasOneLinkPerLine) {
  const auto [config, faults] = read_csv(
      "from,to,latency,cycles_per_flit,one_way,channels\n"
      "cpu,sw\n"
      "sw,mem,5,2,true\n"
      "mem,cpu,,,,2 # wide\n");
  ASSERT_TRUE(faults.empty()) << faults.front();
  EXPECT_EQ(config.names.nodes, (std::vector<std::string>{"cpu", "sw", "mem"}));
  EXPECT_EQ(links_of(config),
            (std::vector<LinkOf>{
                {0, 1, 2, 1, false}, {1, 2, 5, 2, true}, {2, 0, 2, 1, false}, {2, 0, 2, 1, false}}));
}

TEST(NetworkFile, CsvOfTerminalsAttachesThemByNameOrNumber) {
  const std::string header = "from,to,latency,cycles_per_flit,one_way,channels\n";
  const auto named = read_csv(header + "a,b\n", "name,entry,exit\ncore,a,a\n,b\ndram,,b\n");
  ASSERT_TRUE(named.faults.empty()) << named.faults.front();
  EXPECT_EQ(terminals_of(named.config),
            (std::vector<std::pair<NodeId, NodeId>>{{0, 0}, {1, kNoNode}, {kNoNode, 1}}));
  EXPECT_EQ(named.config.names.terminals, (std::vector<std::string>{"core", "1", "dram"}));
  const auto numbered = read_csv(header + "1,0\n", "name,entry,exit\n0,1,0\n");
  EXPECT_EQ(terminals_of(numbered.config), (std::vector<std::pair<NodeId, NodeId>>{{1, 0}}));
  EXPECT_TRUE(numbered.config.names.terminals.empty());
}

TEST(NetworkFile, FaultsOfCsvSayWhereAndWhat) {
  const std::string header = "from,to,latency,cycles_per_flit,one_way,channels\n";
  const auto fault = [](const std::string& links, const std::string& terminals = "") {
    const auto faults = read_csv(links, terminals).faults;
    return faults.empty() ? "none" : faults.front();
  };
  EXPECT_EQ(
      fault("a,b\n"),
      "n.csv:1:1: error: the first line must be the header from,to,latency,cycles_per_flit,one_way,channels");
  EXPECT_EQ(fault(header + "a\n"), "n.csv:2:2: error: to is missing");
  EXPECT_EQ(fault(header + "a,b,99\n"), "n.csv:2:5: error: latency = 99 is out of range: 1..64");
  EXPECT_EQ(fault(header + "a,b,1,1,yes\n"), "n.csv:2:9: error: one_way = 'yes' is not one of false, true");
  EXPECT_EQ(fault(header + "a,a\n"), "n.csv:2:3: error: the link joins node a with itself");
  EXPECT_EQ(fault(header), "n.csv:1:1: error: the file has no links");
  EXPECT_EQ(fault(header + "core,mem\n", "name,entry,exit\nx,cor,mem\n"),
            "t.csv:2:3: error: no link names node 'cor'; did you mean 'core'?");
  EXPECT_EQ(fault(header + "a,b\n", "name,entry,exit\nx,a\nx,b\n"),
            "t.csv:3:1: error: terminal 'x' stands in the file twice");
  EXPECT_EQ(fault(header + "a,b\n", "name,entry,exit\nx\n"),
            "t.csv:2:2: error: terminal 'x' is attached nowhere: it needs an entry, or an exit, or both");
}

}  // namespace
}  // namespace switchyard
