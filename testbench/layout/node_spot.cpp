#include "testbench/layout/node_spot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "hw/topology/butterfly.h"
#include "hw/topology/dragonfly.h"
#include "hw/topology/fat_tree.h"
#include "hw/topology/grid.h"
#include "hw/topology/hyperx.h"
#include "hw/topology/multibutterfly.h"
#include "hw/topology/multistage.h"
#include "hw/topology/ring_hierarchy.h"

namespace switchyard {
namespace {

constexpr double kGap = 1.5;       ///< Planes stand apart by this many pitches more than they are wide.
constexpr double kTreePitch = 56;  ///< Points between neighbours of the widest level.
constexpr double kLean = 28;       ///< Points by which a plane lies off the line of its neighbour.

/// Points between neighbours in a plane: room for the coordinates.
double pitch_of(const Grid& grid) { return 48 + 10 * grid.dimensions(); }

/// Even dimensions go right, odd ones down; each is laid out in steps of the whole width of those before it.
Place place_of(const Grid& grid, NodeId node) {
  Place right;  // x to the right, y down.
  double step[2] = {pitch_of(grid), pitch_of(grid)};
  for (int d = 0; d < grid.dimensions(); ++d) {
    const bool across = d % 2 == 0;
    (across ? right.x : right.y) += grid.coordinate(node, d) * step[d % 2];
    if (d >= 2) (across ? right.y : right.x) += grid.coordinate(node, d) * kLean;
    step[d % 2] *= grid.radix(d) - 1 + kGap;
  }
  return {right.x, -right.y};
}

std::string coordinates_of(const Grid& grid, NodeId node) {
  std::vector<int> coordinates;
  for (int d = 0; d < grid.dimensions(); ++d) coordinates.push_back(grid.coordinate(node, d));
  return fmt::format("({})", fmt::join(coordinates, ","));
}

/// The roots above, the leaf switches below, the levels as wide as each other.
Place place_of(const FatTree& tree, NodeId node) {
  const int level = tree.level(node);
  NodeId widest = 0;
  for (int l = 0; l < tree.levels(); ++l) widest = std::max(widest, tree.switches(l));
  const double step = kTreePitch * widest / tree.switches(level);
  return {(tree.place(node) + 0.5) * step, level * kTreePitch * (1 + widest / 12.0)};
}

/// A circle with `count` places that are `pitch` apart.
struct Circle {
  int count;
  double pitch;

  double radius() const { return count == 1 ? 0 : pitch / (2 * std::sin(std::numbers::pi / count)); }
  /// From the top clockwise, around `centre`.
  Place place(Place centre, int index) const {
    const double angle = 2 * std::numbers::pi * index / count;
    return {centre.x + radius() * std::sin(angle), centre.y + radius() * std::cos(angle)};
  }
};

/// Of `count` parts of `nodes` nodes each: a circle of circles, which are as far apart as they are wide.
Place place_of(int part, int parts, int node, int nodes) {
  const Circle inside{nodes, kTreePitch};
  const Circle around{parts, 4 * inside.radius() + kTreePitch};
  return inside.place(around.place({0, 0}, part), node);
}

bool is_ring(const Grid& grid) { return grid.dimensions() == 1 && grid.wraps(); }

/// Stages from left to right, about as wide together as they are high.
Spot in_stage(const char* what, int stage, int stages, NodeId row, NodeId rows) {
  const double step = kTreePitch * std::max(2.0, static_cast<double>(rows) / stages);
  return {{step * stage, -kTreePitch * row}, fmt::format("{} {}", what, stage)};
}

}  // namespace

std::optional<Spot> spot_of(const Topology& topology, NodeId node) {
  if (const auto* tree = topology.shape<FatTree>())
    return Spot{place_of(*tree, node), fmt::format("level {}", tree->level(node))};
  if (const auto* dragonfly = topology.shape<Dragonfly>()) {
    const int group = dragonfly->group(node);
    return Spot{place_of(group, dragonfly->groups(), dragonfly->router(node), dragonfly->routers()),
                fmt::format("group {}", group)};
  }
  if (const auto* rings = topology.shape<RingHierarchy>()) {
    const auto count = static_cast<int>(rings->global().node_count());
    const auto nodes = static_cast<int>(rings->local().node_count());
    const auto ring = static_cast<int>(rings->ring(node));
    return Spot{place_of(ring, count, static_cast<int>(rings->place(node)), nodes),
                fmt::format("ring {}", ring)};
  }
  const Grid* const grid = topology.shape<Grid>()     ? &*topology.shape<Grid>()
                           : topology.shape<HyperX>() ? &topology.shape<HyperX>()->places()
                                                      : nullptr;
  if (grid == nullptr) return std::nullopt;
  if (is_ring(*grid))
    return Spot{Circle{grid->radix(0), pitch_of(*grid)}.place({0, 0}, static_cast<int>(node)),
                coordinates_of(*grid, node)};
  return Spot{place_of(*grid, node), coordinates_of(*grid, node)};
}

std::optional<Spot> stage_spot_of(const Topology& topology, NodeId node) {
  if (const auto* stages = topology.shape<Multistage>())
    return in_stage("stage", stages->stage(node), stages->stages(), node % stages->switches_per_stage(),
                    stages->switches_per_stage());
  if (const auto* butterfly = topology.shape<Butterfly>())
    return in_stage("column", butterfly->column(node), butterfly->columns(), butterfly->row(node),
                    butterfly->row_count());
  if (const auto* levels = topology.shape<Multibutterfly>())
    return in_stage("level", levels->level(node), levels->levels(), levels->row(node), levels->rows());
  return std::nullopt;
}

}  // namespace switchyard
