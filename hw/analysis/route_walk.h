#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "hw/analysis/resource_space.h"
#include "hw/base/bits.h"

namespace switchyard {

/// Whether a choice belongs to the sub-relation on which a proof can rest; see Preference.
inline bool in_sub_relation(const RouteChoice& choice) {
  return choice.preference == Preference::Static || choice.preference == Preference::Escape;
}

/// Visits every state that a packet to one destination can be in: each resource that it may hold, from
/// whatever source, those first that are fewest hops away from a source.
///
/// Where routing does not look at what a packet holds, it is asked once for each node.
/// Precondition: no choice is an open port (find_undelivered_pair).
class RouteWalk {
 public:
  /// Both must outlive this object.
  RouteWalk(const ResourceSpace& space, const RoutingFunction& routing)
      : space_(space),
        routing_(routing),
        parent_(space.size(), kUnreached),
        sources_(space.topology().sources()),
        routes_(routing.looks_at_held() ? 1 : space.topology().node_count()),
        asked_(routes_.size()) {}

  /// Calls visit(resource, routes) for each; the routes are empty where the packet has arrived.
  template <class Visit>
  void walk(NodeId destination, Visit&& visit) {
    walk_from(
        destination, [](NodeId) { return true; }, visit);
  }

  /// The same of packets from those sources only for which `sends(source)` is true.
  template <class Sends, class Visit>
  void walk_from(NodeId destination, Sends&& sends, Visit&& visit) {
    for (const ResourceId resource : reached_) parent_[resource] = kUnreached;
    reached_.clear();
    for (const NodeId node : sources_) {
      if (node == destination || !sends(node)) continue;
      for (const VcId vc : space_.entry_vcs()) reach(space_.source(node, vc), space_.source(node, vc));
    }
    std::fill(asked_.begin(), asked_.end(), false);
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const ResourceId held = reached_[next];
      visit(held, routes_from(held, destination));
    }
  }

  /// Calls visit(resource, choice) for every resource that `routes` of a packet at `here` lead to.
  template <class Visit>
  void for_each_target(NodeId here, std::span<const RouteChoice> routes, Visit&& visit) const {
    for (const RouteChoice& choice : routes) {
      for_each_bit(choice.vcs, [&](VcId vc) { visit(space_.beyond(here, choice.port, vc), choice); });
    }
  }

  /// Of the last walk: the states in the order of their visits.
  const std::vector<ResourceId>& reached() const { return reached_; }
  bool has_reached(ResourceId resource) const { return parent_[resource] != kUnreached; }
  /// Of the last walk: a source from which a packet gets to `resource` in the fewest hops.
  NodeId nearest_source(ResourceId resource) const {
    while (parent_[resource] != resource) resource = parent_[resource];
    return space_.at(resource).node;
  }

 private:
  static constexpr ResourceId kUnreached = ~ResourceId{0};

  /// Reaches what they lead to as well.
  const RouteSet& routes_from(ResourceId held, NodeId destination) {
    const RouteQuery query = space_.query(held, destination);
    const std::size_t slot = routing_.looks_at_held() ? 0 : query.here;
    RouteSet& routes = routes_[slot];
    if (asked_[slot]) return routes;
    asked_[slot] = !routing_.looks_at_held();
    routes = {};
    routing_.route_unless_arrived(query, routes);
    for_each_target(query.here, routes, [&](ResourceId target, const RouteChoice&) { reach(target, held); });
    return routes;
  }

  void reach(ResourceId resource, ResourceId from) {
    if (has_reached(resource)) return;
    parent_[resource] = from;
    reached_.push_back(resource);
  }

  const ResourceSpace& space_;
  const RoutingFunction& routing_;
  std::vector<ResourceId> parent_;  ///< [resource]: the state before; a source is its own.
  std::vector<ResourceId> reached_;
  const std::vector<NodeId> sources_;
  std::vector<RouteSet> routes_;  ///< [node], or one for all if they differ by what is held.
  std::vector<bool> asked_;       ///< [node]: routes_ are those to the destination of this walk.
};

}  // namespace switchyard
