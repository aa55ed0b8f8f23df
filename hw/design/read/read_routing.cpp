#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hw/analysis/reachability.h"
#include "hw/design/read/readers.h"
#include "hw/design/read/vc_rules.h"
#include "hw/routing/adaptive_up_down.h"
#include "hw/routing/destination_tag.h"
#include "hw/routing/dimension_order.h"
#include "hw/routing/dimension_reversal.h"
#include "hw/routing/dragonfly.h"
#include "hw/routing/duato.h"
#include "hw/routing/hierarchical_ring.h"
#include "hw/routing/hyperx_dimension_order.h"
#include "hw/routing/hyperx_duato.h"
#include "hw/routing/multibutterfly_sides.h"
#include "hw/routing/nearest_ancestor.h"
#include "hw/routing/o1turn.h"
#include "hw/routing/ring.h"
#include "hw/routing/table.h"
#include "hw/routing/turn_model.h"
#include "hw/routing/up_down.h"
#include "hw/topology/dragonfly.h"
#include "hw/topology/fat_tree.h"
#include "hw/topology/grid.h"
#include "hw/topology/hyperx.h"
#include "hw/topology/link_kinds.h"
#include "hw/topology/ring_hierarchy.h"

namespace switchyard {
namespace {

/// A fault if links of the grid are missing that the routing function counts on.
void require_whole_grid(const ConfigNode& root, const Topology& topology) {
  if (topology.is_whole()) return;
  const ConfigNode kind = root.child("routing").child("kind");
  kind.fail("routing.kind = " + kind.as_string() +
            " needs a link in every row, but topology.kind = " + topology.kind() +
            " has topology.die_links of them across an edge: use up_down or adaptive_up_down");
}

/// `root` of an up*/down* tree; a fault if its tables would be too large.
NodeId read_tree_root(const ConfigNode& node, const Topology& topology) {
  const auto tree_root = node.integer("root", {0, topology.node_count() - 1}, 0,
                                      {"", "the node at the root of the tree", "0..nodes - 1"});
  constexpr NodeId kMaxNodes = 4096;
  if (topology.node_count() > kMaxNodes) {
    const ConfigNode kind = node.child("kind");
    kind.fail("routing.kind = " + kind.as_string() + " keeps tables of 4 N^2 bytes and takes at most " +
              std::to_string(kMaxNodes) + " nodes, not " + std::to_string(topology.node_count()));
  }
  if (has_one_way_links(topology)) {
    const ConfigNode kind = node.child("kind");
    kind.fail("routing.kind = " + kind.as_string() +
              " needs links of two directions, and this topology has links of one: use table");
  }
  return static_cast<NodeId>(tree_root);
}

/// `order` of the dimensions of a grid; empty if it is not given.
std::vector<int> read_order_of_dimensions(const ConfigNode& node, const Topology& topology) {
  const ConfigNode key = node.child("order",
                                    {"dimensions",
                                     "all of a grid, in the order in which packets correct them; "
                                     "[1, 0] is y before x",
                                     "a list of dimensions", "0, 1, ..."},
                                    {{ValueShape::Kind::WholeNumbers}});
  if (!key.exists()) return {};
  const Grid* const grid = topology.shape<Grid>();
  if (grid == nullptr) {
    key.fail("routing.order is for grids, not for topology.kind = " + topology.kind());
    return {};
  }
  const int dimensions = grid->dimensions();
  std::vector<int> order;
  for (const std::int64_t d : node.integers("order", {0, dimensions - 1}))
    order.push_back(static_cast<int>(d));
  std::vector<int> all = order;
  std::sort(all.begin(), all.end());
  const bool has_each_once = std::adjacent_find(all.begin(), all.end()) == all.end();
  if (key.sound() && (!has_each_once || static_cast<int>(order.size()) != dimensions))
    key.fail("routing.order must name each of the dimensions 0.." + std::to_string(dimensions - 1) + " once");
  return order;
}

}  // namespace

std::unique_ptr<RoutingFunction> read_dimension_order(const ConfigNode& root, const Topology& topology,
                                                      int vcs) {
  const ConfigNode node = root.child("routing");
  const bool dateline = node.boolean(
      "dateline", true,
      {"", "on a torus: packets change the VC where they cross the dateline; `false` can deadlock"});
  const bool wraps = topology.shape<Grid>() && topology.shape<Grid>()->wraps();
  if (node.child("dateline").exists() && !wraps) {
    node.child("dateline")
        .fail("routing.dateline has no meaning on a " + topology.kind() + ", which has no rings");
  }
  std::vector<int> order = read_order_of_dimensions(node, topology);
  require_whole_grid(root, topology);
  if (wraps && dateline) {
    require_vcs(root, vcs, 2, "dimension_order on a torus", "one for each side of the dateline");
  }
  if (!root.sound()) return nullptr;
  if (topology.shape<HyperX>()) return std::make_unique<HyperXDimensionOrder>(*topology.shape<HyperX>(), vcs);
  return std::make_unique<DimensionOrder>(*topology.shape<Grid>(), vcs, dateline, std::move(order));
}

std::unique_ptr<RoutingFunction> read_duato_routing(const ConfigNode& root, const Topology& topology,
                                                    int vcs) {
  const int escape =
      topology.shape<HyperX>() ? HyperXDuato::kEscapeVcs : Duato::escape_vcs(*topology.shape<Grid>());
  require_vcs(root, vcs, escape + 1, "duato on a " + topology.kind(),
              std::to_string(escape) + " escape + 1 adaptive");
  require_throttle(root, vcs, vcs - escape, "duato on a " + topology.kind());
  require_whole_grid(root, topology);
  if (!root.sound()) return nullptr;
  if (topology.shape<HyperX>()) return std::make_unique<HyperXDuato>(*topology.shape<HyperX>(), vcs);
  return std::make_unique<Duato>(*topology.shape<Grid>(), vcs);
}

/// The kind of routing names the rule.
std::unique_ptr<RoutingFunction> read_turn_model(const ConfigNode& root, const Topology& topology, int vcs) {
  const ConfigNode kind = root.child("routing").child("kind");
  const auto named = std::ranges::find(TurnModel::kRules, kind.as_string());
  const auto rule = static_cast<TurnModel::Rule>(named - TurnModel::kRules.begin());
  const int dimensions = topology.shape<Grid>()->dimensions();
  if (rule != TurnModel::Rule::NegativeFirst && dimensions != 2) {
    kind.fail("routing.kind = " + kind.as_string() + " is for meshes of two dimensions, not " +
              std::to_string(dimensions));
  }
  if (!root.sound()) return nullptr;
  return std::make_unique<TurnModel>(*topology.shape<Grid>(), rule, vcs);
}

std::unique_ptr<RoutingFunction> read_o1turn(const ConfigNode& root, const Topology& topology, int vcs) {
  const int dimensions = topology.shape<Grid>()->dimensions();
  if (dimensions != 2) {
    root.child("routing").child("kind").fail("routing.kind = o1turn is for meshes of two dimensions, not " +
                                             std::to_string(dimensions));
  }
  require_vcs(root, vcs, 2, "o1turn", "one for packets that go x first, one for the others");
  const auto seed = root.integer<std::uint64_t>("seed", {0, INT64_MAX}, 1);
  if (!root.sound()) return nullptr;
  return std::make_unique<O1Turn>(*topology.shape<Grid>(), vcs, seed);
}

std::unique_ptr<RoutingFunction> read_dimension_reversal(const ConfigNode& root, const Topology& topology,
                                                         int vcs) {
  require_vcs(root, vcs, 2, "dimension_reversal", "one class to be adaptive in, and the last in order");
  const ConfigNode node = root.child("routing");
  const auto reversals =
      node.integer<int>("reversals", {1, std::max(vcs - 1, 1)}, std::max(vcs - 1, 1),
                        {"turns", "of a packet to a lower dimension or back; one class of VCs more than that",
                         "1..`router.virtual_channels` - 1", "`router.virtual_channels` - 1"});
  const bool misroutes = node.boolean(
      "misroutes", true,
      {"", "whether packets also take hops off the minimal paths, where queues are so much shorter"});
  if (!root.sound()) return nullptr;
  return std::make_unique<DimensionReversal>(*topology.shape<Grid>(), reversals, misroutes, vcs);
}

std::unique_ptr<RoutingFunction> read_nearest_ancestor(const ConfigNode& root, const Topology& topology,
                                                       int vcs) {
  if (!root.sound()) return nullptr;
  return std::make_unique<NearestAncestor>(*topology.shape<FatTree>(), vcs);
}

std::unique_ptr<RoutingFunction> read_destination_tag(const ConfigNode& root, const Topology& topology,
                                                      int vcs) {
  if (!root.sound()) return nullptr;
  return std::make_unique<DestinationTag>(*topology.shape<Multistage>(), vcs);
}

std::unique_ptr<RoutingFunction> read_multibutterfly_sides(const ConfigNode& root, const Topology& topology,
                                                           int vcs) {
  if (!root.sound()) return nullptr;
  return std::make_unique<MultibutterflySides>(*topology.shape<Multibutterfly>(), vcs);
}

std::unique_ptr<RoutingFunction> read_up_down(const ConfigNode& root, const Topology& topology, int vcs) {
  const NodeId tree_root = read_tree_root(root.child("routing"), topology);
  if (!root.sound()) return nullptr;
  return std::make_unique<UpDown>(topology, tree_root, vcs);
}

std::unique_ptr<RoutingFunction> read_adaptive_up_down(const ConfigNode& root, const Topology& topology,
                                                       int vcs) {
  const NodeId tree_root = read_tree_root(root.child("routing"), topology);
  require_vcs(root, vcs, AdaptiveUpDown::kEscapeVcs + 1, "adaptive_up_down", "1 escape + 1 adaptive");
  require_throttle(root, vcs, vcs - AdaptiveUpDown::kEscapeVcs, "adaptive_up_down");
  if (!root.sound()) return nullptr;
  return std::make_unique<AdaptiveUpDown>(topology, tree_root, vcs);
}

std::unique_ptr<RoutingFunction> read_dragonfly_routing(const ConfigNode& root, const Topology& topology,
                                                        int vcs) {
  using Paths = DragonflyRouting::Paths;
  const Paths paths =
      root.child("routing").choice("paths", DragonflyRouting::kPaths, Paths::Minimal,
                                   {"",
                                    "`valiant`: over any global link of the own group first; "
                                    "`adaptive`: so where queues make that way shorter (UGAL)"});
  require_vcs(root, vcs, DragonflyRouting::classes(paths),
              "dragonfly with routing.paths = " + DragonflyRouting::kPaths[static_cast<std::size_t>(paths)],
              "one for each local hop of a packet");
  if (!root.sound()) return nullptr;
  return std::make_unique<DragonflyRouting>(*topology.shape<Dragonfly>(), paths, vcs);
}

std::unique_ptr<RoutingFunction> read_ring_routing(const ConfigNode& root, const Topology& topology,
                                                   int vcs) {
  require_vcs(root, vcs, RingRouting::kClasses, "ring", "one for each side of the dateline");
  if (!root.sound()) return nullptr;
  return std::make_unique<RingRouting>(topology.node_count(), has_one_way_links(topology), vcs);
}

std::unique_ptr<RoutingFunction> read_hierarchical_ring_routing(const ConfigNode& root,
                                                                const Topology& topology, int vcs) {
  require_vcs(root, vcs, HierarchicalRing::kClasses, "hierarchical_ring",
              "two for the dateline on the way to the bridge, and two on the way from it");
  if (!root.sound()) return nullptr;
  return std::make_unique<HierarchicalRing>(*topology.shape<RingHierarchy>(), vcs);
}

std::unique_ptr<RoutingFunction> read_table(const ConfigNode& root, const Topology& topology, int vcs) {
  const ConfigNode list =
      root.child("routing").child("entries", {"",
                                              "at node `here` a packet to `destination` goes on to the "
                                              "neighbour `next`; several for one pair are a choice",
                                              "a list of `[here, destination, next]`"});
  constexpr NodeId kMaxNodes = 4096;
  if (!list.exists()) list.fail("routing.entries is missing: a list of [here, destination, next node]");
  if (topology.node_count() > kMaxNodes) {
    list.fail("routing.kind = table takes at most " + std::to_string(kMaxNodes) + " nodes, not " +
              std::to_string(topology.node_count()));
  }
  const IntRange ids{0, topology.node_count() - 1};
  std::vector<TableRouting::Entry> entries;
  for (const ConfigNode& entry : list.items()) {
    const std::vector<ConfigNode> parts = entry.is_list() ? entry.items() : std::vector<ConfigNode>{};
    if (parts.size() != 3) {
      entry.fail(entry.path() + " is not an entry: [here, destination, next node]");
      entry.ignore();
      continue;
    }
    const auto here = parts[0].as_integer<NodeId>(ids);
    const auto destination = parts[1].as_integer<NodeId>(ids);
    const auto next = parts[2].as_integer<NodeId>(ids);
    const std::size_t before = entries.size();
    for (PortId port = 0; port < topology.port_count(); ++port) {
      const PortRef from{here, port};
      if (!topology.is_open(from) && topology.peer(from).node == next)
        entries.push_back({here, destination, port});
    }
    if (entry.sound() && entries.size() == before) {
      entry.fail(entry.path() + " goes from node " + std::to_string(here) + " to node " +
                 std::to_string(next) + ", but no link joins them");
    }
  }
  if (!root.sound()) return nullptr;
  auto table = std::make_unique<TableRouting>(topology, entries, vcs);
  if (const auto fault = find_undelivered_pair(topology, *table)) {
    list.fail("routing.entries does not lead from node " + std::to_string(fault->source) + " to node " +
              std::to_string(fault->destination) + ": " +
              (fault->reason == UndeliveredPair::Reason::Circle ? "a circle" : "no entry") + " at node " +
              std::to_string(fault->at));
    return nullptr;
  }
  return table;
}

}  // namespace switchyard
