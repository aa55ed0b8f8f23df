#include "hw/analysis/path_figures.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "hw/base/bits.h"
#include "hw/routing/dimension_order.h"
#include "hw/routing/duato.h"
#include "hw/routing/nearest_ancestor.h"
#include "hw/routing/table.h"
#include "hw/routing/up_down.h"
#include "hw/topology/builders.h"
#include "hw/topology/fat_tree.h"
#include "hw/topology/grid.h"
#include "hw/topology/metrics.h"
#include "tests/support/graphs.h"

namespace switchyard {
namespace {

constexpr int kVcs = 4;
using Path = std::vector<NodeId>;

/// All node paths that a head flit may take, one by one.
void follow(const Topology& topology, const RoutingFunction& routing, const RouteQuery& at, Path path,
            std::set<Path>& paths) {
  path.push_back(at.here);
  if (at.here == at.destination) {
    paths.insert(path);
    return;
  }
  RouteSet routes;
  routing.route(at, routes);
  for (const RouteChoice& choice : routes) {
    const PortRef far = topology.peer({at.here, choice.port});
    for_each_bit(choice.vcs, [&](VcId vc) {
      follow(topology, routing, {far.node, at.destination, far.port, vc}, path, paths);
    });
  }
}

std::size_t shortest_paths(const Topology& topology, NodeId from, NodeId to) {
  if (from == to) return 1;
  const std::vector<int> distance = hops_from(topology, to);
  std::size_t paths = 0;
  for (const Channel& channel : topology.channels()) {
    if (channel.from.node == from && distance[channel.to.node] < distance[from])
      paths += shortest_paths(topology, channel.to.node, to);
  }
  return paths;
}

void expect_adaptivity_of_every_pair(const Topology& topology, const RoutingFunction& routing) {
  const ResourceSpace space(topology, kVcs);
  const PathFigures figures = measure_paths(space, routing);
  std::vector<double> share(figures.adaptivity.size());
  std::vector<double> pairs(figures.adaptivity.size());
  bool minimal = true;
  for (NodeId from = 0; from < topology.node_count(); ++from) {
    const std::vector<int> distance = hops_from(topology, from);
    for (NodeId to = 0; to < topology.node_count(); ++to) {
      if (from == to) continue;
      const auto hops = static_cast<std::size_t>(distance[to]);
      std::set<Path> paths;
      follow(topology, routing, {from, to, topology.terminal_port(), 0}, {}, paths);
      std::size_t shortest = 0;
      for (const Path& path : paths) {
        minimal = minimal && path.size() == hops + 1;
        shortest += path.size() == hops + 1;
      }
      share[hops] += static_cast<double>(shortest) / static_cast<double>(shortest_paths(topology, from, to));
      ++pairs[hops];
    }
  }
  EXPECT_EQ(figures.minimal, minimal);
  for (std::size_t hops = 1; hops < share.size(); ++hops)
    EXPECT_NEAR(figures.adaptivity[hops].value_or(0), share[hops] / pairs[hops], 1e-12) << hops;
}

TEST(PathFigures, AdaptivityIsTheShareOfTheMinimalPaths) {
  const Topology mesh = build_mesh({{4, 3}});
  expect_adaptivity_of_every_pair(mesh, DimensionOrder(*mesh.shape<Grid>(), kVcs, true));
  expect_adaptivity_of_every_pair(mesh, Duato(*mesh.shape<Grid>(), kVcs));
  const Topology torus = build_torus({{4, 5}});
  expect_adaptivity_of_every_pair(torus, DimensionOrder(*torus.shape<Grid>(), kVcs, true));
  expect_adaptivity_of_every_pair(torus, UpDown(torus, /*root=*/3, kVcs));
  const Topology ring = build_custom(links_of(build_torus({{5}})));
  expect_adaptivity_of_every_pair(ring, UpDown(ring, /*root=*/0, kVcs));
}

/// Leaf switches are an even number of hops apart.
TEST(PathFigures, SayNothingOfDistancesWithoutTerminals) {
  const Topology tree = build_fat_tree({{2, 2, 2}, {2, 2}});
  const PathFigures figures =
      measure_paths(ResourceSpace(tree, kVcs), NearestAncestor(*tree.shape<FatTree>(), kVcs));
  EXPECT_EQ(figures.adaptivity,
            (std::vector<std::optional<double>>{std::nullopt, std::nullopt, 1, std::nullopt, 1}));
}

TEST(PathFigures, DuatoOffersEveryMinimalPath) {
  const Topology torus = build_torus({{6, 5}});
  const PathFigures figures = measure_paths(ResourceSpace(torus, kVcs), Duato(*torus.shape<Grid>(), kVcs));
  for (std::size_t hops = 1; hops < figures.adaptivity.size(); ++hops)
    EXPECT_DOUBLE_EQ(figures.adaptivity[hops].value_or(0), 1) << hops;
}

TEST(PathFigures, LoadsAreThoseOfAllPairsOnTheirPaths) {
  const Topology mesh = build_mesh({{4, 4}});
  const DimensionOrder routing(*mesh.shape<Grid>(), kVcs, true);
  std::vector<double> load(mesh.channels().size());
  for (NodeId from = 0; from < 16; ++from) {
    for (NodeId to = 0; to < 16; ++to) {
      for (NodeId here = from; here != to;) {
        RouteSet routes;
        routing.route({here, to, -1, 0}, routes);
        const int channel = mesh.channel_from({here, routes.begin()->port});
        load[static_cast<std::size_t>(channel)] += 1.0 / 15;
        here = mesh.channels()[static_cast<std::size_t>(channel)].to.node;
      }
    }
  }
  const PathFigures figures = measure_paths(ResourceSpace(mesh, kVcs), routing);
  ASSERT_EQ(figures.channel_load.size(), load.size());
  for (std::size_t i = 0; i < load.size(); ++i) EXPECT_NEAR(figures.channel_load[i], load[i], 1e-12) << i;
  EXPECT_NEAR(1 / busiest_channel(mesh, figures.channel_load, false)->load,
              measure(mesh, false).capacity * 15 / 16, 1e-12);
}

TEST(PathFigures, ALinkOfHalfDuplexCarriesTheLoadOfBothDirections) {
  const Topology triangle = build_custom({.nodes = 3, .links = {{0, 1}, {1, 2}, {2, 0}}});
  std::vector<TableRouting::Entry> entries;
  const auto go = [&](NodeId here, NodeId destination, NodeId next) {
    for (PortId port = 0; port < triangle.terminal_port(); ++port) {
      if (triangle.peer({here, port}).node == next) entries.push_back({here, destination, port});
    }
  };
  go(0, 1, 1), go(1, 0, 0), go(1, 2, 2), go(2, 1, 1), go(2, 0, 0);
  go(0, 2, 1);  // The long way: 0 -> 1 and 1 -> 2 carry 1 flit per cycle, the others a half.
  const PathFigures figures =
      measure_paths(ResourceSpace(triangle, 1), TableRouting(triangle, entries, /*vc_count=*/1));
  EXPECT_NEAR(busiest_channel(triangle, figures.channel_load, false)->load, 1, 1e-12);
  EXPECT_NEAR(busiest_channel(triangle, figures.channel_load, true)->load, 1.5, 1e-12);
}

TEST(PathFigures, LoadsAddUpToTheDistances) {
  for (const Topology& topology : {build_torus({{5, 4}}), build_hypercube({4}), build_mesh({{5, 3}})}) {
    const PathFigures figures =
        measure_paths(ResourceSpace(topology, kVcs), Duato(*topology.shape<Grid>(), kVcs));
    const double total = std::accumulate(figures.channel_load.begin(), figures.channel_load.end(), 0.0);
    EXPECT_NEAR(total, topology.node_count() * measure(topology, false).mean_distance, 1e-9)
        << topology.kind();
  }
}

TEST(PathFigures, ThereAreNoLoadsWherePacketsMayGoInCircles) {
  const Topology line = build_mesh({{3}});
  const TableRouting wanders(
      line, {{0, 1, 0}, {0, 2, 0}, {1, 0, 1}, {1, 2, 0}, {1, 2, 1}, {2, 0, 1}, {2, 1, 1}}, 1);
  const PathFigures figures = measure_paths(ResourceSpace(line, 1), wanders);
  EXPECT_FALSE(figures.minimal);
  EXPECT_TRUE(figures.channel_load.empty());
  EXPECT_FALSE(busiest_channel(line, figures.channel_load, false).has_value());
}

TEST(PathFigures, CountsTheVcsThatPacketsMayHold) {
  const Topology torus = build_torus({{5}});
  const DimensionOrder with_dateline(*torus.shape<Grid>(), 2, true);
  // Ten channels; each way the second VC is used from the wrap-around link on, as far as two hops from it.
  EXPECT_EQ(measure_paths(ResourceSpace(torus, 2), with_dateline).used_resources, 8U + 4U);
}

}  // namespace
}  // namespace switchyard
