#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw/topology/builders.h"

namespace switchyard {
namespace {

constexpr PortRef kNowhere{};

std::string error_of_attaching(Topology topology, std::vector<Attachment> terminals) {
  try {
    topology.attach(std::move(terminals));
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Terminals, AreOneAtTheLastPortOfEachNodeIfNobodySaysOtherwise) {
  const Topology mesh = build_mesh({{3, 2}});
  EXPECT_TRUE(mesh.has_plain_terminals());
  EXPECT_EQ(mesh.terminal_count(), 6U);
  EXPECT_EQ(mesh.terminals_per_node(), 1);
  for (NodeId node = 0; node < 6; ++node) {
    const PortRef last{node, mesh.port_count() - 1};
    EXPECT_EQ(mesh.attachment(node), (Attachment{last, last}));
    EXPECT_EQ(mesh.exits().of(node), last);
    EXPECT_EQ(mesh.terminal_at(last), node);
    EXPECT_EQ(mesh.entry_ports(node), bit<PortMask>(last.port));
    EXPECT_EQ(mesh.exit_ports(node), bit<PortMask>(last.port));
  }
  EXPECT_EQ(mesh.sources(), (std::vector<NodeId>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(mesh.destinations(), mesh.sources());
}

/// Node 0: terminals 0 and 1. Node 1: none. Node 2: terminal 1 receives, terminal 2 only receives. Node 3:
/// terminal 3 only sends.
Topology attached() {
  Topology topology("test", 4, 4);
  topology.attach({{{0, 2}, {0, 2}}, {{0, 3}, {2, 1}}, {kNowhere, {2, 3}}, {{3, 3}, kNowhere}});
  return topology;
}

TEST(Terminals, CanBeAnywhere) {
  const Topology topology = attached();
  EXPECT_FALSE(topology.has_plain_terminals());
  EXPECT_EQ(topology.terminal_count(), 4U);
  EXPECT_EQ(topology.terminals_per_node(), 0);
  EXPECT_EQ(topology.sources(), (std::vector<NodeId>{0, 3}));
  EXPECT_EQ(topology.destinations(), (std::vector<NodeId>{0, 2}));
  EXPECT_EQ(topology.entry_ports(0), PortMask{0b1100U});
  EXPECT_EQ(topology.exit_ports(0), PortMask{0b0100U});
  EXPECT_EQ(topology.exit_ports(2), PortMask{0b1010U});
  EXPECT_EQ(topology.terminal_ports(1), PortMask{0U});
  EXPECT_EQ(topology.exits().of(1), (PortRef{2, 1}));
  EXPECT_EQ(topology.terminal_at({2, 1}), 1U);
  EXPECT_EQ(topology.terminal_at({0, 3}), 1U);
  EXPECT_EQ(topology.terminal_at({1, 0}), kNoTerminal);
  EXPECT_FALSE(topology.attachment(0).is_split());
  EXPECT_TRUE(topology.attachment(1).is_split());
  EXPECT_FALSE(topology.attachment(2).sends());
  EXPECT_FALSE(topology.attachment(3).receives());
}

TEST(Terminals, StayWhereTheyAreWhenLinksAreGone) {
  Topology topology = attached();
  topology.connect({0, 0}, {2, 0}, 1);
  const Topology rest = topology.without({{2, 0}});
  EXPECT_TRUE(rest.channels().empty());
  EXPECT_EQ(rest.attachment(1), topology.attachment(1));
}

TEST(Terminals, CountPerNodeWhereAllNodesAreAlike) {
  Topology two("test", 2, 4);
  two.attach({{{0, 2}, {0, 2}}, {{0, 3}, {0, 3}}, {{1, 2}, {1, 2}}, {{1, 3}, {1, 3}}});
  EXPECT_EQ(two.terminals_per_node(), 2);
  two.attach({{{0, 2}, {0, 2}}, {{1, 3}, {1, 3}}, {{1, 2}, {1, 2}}});
  EXPECT_EQ(two.terminals_per_node(), 0);
  two.attach({{{0, 2}, {1, 2}}, {{1, 3}, {0, 3}}});
  EXPECT_EQ(two.terminals_per_node(), 0);
}

TEST(Terminals, NeedAPortOfTheirOwnThatExists) {
  Topology linked("test", 2, 3);
  linked.connect({0, 0}, {1, 0}, 1);
  EXPECT_EQ(error_of_attaching(linked, {{{0, 0}, kNowhere}}),
            "Topology::attach: port used twice: node 0, port 0");
  EXPECT_EQ(error_of_attaching(linked, {{{0, 3}, kNowhere}}),
            "Topology::attach: no such port: node 0, port 3");
  EXPECT_EQ(error_of_attaching(linked, {{kNowhere, {2, 0}}}),
            "Topology::attach: no such port: node 2, port 0");
  EXPECT_EQ(error_of_attaching(linked, {{{0, 2}, {0, 2}}, {kNowhere, {0, 2}}}),
            "Topology::attach: port used twice: node 0, port 2");
  EXPECT_EQ(error_of_attaching(linked, {{{0, 2}, {1, 2}}, {{1, 2}, {0, 2}}}),
            "Topology::attach: port used twice: node 1, port 2");
  EXPECT_THROW(linked.attach({{kNowhere, kNowhere}}), std::logic_error);
}

TEST(Terminals, TakeTheirPortFromTheLinks) {
  Topology topology = attached();
  EXPECT_THROW(topology.connect({0, 2}, {1, 0}, 1), std::logic_error);
  EXPECT_THROW(topology.connect({2, 1}, {1, 0}, 1), std::logic_error);
  EXPECT_NO_THROW(topology.connect({0, 0}, {2, 2}, 1));
}

TEST(OneWayLink, HasOneChannelAndTwoEnds) {
  Topology topology("test", 2, 3);
  topology.connect({0, 0}, {1, 1}, LinkConfig{.latency = 2, .cycles_per_flit = 3, .one_way = true});
  ASSERT_EQ(topology.channels().size(), 1U);
  EXPECT_EQ(topology.channels()[0].delay(), 4);
  EXPECT_FALSE(topology.is_open({0, 0}));
  EXPECT_TRUE(topology.is_open({1, 1}));
  EXPECT_EQ(topology.feeder({1, 1}), (PortRef{0, 0}));
  EXPECT_EQ(topology.far_end({0, 0}), (PortRef{1, 1}));
  EXPECT_EQ(topology.far_end({1, 1}), (PortRef{0, 0}));
  EXPECT_EQ(topology.far_end({0, 1}), kNowhere);
  EXPECT_THROW(topology.connect({1, 1}, {0, 1}, 1), std::logic_error);
  EXPECT_TRUE(topology.without({{1, 1}}).channels().empty());
}

}  // namespace
}  // namespace switchyard
