#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

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
        ranges_(space.size()),
        before_(space.size()) {}

  /// What packets to one destination do that hold `held` at the node `here`.
  struct Fork {
    NodeId here;
    ResourceId held;
    double flits;                           ///< Per cycle.
    std::span<const RouteChoice> direct;    ///< They take these equally often,
    std::span<const RouteChoice> fallback;  ///< and these where none of those is free.

    double each() const { return ratio(flits, direct.size()); }
  };

  /// Calls `visit(Fork)` for each resource that packets to this destination hold on their way there: those of
  /// a packet in the order in which it takes them. Returns false if packets may go round in circles.
  template <class Visit>
  bool walk(NodeId destination, const TrafficShares& shares, Visit&& visit) {
    choices_.clear();
    walk_.walk_from(
        destination, [&](NodeId source) { return shares(source, destination) > 0; },
        [&](ResourceId held, const RouteSet& routes) {
          flow_[held] = 0;
          add_choices(ranges_[held], routes);
        });
    if (walk_.reached().empty()) return true;
    if (!sort()) return false;
    for (const NodeId source : space_.topology().sources()) {
      if (source != destination) flow_[space_.source(source)] = shares(source, destination);
    }
    for (const ResourceId held : order_) pass_on(held, visit);
    return true;
  }
  /// Of the last walk: flits per cycle that go by a resource.
  double through(ResourceId resource) const { return walk_.has_reached(resource) ? flow_[resource] : 0; }

 private:
  struct Range {
    std::size_t first;
    std::size_t fallback;
    std::size_t end;
  };

  void add_choices(Range& range, const RouteSet& routes) {
    const auto first_fallback = std::find_if(routes.begin(), routes.end(), is_fallback);
    const std::size_t direct = first_fallback - routes.begin();
    range.first = choices_.size();
    choices_.insert(choices_.end(), routes.begin(), routes.end());
    range.end = choices_.size();
    range.fallback = direct == 0 ? range.end : range.first + direct;
  }
  std::span<const RouteChoice> direct_of(ResourceId held) const {
    const auto& [first, fallback, end] = ranges_[held];
    return std::span(choices_).subspan(first, fallback - first);
  }
  std::span<const RouteChoice> fallback_of(ResourceId held) const {
    const auto& [first, fallback, end] = ranges_[held];
    return std::span(choices_).subspan(fallback, end - fallback);
  }

  template <class Visit>
  void for_each_next(ResourceId held, Visit&& visit) const {
    walk_.for_each_target(space_.at(held).node, direct_of(held),
                          [&](ResourceId target, const RouteChoice&) { visit(target); });
  }
  /// Orders what was reached, each resource behind all from which packets come to it. Returns false if they
  /// may go round in circles.
  bool sort() {
    const std::vector<ResourceId>& reached = walk_.reached();
    for (const ResourceId held : reached) for_each_next(held, [&](ResourceId target) { ++before_[target]; });
    order_.clear();
    for (const ResourceId held : reached)
      if (before_[held] == 0) order_.push_back(held);
    for (std::size_t next = 0; next < order_.size(); ++next) {
      for_each_next(order_[next], [&](ResourceId target) {
        if (--before_[target] == 0) order_.push_back(target);
      });
    }
    if (order_.size() == reached.size()) return true;
    for (const ResourceId held : reached) before_[held] = 0;
    return false;
  }

  template <class Visit>
  void pass_on(ResourceId held, Visit&& visit) {
    const Fork fork{space_.at(held).node, held, flow_[held], direct_of(held), fallback_of(held)};
    if (fork.direct.empty()) return;  // They have arrived.
    visit(fork);
    for (const RouteChoice& choice : fork.direct) {
      for_each_bit(choice.vcs, [&](VcId vc) {
        flow_[space_.beyond(fork.here, choice.port, vc)] += fork.each() / choice.vcs.count();
      });
    }
  }

  const ResourceSpace& space_;
  RouteWalk walk_;
  std::vector<double> flow_;  ///< [resource]: flits per cycle.
  std::vector<RouteChoice>
      choices_;                ///< Of the last walk, resource by resource: direct ones, then fallbacks.
  std::vector<Range> ranges_;  ///< [resource]: of its own.
  std::vector<std::uint32_t> before_;  ///< [resource]: that packets come from, and that have no place yet.
  std::vector<ResourceId> order_;
};

}  // namespace switchyard
