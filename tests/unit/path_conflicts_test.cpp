#include "hw/analysis/path_conflicts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "hw/routing/dimension_order.h"
#include "hw/routing/duato.h"
#include "hw/topology/builders.h"
#include "tests/support/dice.h"

namespace switchyard {
namespace {

/// The channels of a path as a set, walked by coordinates: all of x first, then all of y.
std::set<std::pair<NodeId, NodeId>> steps_of(const TerminalPath& path, NodeId width) {
  std::set<std::pair<NodeId, NodeId>> steps;
  NodeId here = path.source;
  const auto go = [&](NodeId stride, auto place) {
    while (place(here) != place(path.destination)) {
      const NodeId next = place(here) < place(path.destination) ? here + stride : here - stride;
      steps.emplace(here, next);
      here = next;
    }
  };
  go(1, [&](NodeId node) { return node % width; });
  go(width, [&](NodeId node) { return node / width; });
  return steps;
}

std::uint64_t conflicts_by_pairs(const std::vector<TerminalPath>& paths, NodeId width) {
  std::uint64_t conflicts = 0;
  for (std::size_t a = 0; a < paths.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (paths[a].source == paths[b].source || paths[a].destination == paths[b].destination) continue;
      const auto steps = steps_of(paths[a], width);
      const auto others = steps_of(paths[b], width);
      conflicts +=
          std::any_of(steps.begin(), steps.end(), [&](const auto& step) { return others.contains(step); });
    }
  }
  return conflicts;
}

TEST(PathConflicts, AreThoseOfAllPairsOnAMesh) {
  for (std::uint64_t number = 0; number < 60; ++number) {
    Dice dice(number);
    const int width = dice.between(2, 6);
    const int height = dice.between(2, 6);
    const Topology mesh = build_mesh({{width, height}});
    const DimensionOrder routing(*mesh.shape<Grid>(), 1, false);
    std::vector<TerminalPath> paths;
    const int count = dice.between(1, 40);
    const auto draw = [&] { return static_cast<TerminalId>(dice.between(0, width * height - 1)); };
    for (int p = 0; p < count; ++p) paths.push_back({draw(), draw()});
    const PathConflicts found = find_conflicts(mesh, routing, paths);
    EXPECT_EQ(found.conflicts, conflicts_by_pairs(paths, static_cast<NodeId>(width))) << number;
    EXPECT_EQ(found.first.has_value(), found.conflicts != 0) << number;
    if (found.first) {
      EXPECT_EQ(conflicts_by_pairs({found.first->a, found.first->b}, static_cast<NodeId>(width)), 1U)
          << number;
    }
    const auto ends_shared = [&](TerminalId TerminalPath::*end) {
      TerminalId shared = 0;
      for (TerminalId t = 0; t < mesh.terminal_count(); ++t)
        shared +=
            std::count_if(paths.begin(), paths.end(), [&](const TerminalPath& p) { return p.*end == t; }) > 1;
      return shared;
    };
    EXPECT_EQ(found.shared_sources, ends_shared(&TerminalPath::source)) << number;
    EXPECT_EQ(found.shared_destinations, ends_shared(&TerminalPath::destination)) << number;
  }
}

TEST(PathConflicts, CountsPathsOverTheBusiestLink) {
  const Topology mesh = build_mesh({{5, 2}});
  const DimensionOrder routing(*mesh.shape<Grid>(), 1, false);
  const PathConflicts found = find_conflicts(mesh, routing, {{0, 2}, {1, 3}, {0, 2}, {5, 6}});
  EXPECT_EQ(found.busiest, 3);     // 1 -> 2.
  EXPECT_EQ(found.conflicts, 2U);  // Both paths 0 -> 2 with 1 -> 3.
  EXPECT_FALSE(found.can_go_at_once());
  EXPECT_TRUE(find_conflicts(mesh, routing, {{0, 2}, {2, 4}, {5, 6}}).can_go_at_once());
}

TEST(PathConflicts, NeedARoutingFunctionWithoutAChoice) {
  const Topology torus = build_torus({{4, 4}});
  const Duato routing(*torus.shape<Grid>(), 3);
  EXPECT_THROW(find_conflicts(torus, routing, {{0, 5}}), std::invalid_argument);
}

}  // namespace
}  // namespace switchyard
