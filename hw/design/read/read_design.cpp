#include "hw/design/read/read_design.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "hw/analysis/surviving_routes.h"
#include "hw/design/node_links.h"
#include "hw/design/read/absent_model.h"
#include "hw/design/read/read_faults.h"
#include "hw/design/read/read_half_duplex.h"
#include "hw/routing/network_routing.h"
#include "hw/topology/butterfly.h"
#include "hw/topology/fat_tree.h"
#include "hw/topology/grid.h"
#include "hw/topology/hyperx.h"
#include "hw/topology/link_kinds.h"
#include "hw/topology/metrics.h"
#include "hw/topology/multibutterfly.h"
#include "hw/topology/multistage.h"

namespace switchyard {
namespace {

/// The row that `section.kind` names; null, with a fault, if there is none. The rest of a section of
/// unknown kind cannot be judged.
template <class Row>
const Row* pick(const ConfigNode& root, const char* section, const std::vector<Row>& rows) {
  const ConfigNode node = root.child(section);
  if (!node.exists()) {
    node.fail(std::string(section) + " is missing");
    return nullptr;
  }
  if (!node.is_map()) {
    const bool empty = !node.is_scalar() && !node.is_list();
    node.fail(std::string(section) + (empty ? " is empty" : " is not a map") + ": it needs at least `kind:`");
    node.ignore();
    return nullptr;
  }
  const auto row = node.choice("kind", names_of(rows), {"", "which of the kinds above", "a name"});
  if (row) return &rows[*row];
  node.ignore();
  return nullptr;
}

/// "torus, mesh or hypercube".
std::string one_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

/// A fault if only one of router and routing function knows central queues, or the router has too few.
bool require_match(const ConfigNode& root, const Catalog& catalog, const Catalog::RouterKind& router,
                   const Catalog::RoutingKind& routing, const std::string& topology) {
  if (fits(router, routing)) return true;
  std::string kinds;
  for (const Catalog::RoutingKind& kind : catalog.routings) {
    if (is_advised(router, kind) && fits(kind, topology)) kinds += (kinds.empty() ? "" : ", ") + kind.name;
  }
  const bool too_many = router.has_queues && routing.queues != 0;
  const std::string how = routing.queues == 0 ? "routes from VC to VC"
                          : too_many ? "routes through " + std::to_string(routing.queues) + " central queues"
                                     : "routes through central queues";
  const std::string has = too_many            ? " has " + std::to_string(router.most_queues)
                          : router.has_queues ? " has central queues"
                                              : " has none";
  const ConfigNode section = root.child("routing");
  section.child("kind").fail(
      "routing.kind = " + routing.name + " " + how + ", but router.kind = " + router.name + has +
      (kinds.empty() ? ", and nothing is there for it on a " + topology : ": use one of " + kinds));
  section.ignore();
  return false;
}

/// A fault, unless the routing function is for topologies of this kind.
bool require_topology(const ConfigNode& root, const Catalog& catalog, const Catalog::RouterKind& router,
                      const Catalog::RoutingKind& routing, const std::string& topology) {
  if (fits(routing, topology)) return true;
  std::vector<std::string> others;
  for (const Catalog::RoutingKind& kind : catalog.routings) {
    if (is_advised(router, kind) && fits(kind, topology)) others.push_back(kind.name);
  }
  const ConfigNode section = root.child("routing");
  section.child("kind").fail(
      "routing.kind = " + routing.name + " needs a " + one_of(routing.topologies) +
      (others.empty() ? ", not topology.kind = " + topology : "; on " + topology + " use " + one_of(others)));
  section.ignore();
  return false;
}

/// A fault if links are to be half duplex and those of the routers cannot be.
void require_duplex(const ConfigNode& root, const Catalog& catalog, const Catalog::RouterKind& router) {
  if (router.half_duplex || !read_half_duplex(root)) return;
  std::vector<std::string> others;
  for (const Catalog::RouterKind& kind : catalog.routers) {
    if (kind.half_duplex) others.push_back(kind.name);
  }
  root.child("topology")
      .child("duplex")
      .fail("topology.duplex = half, but the links of router.kind = " + router.name +
            " are full duplex; half is for " + one_of(others));
}

/// Whether such routers are for topologies of this kind.
bool is_for(const Catalog::RouterKind& router, const std::string& topology) {
  return router.topologies.empty() ||
         std::ranges::find(router.topologies, topology) != router.topologies.end();
}

/// A fault, unless such routers are for topologies of this kind, known or not.
bool require_topology(const ConfigNode& root, const Catalog::RouterKind& router) {
  const ConfigNode topology = root.child("topology");
  if (!topology.is_map()) return true;
  const ConfigNode kind = topology.child("kind");
  if (!kind.is_scalar() || !kind.sound()) return true;
  const std::string name = kind.as_string();
  if (is_for(router, name)) return true;
  kind.fail("topology.kind = " + name + ", but router.kind = " + router.name + " is for a " +
            one_of(router.topologies));
  return false;
}

/// A fault if the topology has terminals or links that such routers cannot have.
void require_links(const ConfigNode& root, const Catalog& catalog, const Catalog::RouterKind& router,
                   const Topology& topology) {
  const ConfigNode kind = root.child("topology").child("kind");
  const auto require = [&](bool Catalog::RouterKind::*ability, const std::string& what) {
    if (router.*ability) return;
    std::vector<std::string> others;
    for (const Catalog::RouterKind& other : catalog.routers) {
      if (other.*ability && is_for(other, topology.kind())) others.push_back(other.name);
    }
    kind.fail("topology.kind = " + topology.kind() + " has " + what + ", which router.kind = " + router.name +
              " does not take: use " + one_of(others));
  };
  if (!topology.has_plain_terminals())
    require(&Catalog::RouterKind::any_terminals, "nodes with no terminal or several");
  const bool one_way = has_one_way_links(topology);
  const bool narrow = has_narrow_links(topology);
  if (one_way) require(&Catalog::RouterKind::one_way_links, "links of one direction");
  if (narrow) require(&Catalog::RouterKind::narrow_links, "links that take a flit in several cycles");
  if ((one_way || narrow) && read_half_duplex(root)) {
    root.child("topology")
        .child("duplex")
        .fail("topology.duplex = half is for links that take a flit per cycle in either direction");
  }
}

/// A router that routes by itself has no routing function, either.
void reject_routing(const ConfigNode& root, const std::string& router) {
  const ConfigNode node = root.child("routing");
  if (!node.exists()) return;
  node.fail("routing has no meaning for router.kind = " + router + ", which routes by itself");
  node.ignore();
}

/// The virtual networks of its VCs, or of its central queues: those are one.
VirtualNetworks networks_of(const RouterTraits& router) {
  return router.terminal.networks.count() == 1 ? VirtualNetworks(router.virtual_channels)
                                               : router.terminal.networks;
}

using Relations = std::vector<std::shared_ptr<const RoutingFunction>>;

/// The routing function of each virtual network; none if one is at fault.
Relations read_relations(const ConfigNode& root, const Catalog::RoutingKind& kind, const Topology& topology,
                         const VirtualNetworks& networks) {
  Relations relations;
  for (int network = 0; network < networks.count(); ++network) {
    relations.push_back(kind.read(root, topology, networks.size(network)));
    if (relations.back() == nullptr) return {};
  }
  return relations;
}

/// Hops of a minimal path between nodes with terminals: in closed form on a whole topology that has one, else
/// from a table.
std::function<int(NodeId, NodeId)> hops_between(const std::shared_ptr<const Topology>& topology);

/// The same between terminals.
std::function<int(TerminalId, TerminalId)> distances_of(const std::shared_ptr<const Topology>& topology) {
  auto hops = hops_between(topology);
  if (topology->has_plain_terminals()) return hops;
  return [topology, hops = std::move(hops)](TerminalId from, TerminalId to) {
    return hops(topology->attachment(from).entry.node, topology->attachment(to).exit.node);
  };
}

std::function<int(NodeId, NodeId)> hops_between(const std::shared_ptr<const Topology>& topology) {
  if (topology->shape<Grid>() && topology->is_whole())
    return [topology](NodeId a, NodeId b) { return topology->shape<Grid>()->distance(a, b); };
  if (topology->shape<Butterfly>() && topology->is_whole())
    return [topology](NodeId a, NodeId b) { return topology->shape<Butterfly>()->distance(a, b); };
  if (topology->shape<FatTree>() && topology->is_whole())
    return [topology](NodeId a, NodeId b) { return topology->shape<FatTree>()->distance(a, b); };
  if (topology->shape<HyperX>() && topology->is_whole())
    return [topology](NodeId a, NodeId b) { return topology->shape<HyperX>()->distance(a, b); };
  if (topology->shape<Multistage>() && topology->is_whole()) {
    return [topology](NodeId a, NodeId b) {
      const auto& network = *topology->shape<Multistage>();
      return network.stage(b) - network.stage(a);
    };
  }
  if (topology->shape<Multibutterfly>() && topology->is_whole()) {
    return [topology](NodeId a, NodeId b) {
      const auto& network = *topology->shape<Multibutterfly>();
      return network.level(b) - network.level(a);
    };
  }
  const std::size_t nodes = topology->node_count();
  std::vector<std::uint16_t> hops;
  hops.reserve(nodes * nodes);
  for (NodeId from = 0; from < nodes; ++from) {
    for (const int distance : hops_from(*topology, from))
      hops.push_back(static_cast<std::uint16_t>(distance));
  }
  return
      [nodes, hops = std::move(hops)](NodeId a, NodeId b) { return static_cast<int>(hops[a * nodes + b]); };
}

}  // namespace

std::shared_ptr<const Topology> read_topology(const ConfigNode& root, const Catalog& catalog) {
  const auto* kind = pick(root, "topology", catalog.topologies);
  if (kind == nullptr) return nullptr;
  root.child("topology").child("duplex");  // The router reads it; known even if the router cannot be read.
  const KeysOfKind keys(root, "topology", kind->name);
  std::optional<Topology> topology = kind->read(root);
  return topology ? std::make_shared<const Topology>(*std::move(topology)) : nullptr;
}

std::optional<Design> read_design(const ConfigNode& root, const Catalog& catalog,
                                  const std::shared_ptr<const Topology>& whole) {
  Design design;
  design.name = root.string("name", "network", KeyMeaning{"", "of the network, in reports"});
  design.seed = root.integer<std::uint64_t>("seed", {0, std::numeric_limits<std::int64_t>::max()}, 1,
                                            {"", "of every random choice of the run"});

  const auto* router_kind = pick(root, "router", catalog.routers);
  const bool routes_itself = router_kind != nullptr && router_kind->routes_itself;
  if (routes_itself) reject_routing(root, router_kind->name);
  const auto* routing_kind = routes_itself ? nullptr : pick(root, "routing", catalog.routings);

  std::optional<int> queues;
  if (routing_kind != nullptr) queues = routing_kind->queues;
  std::optional<RouterPlan> plan;
  if (router_kind != nullptr) {
    const KeysOfKind keys(root, "router", router_kind->name);
    require_duplex(root, catalog, *router_kind);
    plan = router_kind->read(root, queues);
    if (!require_topology(root, *router_kind)) plan.reset();
  }
  if (whole != nullptr) design.faults = read_faults(root, *whole, design.seed, routes_itself);
  if (whole == nullptr) root.child("faults").ignore();
  if (whole == nullptr || router_kind == nullptr) {
    root.child("routing").ignore();  // What is legal there depends on both.
    return std::nullopt;
  }
  const bool all_links = design.faults.known.empty();
  const std::shared_ptr<const Topology> topology =
      all_links ? whole : std::make_shared<const Topology>(whole->without(design.faults.known));
  Relations relations;
  if (!routes_itself) {
    if (routing_kind == nullptr) return std::nullopt;
    if (!require_match(root, catalog, *router_kind, *routing_kind, topology->kind()) ||
        !require_topology(root, catalog, *router_kind, *routing_kind, topology->kind()))
      return std::nullopt;
    const KeysOfKind keys(root, "routing", routing_kind->name);
    // Without a plan this finds what else is at fault, whatever the number of virtual channels.
    relations = read_relations(root, *routing_kind, routing_kind->avoids_faults ? *topology : *whole,
                               plan ? networks_of(plan->traits) : VirtualNetworks(kMaxVcs));
    if (relations.empty()) return std::nullopt;
    design.routing_kind = routing_kind->name;
  }
  if (!plan || (routes_itself && !root.child("faults").sound())) return std::nullopt;
  require_links(root, catalog, *router_kind, *whole);
  if (plan->fit) {
    const RoutingFunction* const routing = routes_itself ? nullptr : relations.front().get();
    plan->fit({root, *topology, *whole, design.faults, routing}, *plan);
  }
  for (const char* section : {"topology", "router", "faults"}) {
    if (!root.child(section).sound()) return std::nullopt;
  }
  if (routes_itself) {
    design.routing = plan->own_routing;
    design.routing_kind = plan->own_routing_kind;
  } else {
    const VirtualNetworks networks = networks_of(plan->traits);
    for (int n = 0; n < networks.count() && !all_links; ++n)
      relations[n] = std::make_shared<const SurvivingRoutes>(whole, topology, relations[n], networks.size(n));
    design.routing = networks.count() == 1
                         ? relations.front()
                         : std::make_shared<const NetworkRouting>(networks, std::move(relations));
  }

  design.topology = topology;
  design.whole_topology = whole;
  design.router = plan->traits;
  design.router.kind = router_kind->name;
  design.router.has_model = plan->make != nullptr;
  design.own_verdict = plan->own_verdict;
  design.distance = distances_of(routes_itself ? whole : topology);
  design.make_router_around = [make = plan->make, topology, routing = design.routing, seed = design.seed](
                                  NodeId node, const BlockFactories& blocks) -> std::unique_ptr<RouterCore> {
    if (make == nullptr) return std::make_unique<AbsentModel>();
    return make({node, *topology, routing.get(), seed}, blocks);
  };
  design.make_router = [make = design.make_router_around](NodeId node) { return make(node, {}); };
  return design;
}

}  // namespace switchyard
