#include "testbench/timeline/link_groups.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

using Capacities = std::map<std::string, double>;

Design design_of(const std::string& topology, const std::string& rest) {
  return experiment_from("{name: t, topology: {" + topology + "}, " + rest +
                         ", traffic: {pattern: uniform, packet_length: 1, load: 0.1}}")
      .design;
}

Design vc_design(const std::string& topology, const std::string& routing) {
  return design_of(topology,
                   "router: {kind: duato, virtual_channels: 4, input_depth: 4, output_depth: 2}, "
                   "routing: {kind: " +
                       routing + "}");
}

/// Capacity of each group; every channel is in one.
Capacities capacities(const Design& design) {
  const LinkGroups links = link_groups_of(design);
  EXPECT_EQ(links.of_channel.size(), design.topology->channels().size());
  Capacities found;
  double all = 0;
  for (const LinkGroup& group : links.groups) {
    EXPECT_TRUE(found.emplace(group.name, group.capacity).second) << group.name;
    all += group.capacity;
  }
  EXPECT_DOUBLE_EQ(links.capacity(), all);
  return found;
}

std::vector<std::string> names(const Design& design) {
  std::vector<std::string> found;
  for (const LinkGroup& group : link_groups_of(design).groups) found.push_back(group.name);
  return found;
}

TEST(LinkGroups, OfAGridAreItsDimensions) {
  EXPECT_EQ(capacities(vc_design("kind: torus, radix: [4, 3]", "duato")), (Capacities{{"x", 24}, {"y", 24}}));
  EXPECT_EQ(capacities(vc_design("kind: mesh, radix: [4, 3]", "dimension_order")),
            (Capacities{{"x", 2 * 3 * 3}, {"y", 2 * 4 * 2}}));
  EXPECT_EQ(names(vc_design("kind: mesh, radix: [2, 2, 2, 2, 2]", "dimension_order")),
            (std::vector<std::string>{"x", "y", "z", "w", "d4"}));
}

TEST(LinkGroups, HaveTheChannelsThatLeadAlongTheDimension) {
  const Design design = vc_design("kind: torus, radix: [4, 3, 2]", "duato");
  const LinkGroups links = link_groups_of(design);
  const auto coordinate = [](NodeId node, std::size_t d) {
    return d == 0 ? node % 4 : d == 1 ? node / 4 % 3 : node / 12;
  };
  for (std::size_t c = 0; c < links.of_channel.size(); ++c) {
    const Channel& channel = design.topology->channels()[c];
    for (std::size_t d = 0; d < 3; ++d) {
      const bool differs = coordinate(channel.from.node, d) != coordinate(channel.to.node, d);
      EXPECT_EQ(differs, d == links.of_channel[c]);
    }
  }
}

TEST(LinkGroups, OfAHypercubeHaveTheNamesOfItsPorts) {
  EXPECT_EQ(capacities(vc_design("kind: hypercube, dimensions: 3", "dimension_order")),
            (Capacities{{"dim0", 8}, {"dim1", 8}, {"dim2", 8}}));
}

TEST(LinkGroups, OfAHyperXAreItsDimensions) {
  EXPECT_EQ(capacities(vc_design("kind: hyperx, radix: [4, 3]", "dimension_order")),
            (Capacities{{"x", 12 * 3}, {"y", 12 * 2}}));
}

TEST(LinkGroups, OfHalfDuplexLinksCarryHalf) {
  EXPECT_EQ(capacities(vc_design("kind: torus, radix: [4, 3], duplex: half", "duato")),
            (Capacities{{"x", 12}, {"y", 12}}));
}

TEST(LinkGroups, OfNarrowLinksCarryAPart) {
  // Two chiplets of 2 x 2 side by side: two links from die to die, each of which takes a flit in 4 cycles.
  EXPECT_EQ(capacities(vc_design("kind: chiplets, radix: [2, 2], chiplets: [2, 1], die_cycles_per_flit: 4",
                                 "dimension_order")),
            (Capacities{{"x", 2 * 4 + 2 * 2 / 4.0}, {"y", 2 * 4}}));
}

TEST(LinkGroups, OfPacketsOfSeveralPhitsCarryAPacketInSoManyCycles) {
  EXPECT_EQ(capacities(design_of("kind: hypercube, dimensions: 3",
                                 "router: {kind: konstantinidou, queue_size: 4, phits_per_packet: 4}, "
                                 "routing: {kind: two_queue}")),
            (Capacities{{"dim0", 2}, {"dim1", 2}, {"dim2", 2}}));
}

TEST(LinkGroups, OfTreesAndStagesLeadFromOneToTheNext) {
  const Design tree = vc_design("kind: fat_tree, children: [4, 4, 4], parents: [4, 4]", "nearest_ancestor");
  EXPECT_EQ(names(tree), (std::vector<std::string>{"level_0_1", "level_1_2"}));
  EXPECT_EQ(capacities(tree), (Capacities{{"level_0_1", 2 * 16 * 4}, {"level_1_2", 2 * 16 * 4}}));
  const Design stages = vc_design("kind: multistage, wiring: omega, terminals: 16", "destination_tag");
  EXPECT_EQ(names(stages), (std::vector<std::string>{"stage_0_1", "stage_1_2", "stage_2_3"}));
  EXPECT_EQ(capacities(stages), (Capacities{{"stage_0_1", 16}, {"stage_1_2", 16}, {"stage_2_3", 16}}));
}

TEST(LinkGroups, OfHierarchiesAreLocalAndGlobal) {
  EXPECT_EQ(capacities(vc_design("kind: dragonfly, routers: 4, global_links: 1, groups: 5", "dragonfly")),
            (Capacities{{"local", 5 * 4 * 3}, {"global", 5 * 4}}));
  EXPECT_EQ(capacities(vc_design("kind: hierarchical_ring, rings: 3, nodes: 4", "hierarchical_ring")),
            (Capacities{{"local", 2 * 12}, {"global", 2 * 3}}));
}

TEST(LinkGroups, AreTheKindsOfLinksElsewhere) {
  EXPECT_EQ(capacities(vc_design("kind: butterfly, dimensions: 3", "up_down")),
            (Capacities{{"straight", 2 * 24}, {"cross", 2 * 24}}));
  EXPECT_EQ(capacities(vc_design("kind: cube_connected_cycles, dimensions: 3", "up_down")),
            (Capacities{{"ring", 2 * 24}, {"cube", 24}}));
  EXPECT_EQ(capacities(vc_design("kind: shuffle_exchange, dimensions: 3", "up_down")),
            (Capacities{{"exchange", 8}, {"shuffle", 2 * 6}}));
  EXPECT_EQ(capacities(vc_design("kind: d_way_shuffle, radix: 2, dimensions: 3", "up_down")),
            (Capacities{{"links", 2 * (16 - 2)}}));
}

TEST(LinkGroups, LeaveOutLinksThatAreKnownToBeFaulty) {
  const Design design = design_of("kind: mesh, radix: [3, 3]",
                                  "router: {kind: duato, virtual_channels: 4, input_depth: 4, output_depth: "
                                  "2}, routing: {kind: up_down}, faults: [{link: [0, 1]}]");
  EXPECT_EQ(capacities(design), (Capacities{{"x", 2 * 6 - 2}, {"y", 2 * 6}}));
}

}  // namespace
}  // namespace switchyard
