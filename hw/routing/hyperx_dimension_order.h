#pragma once

#include "hw/routing/routing_function.h"
#include "hw/topology/hyperx.h"

namespace switchyard {

/// The port that dimension order takes next on a HyperX: straight to the destination's coordinate in the
/// lowest dimension that is not right. Precondition: `here != destination`.
inline PortId dimension_order_port(const HyperX& hyperx, NodeId here, NodeId destination) {
  int d = 0;
  while (hyperx.is_right(here, destination, d)) ++d;
  return hyperx.port_towards(here, destination, d);
}

/// Deterministic minimal routing on a HyperX: one hop for each dimension, in order. Takes all VCs.
///
/// Deadlock: free: a packet's channels are of ascending dimensions.
/// Source:   Ahn et al., "HyperX: Topology, Routing, and Packaging of Efficient Large-Scale Networks", SC
///           2009.
class HyperXDimensionOrder final : public RoutingFunction {
 public:
  /// `hyperx` must outlive this object.
  HyperXDimensionOrder(const HyperX& hyperx, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override { return 1; }

 private:
  const HyperX& hyperx_;
  VcMask vcs_;
};

}  // namespace switchyard
