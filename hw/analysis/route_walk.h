#pragma once

#include <vector>

#include "hw/analysis/resource_space.h"
#include "hw/base/bits.h"

namespace switchyard {

/// Whether a choice belongs to the sub-relation on which a proof can rest; see Preference.
inline bool in_sub_relation(const RouteChoice& choice) { return choice.preference != Preference::Adaptive; }

/// Visits every state that a packet to one destination can be in: each resource that it may hold, from
/// whatever source, those first that are fewest hops away from a source.
///
/// Precondition: no choice is an open port (find_undelivered_pair).
class RouteWalk {
 public:
  /// Both must outlive this object.
  RouteWalk(const ResourceSpace& space, const RoutingFunction& routing)
      : space_(space), routing_(routing), parent_(space.size(), kUnreached) {}

  /// Calls visit(resource, routes) for each; the routes are empty at the destination.
  template <class Visit>
  void walk(NodeId destination, Visit&& visit) {
    for (const ResourceId resource : reached_) parent_[resource] = kUnreached;
    reached_.clear();
    for (NodeId node = 0; node < space_.topology().node_count(); ++node) {
      if (node != destination) reach(space_.source(node), space_.source(node));
    }
    RouteSet routes;
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const ResourceId held = reached_[next];
      const RouteQuery query = space_.query(held, destination);
      routes = {};
      if (query.here != destination) routing_.route(query, routes);
      for_each_target(query.here, routes,
                      [&](ResourceId target, const RouteChoice&) { reach(target, held); });
      visit(held, routes);
    }
  }

  /// Calls visit(resource, choice) for every resource that `routes` of a packet at `here` lead to.
  template <class Visit>
  void for_each_target(NodeId here, const RouteSet& routes, Visit&& visit) const {
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

  void reach(ResourceId resource, ResourceId from) {
    if (has_reached(resource)) return;
    parent_[resource] = from;
    reached_.push_back(resource);
  }

  const ResourceSpace& space_;
  const RoutingFunction& routing_;
  std::vector<ResourceId> parent_;  ///< [resource]: the state before; a source is its own.
  std::vector<ResourceId> reached_;
};

}  // namespace switchyard
