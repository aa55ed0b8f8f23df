#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "hw/design/read/readers.h"
#include "hw/design/read/vc_rules.h"
#include "hw/routing/e_cube.h"
#include "hw/routing/fully_adaptive.h"
#include "hw/routing/hanging_order.h"
#include "hw/routing/hanging_vc.h"
#include "hw/routing/non_minimal.h"
#include "hw/routing/subcubes.h"
#include "hw/routing/zenith.h"

namespace switchyard {
namespace {

int dimensions_of(const Topology& topology) { return std::bit_width(topology.node_count()) - 1; }

/// The dimensions inside a subcube, as bits.
NodeId read_subcube(const ConfigNode& node, int dimensions) {
  const ConfigNode list =
      node.child("subcube",
                 {"", "dimensions inside a subcube: e-cube there; the others lead from subcube to subcube",
                  "a list of 0..`dimensions` - 1, not all of them", "the two lowest"},
                 {{ValueShape::Kind::List}});
  if (!list.exists()) return low_bits<NodeId>(std::min(2, dimensions - 1));
  NodeId inside = 0;
  for (const ConfigNode& element : list.items()) {
    const int dimension = element.as_integer<int>({0, dimensions - 1});
    if (!element.sound()) continue;
    if ((inside >> dimension & 1) != 0)
      element.fail(element.path() + " = " + std::to_string(dimension) + " is in the list already");
    inside |= bit<NodeId>(dimension);
  }
  if (list.sound() && inside == low_bits<NodeId>(dimensions)) {
    list.fail(list.path() + " has all " + std::to_string(dimensions) +
              " dimensions: one at least must lead from subcube to subcube");
  }
  return inside;
}

}  // namespace

std::unique_ptr<RoutingFunction> read_e_cube(const ConfigNode& root, const Topology&, int vcs) {
  if (!root.sound()) return nullptr;
  return std::make_unique<ECube>(vcs);
}

std::unique_ptr<RoutingFunction> read_hanging_vc(const ConfigNode& root, const Topology& topology, int vcs) {
  if (!root.sound()) return nullptr;
  return std::make_unique<HangingVc>(dimensions_of(topology), vcs);
}

std::unique_ptr<RoutingFunction> read_zenith(const ConfigNode& root, const Topology& topology, int vcs) {
  require_vcs(root, vcs, Zenith::kClasses, "zenith", "one up for each class of packets");
  if (!root.sound()) return nullptr;
  return std::make_unique<Zenith>(dimensions_of(topology), vcs);
}

std::unique_ptr<RoutingFunction> read_hanging_order(const ConfigNode& root, const Topology& topology,
                                                    int vcs) {
  if (!root.sound()) return nullptr;
  return std::make_unique<HangingOrder>(dimensions_of(topology), vcs);
}

std::unique_ptr<RoutingFunction> read_fully_adaptive(const ConfigNode& root, const Topology& topology,
                                                     int vcs) {
  require_vcs(root, vcs, FullyAdaptive::kEscapeVcs + 1, "fully_adaptive", "1 escape + 1 adaptive");
  require_throttle(root, vcs, vcs - FullyAdaptive::kEscapeVcs, "fully_adaptive");
  if (!root.sound()) return nullptr;
  return std::make_unique<FullyAdaptive>(dimensions_of(topology), vcs);
}

std::unique_ptr<RoutingFunction> read_subcubes(const ConfigNode& root, const Topology& topology, int vcs) {
  const int dimensions = dimensions_of(topology);
  const ConfigNode node = root.child("routing");
  const NodeId inside = read_subcube(node, dimensions);
  const auto moves = node.choice("moves_inside", Subcubes::kMovesInside, Subcubes::MovesInside::Ascending,
                                 {"",
                                  "when a packet may move inside a subcube: `ascending`: before it goes "
                                  "down; `always`: then, too, which can deadlock"});
  if (!root.sound()) return nullptr;
  return std::make_unique<Subcubes>(dimensions, inside, moves, vcs);
}

std::unique_ptr<RoutingFunction> read_non_minimal(const ConfigNode& root, const Topology& topology, int vcs) {
  const int dimensions = dimensions_of(topology);
  require_vcs(root, vcs, NonMinimal::classes(dimensions),
              "non_minimal in " + std::to_string(dimensions) + " dimensions",
              "1 for hops, and 1 for each phase with detours through the same dimension");
  if (!root.sound()) return nullptr;
  return std::make_unique<NonMinimal>(dimensions, vcs);
}

}  // namespace switchyard
