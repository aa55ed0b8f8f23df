#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "hw/analysis/components.h"
#include "hw/analysis/route_walk.h"
#include "hw/base/ratio.h"

namespace switchyard {

/// Flits per cycle that a source sends to another node.
using TrafficShares = std::function<double(NodeId source, NodeId destination)>;

/// Where packets go if nothing is in their way: each takes any of its ports equally often, and of a port any
/// VC; escapes and detours only where there is nothing else.
class TrafficFlow {
 public:
  /// Both must outlive this object.
  TrafficFlow(const ResourceSpace& space, const RoutingFunction& routing)
      : space_(space),
        walk_(space, routing),
        flow_(space.size()),
        first_choice_(space.size()),
        choices_end_(space.size()) {}

  /// Calls `visit(here, held, choice, flits per cycle)` for each choice of the packets to this destination
  /// that hold `held` at the node `here`: those of a packet in the order in which it makes them. Returns
  /// false if packets may go round in circles.
  template <class Visit>
  bool walk(NodeId destination, const TrafficShares& shares, Visit&& visit) {
    choices_.clear();
    walk_.walk_from(
        destination, [&](NodeId source) { return shares(source, destination) > 0; },
        [&](ResourceId held, const RouteSet& routes) {
          flow_[held] = 0;
          first_choice_[held] = choices_.size();
          add_used(routes);
          choices_end_[held] = choices_.size();
        });
    if (walk_.reached().empty()) return true;
    const auto component = strong_components(space_.size(), walk_.reached(), [&](Vertex held, auto& out) {
      walk_.for_each_target(space_.at(held).node, routes_of(held),
                            [&](ResourceId target, const RouteChoice&) { out.push_back(target); });
    });
    std::vector<ResourceId> order = walk_.reached();
    std::sort(order.begin(), order.end(),
              [&](ResourceId a, ResourceId b) { return component[a] > component[b]; });
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (component[order[i]] == component[order[i - 1]]) return false;
    }
    for (const NodeId source : space_.topology().sources()) {
      if (source != destination) flow_[space_.source(source)] = shares(source, destination);
    }
    for (const ResourceId held : order) pass_on(held, visit);
    return true;
  }
  /// Of the last walk: flits per cycle that go by a resource.
  double through(ResourceId resource) const { return walk_.has_reached(resource) ? flow_[resource] : 0; }

 private:
  void add_used(const RouteSet& routes) {
    const bool only_fallbacks = std::all_of(routes.begin(), routes.end(), is_fallback);
    for (const RouteChoice& choice : routes)
      if (only_fallbacks || !is_fallback(choice)) choices_.push_back(choice);
  }
  std::span<const RouteChoice> routes_of(ResourceId held) const {
    return std::span(choices_).subspan(first_choice_[held], choices_end_[held] - first_choice_[held]);
  }

  template <class Visit>
  void pass_on(ResourceId held, Visit&& visit) {
    const NodeId here = space_.at(held).node;
    const std::span<const RouteChoice> routes = routes_of(held);
    for (const RouteChoice& choice : routes) {
      const double share = ratio(flow_[held], routes.size());
      visit(here, held, choice, share);
      for_each_bit(choice.vcs, [&](VcId vc) {
        flow_[space_.beyond(here, choice.port, vc)] += share / choice.vcs.count();
      });
    }
  }

  const ResourceSpace& space_;
  RouteWalk walk_;
  std::vector<double> flow_;               ///< [resource]: flits per cycle.
  std::vector<RouteChoice> choices_;       ///< Of the last walk, resource by resource.
  std::vector<std::size_t> first_choice_;  ///< [resource]: of its own.
  std::vector<std::size_t> choices_end_;   ///< [resource]
};

}  // namespace switchyard
