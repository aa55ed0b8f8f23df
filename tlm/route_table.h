#pragma once

#include <vector>

#include "hw/routing/routing_function.h"

namespace switchyard {

/// A routing function whose answers are kept: by position and destination, where that is all that they depend
/// on and the network is not too large.
class RouteTable {
 public:
  static constexpr std::size_t kMostPairs = std::size_t{1} << 20;

  RouteTable(const RoutingFunction& routing, NodeId nodes)
      : routing_(routing),
        nodes_(nodes),
        sets_(1),
        known_(routing.looks_at_held() || std::size_t{nodes} * nodes > kMostPairs
                   ? 0
                   : std::size_t{nodes} * nodes) {}

  /// Valid until the next call.
  const RouteSet& route(const RouteQuery& query) {
    if (known_.empty()) {
      sets_[0] = RouteSet{};
      routing_.route(query, sets_[0]);
      return sets_[0];
    }
    std::uint16_t& set = known_[std::size_t{query.here} * nodes_ + query.destination];
    if (set == 0) set = find(query);
    return sets_[set];
  }

 private:
  std::uint16_t find(const RouteQuery& query) {
    RouteSet routes;
    routing_.route(query, routes);
    for (std::size_t i = 1; i < sets_.size(); ++i) {
      if (sets_[i] == routes) return static_cast<std::uint16_t>(i);
    }
    sets_.push_back(routes);
    return static_cast<std::uint16_t>(sets_.size() - 1);
  }

  const RoutingFunction& routing_;
  std::size_t nodes_;
  std::vector<RouteSet> sets_;        ///< The different answers; 0 is none.
  std::vector<std::uint16_t> known_;  ///< [here][destination]; 0: not asked for yet.
};

}  // namespace switchyard
