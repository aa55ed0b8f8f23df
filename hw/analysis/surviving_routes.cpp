#include "hw/analysis/surviving_routes.h"

#include <utility>

#include "hw/analysis/route_walk.h"
#include "hw/base/bits.h"

namespace switchyard {

SurvivingRoutes::SurvivingRoutes(std::shared_ptr<const Topology> whole,
                                 std::shared_ptr<const Topology> topology,
                                 std::shared_ptr<const RoutingFunction> relation, int classes)
    : whole_(std::move(whole)),
      topology_(std::move(topology)),
      relation_(std::move(relation)),
      space_(*whole_, classes),
      leads_(space_.size() * whole_->node_count()) {
  for (const NodeId destination : whole_->destinations()) find_routes_to(destination);
}

/// Backwards from the destination, over the steps that the relation can still take.
void SurvivingRoutes::find_routes_to(NodeId destination) {
  std::vector<std::vector<ResourceId>> before(space_.size());
  std::vector<ResourceId> frontier;
  RouteWalk walk(space_, *relation_);
  walk.walk(destination, [&](ResourceId held, const RouteSet& routes) {
    const NodeId here = space_.at(held).node;
    if (here == destination && routes.empty()) frontier.push_back(held);
    walk.for_each_target(here, routes, [&](ResourceId target, const RouteChoice& choice) {
      if (!is_gone(here, choice.port)) before[target].push_back(held);
    });
  });
  for (const ResourceId there : frontier) leads_[index(there, destination)] = true;
  while (!frontier.empty()) {
    const ResourceId reached = frontier.back();
    frontier.pop_back();
    for (const ResourceId held : before[reached]) {
      if (leads_[index(held, destination)]) continue;
      leads_[index(held, destination)] = true;
      frontier.push_back(held);
    }
  }
}

void SurvivingRoutes::route(const RouteQuery& query, RouteSet& routes) const {
  RouteSet all;
  relation_->route(query, all);
  for (const RouteChoice& choice : all) {
    if (is_gone(query.here, choice.port)) continue;
    VcMask vcs = 0;
    for_each_bit(choice.vcs, [&](VcId vc) {
      const ResourceId target = space_.beyond(query.here, choice.port, vc);
      if (leads_[index(target, query.destination)]) vcs.set(vc);
    });
    routes.add(choice.port, vcs, choice.preference, vcs != 0);
  }
}

}  // namespace switchyard
