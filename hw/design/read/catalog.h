#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/config/names_of.h"
#include "hw/design/design.h"

namespace switchyard {

/// Where a router stands.
struct RouterPlace {
  NodeId node;
  const Topology& topology;
  const RoutingFunction* routing;  ///< Null if the router routes by itself.
  std::uint64_t seed;              ///< Of the run.
};

/// The network that a router kind is to be for.
struct RouterSurroundings {
  const ConfigNode& root;    ///< Of the whole configuration, for faults.
  const Topology& topology;  ///< Without the links that are known to be faulty.
  const Topology& whole_topology;
  const Faults& faults;
  const RoutingFunction* routing;  ///< Null if the router routes by itself.
};

/// A router kind with its parameters, before it stands anywhere.
struct RouterPlan {
  RouterTraits traits;
  /// None: it exists as RTL only, which `traits.rtl` makes.
  std::function<std::unique_ptr<RouterCore>(const RouterPlace&, const BlockFactories&)> make = {};
  std::string own_routing_kind = {};  ///< What a router that routes by itself calls that.
  std::shared_ptr<const RoutingFunction> own_routing = {};  ///< That routing, if it is a routing function.
  std::function<DeadlockVerdict(const Design&)> own_verdict = {};  ///< See Design.
  /// Checks and completes the plan for a network, if it depends on that; records faults.
  std::function<void(const RouterSurroundings&, RouterPlan&)> fit = {};
};

/// The one place that names every topology, router and routing function. A value: pass it in.
///
/// A reader is given the whole configuration, so that it can place a fault wherever it belongs. It
/// returns nothing exactly if it recorded a fault. To add a kind: one pair of files and one row.
struct Catalog {
  struct TopologyKind {
    std::string name;
    std::string summary;
    std::function<std::optional<Topology>(const ConfigNode& root)> read;
  };
  struct RouterKind {
    std::string name;
    std::string summary;
    /// `queues`: the central queues of the routing function; nothing if that is not known.
    std::function<std::optional<RouterPlan>(const ConfigNode& root, std::optional<int> queues)> read;
    bool has_queues = false;  ///< It has central queues, and needs a routing function that uses them.
    int most_queues = kMaxVcs;
    bool routes_itself = false;  ///< It routes by itself; there is no `routing`.
    bool half_duplex = false;    ///< Its links can be.
    bool any_terminals = false;  ///< A node can have none or several, which may only send or only receive.
    bool one_way_links = false;  ///< Its links can be.
    bool narrow_links = false;   ///< A link can take a flit in several cycles.
    bool deroutes = false;       ///< It sends packets the wrong way rather than let them wait for ever.
    std::vector<std::string> topologies = {};  ///< Kinds that it is for; none: any graph.
  };
  struct RoutingKind {
    std::string name;
    std::string summary;
    std::function<std::unique_ptr<RoutingFunction>(const ConfigNode& root, const Topology&,
                                                   int virtual_channels)>
        read;
    int queues = 0;                            ///< Central queues per node; 0: it routes from VC to VC.
    std::vector<std::string> topologies = {};  ///< Kinds that it is for; none: any graph.
    bool avoids_faults = false;                ///< Made for the links that work; else for the whole topology.
    bool needs_derouting = false;              ///< Its packets can wait for each other in a circle.
  };

  std::vector<TopologyKind> topologies;
  std::vector<RouterKind> routers;
  std::vector<RoutingKind> routings;
};

Catalog standard_catalog();

/// Whether such routers can use such a routing function: both know central queues, and enough of them, or
/// neither does.
bool fits(const Catalog::RouterKind& router, const Catalog::RoutingKind& routing);
bool fits(const Catalog::RoutingKind& routing, const std::string& topology);
/// Whether they fit, and the routers keep packets from waiting for ever where the routing function does not.
bool is_advised(const Catalog::RouterKind& router, const Catalog::RoutingKind& routing);

}  // namespace switchyard
