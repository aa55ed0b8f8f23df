#pragma once

#include <memory>
#include <vector>

#include "hw/analysis/resource_space.h"

namespace switchyard {

/// What faulty links leave of a routing relation: its choices over links that work, without those after which
/// it knows no way to the destination any more.
///
/// So a packet that has set out arrives, whichever choices it takes, if the relation leads in no circles.
/// Where nothing is left at the source, the pair of nodes cannot be reached. In hardware it is a table of one
/// bit per VC and destination, loaded when the faults are known.
///
/// Memory: resources x nodes bits; time: one walk of the relation. At most kMaxNodes.
/// Deadlock: a relation without cycles stays so; an escape may be among what is lost.
class SurvivingRoutes final : public RoutingFunction {
 public:
  static constexpr NodeId kMaxNodes = 4096;

  /// `whole`: the network that `relation` is made for; `topology`: what is left of it; `classes`: as for
  /// ResourceSpace.
  SurvivingRoutes(std::shared_ptr<const Topology> whole, std::shared_ptr<const Topology> topology,
                  std::shared_ptr<const RoutingFunction> relation, int classes);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool stops_at_destination() const override { return relation_->stops_at_destination(); }
  std::size_t max_choices() const override { return relation_->max_choices(); }

 private:
  void find_routes_to(NodeId destination);
  bool is_gone(NodeId here, PortId port) const {
    return port != kCentralQueues && topology_->is_open({here, port});
  }
  std::size_t index(ResourceId resource, NodeId destination) const {
    return std::size_t{destination} * space_.size() + resource;
  }

  std::shared_ptr<const Topology> whole_;
  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<const RoutingFunction> relation_;
  ResourceSpace space_;      ///< Of the whole network.
  std::vector<bool> leads_;  ///< [destination][resource]: a way leads from there to the destination.
};

}  // namespace switchyard
