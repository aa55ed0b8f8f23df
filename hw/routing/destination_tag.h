#pragma once

#include "hw/routing/routing_function.h"
#include "hw/topology/multistage.h"

namespace switchyard {

/// Self-routing on a multistage network: the output port of stage i is digit i of the destination's tag.
/// Takes all VCs.
///
/// Precondition: the destination is a switch of the last stage.
/// Deadlock: free: stages are ordered.
/// Source:   Lawrie, "Access and Alignment of Data in an Array Processor", IEEE ToC 1975.
class DestinationTag final : public RoutingFunction {
 public:
  /// `network` must outlive this object.
  DestinationTag(const Multistage& network, int vc_count)
      : network_(network), vcs_(low_bits<VcMask>(vc_count)) {}

  void route(const RouteQuery& query, RouteSet& routes) const override {
    routes.add(network_.port_towards(query.here, query.destination), vcs_, Preference::Static);
  }
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override { return 1; }

 private:
  const Multistage& network_;
  VcMask vcs_;
};

/// The same through one central queue per switch.
class DestinationTagQueue final : public RoutingFunction {
 public:
  static constexpr int kQueues = 1;

  /// `network` must outlive this object.
  explicit DestinationTagQueue(const Multistage& network) : network_(network) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  QueueCandidates queue_candidates(NodeId here, NodeId destination, VcId queue, int ports) const override;
  std::size_t max_choices() const override { return 1; }

 private:
  const Multistage& network_;
};

}  // namespace switchyard
