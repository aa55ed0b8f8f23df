#include <string>

#include "hw/design/read/readers.h"
#include "hw/design/read/vc_rules.h"
#include "hw/routing/oblivious.h"
#include "hw/topology/butterfly.h"
#include "hw/topology/grid.h"

namespace switchyard {
namespace {

void refuse_on(const ConfigNode& key, const Topology& topology) {
  key.fail(key.path() + " has no meaning for topology.kind = " + topology.kind());
}

ObliviousRoute::Order read_order(const ConfigNode& root, const Topology& topology) {
  const ConfigNode node = root.child("routing");
  const auto order =
      node.choice("order", ObliviousRoute::kOrders, ObliviousRoute::Order::LowestFirst,
                  {"",
                   "of the wrong bits of a hypercube: `lowest_first`, or of each packet and phase its own: "
                   "`drawn`, or upwards and around from a `drawn_start`"});
  if (node.child("order").exists() && topology.kind() != "hypercube")
    refuse_on(node.child("order"), topology);
  return order;
}

IntermediateNodes::Config read_intermediate(const ConfigNode& root, const Topology& topology,
                                            const ObliviousRoute& route) {
  const ConfigNode node = root.child("routing");
  IntermediateNodes::Config config;
  const ConfigNode bits = node.child(
      "random_bits", {"bits", "of the source's address that a packet's intermediate node has drawn anew",
                      "0..`dimensions`, of a hypercube", "all"});
  const ConfigNode rule = node.child(
      "random_bits_rule", {"",
                           "which bits: those that are corrected `first` or `last`, `drawn` for each packet, "
                           "or `fixed`, the same for all",
                           "first, last, drawn, fixed", "first"});
  const ConfigNode column =
      node.child("in_column",
                 {"",
                  "whether the intermediate node is in the source's own column of a mesh, a torus or "
                  "a butterfly",
                  "true, false", "false"},
                 {{ValueShape::Kind::Truth}});
  if (bits.exists()) {
    if (topology.kind() == "hypercube")
      config.random_bits = bits.as_integer<int>({0, topology.shape<Grid>()->dimensions()});
    else
      refuse_on(bits, topology);
  }
  if (rule.exists()) {
    if (!bits.exists()) rule.fail(rule.path() + " says which of routing.random_bits, which is missing");
    if (const auto found =
            rule.as_choice({IntermediateNodes::kRules.begin(), IntermediateNodes::kRules.end()}))
      config.rule = static_cast<IntermediateNodes::Rule>(*found);
  }
  if (column.exists()) {
    if (!route.has_columns()) refuse_on(column, topology);
    config.in_column = node.boolean("in_column", false);
  }
  return config;
}

/// Faults in what oblivious routing counts on.
void require_whole(const ConfigNode& root, const Topology& topology) {
  const ConfigNode kind = root.child("routing").child("kind");
  const std::string who = "routing.kind = " + kind.as_string();
  if (!topology.has_plain_terminals()) kind.fail(who + " is for networks with one terminal at each node");
  if (topology.shape<Butterfly>() && topology.shape<Butterfly>()->has_extra_column())
    root.child("topology").child("extra_column").fail(who + " is for butterflies without an extra column");
  if (root.child("faults").exists()) root.child("faults").fail(who + " does not know of faults");
}

std::unique_ptr<RoutingFunction> read_phases(const ConfigNode& root, const Topology& topology, int vcs,
                                             bool two) {
  ObliviousRouting::Config config;
  config.seed = root.integer<std::uint64_t>("seed", {0, INT64_MAX}, 1);
  config.order = read_order(root, topology);
  const auto route = make_oblivious_route(topology, config.order);
  if (two) {
    IntermediateNodes::Config intermediate = read_intermediate(root, topology, *route);
    intermediate.seed = config.seed;
    const int dimensions = topology.kind() == "hypercube" ? topology.shape<Grid>()->dimensions() : 0;
    if (root.sound()) config.intermediate.emplace(intermediate, topology.node_count(), dimensions);
  }
  require_vcs(root, vcs, ObliviousRouting::classes(*route, two),
              root.child("routing").child("kind").as_string(),
              route->stages() == 1 ? "one for each phase"
                                   : "one for each " + route->stage_name() + (two ? " of each phase" : ""));
  require_whole(root, topology);
  if (!root.sound()) return nullptr;
  return std::make_unique<ObliviousRouting>(topology, config, vcs);
}

}  // namespace

std::unique_ptr<RoutingFunction> read_oblivious(const ConfigNode& root, const Topology& topology, int vcs) {
  return read_phases(root, topology, vcs, /*two=*/false);
}

std::unique_ptr<RoutingFunction> read_two_phase(const ConfigNode& root, const Topology& topology, int vcs) {
  return read_phases(root, topology, vcs, /*two=*/true);
}

}  // namespace switchyard
