#pragma once

#include "hw/routing/routing_function.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// Deterministic routing on a ring: the shorter way around, or the only one.
///
/// Where both ways tie, up from even nodes and down from odd ones. Of two VC classes, which share the VCs
/// evenly, a packet takes the first while its way still wraps around, and then the second.
///
/// Deadlock: free: no packet of the second class crosses the link from the last node to the first (or back),
///           so the channels of that class have an order, and those of the first come before them.
class RingRouting final : public RoutingFunction {
 public:
  static constexpr int kClasses = 2;

  /// `vc_count` must be kClasses at least.
  RingRouting(NodeId nodes, bool one_way, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override { return 1; }

 private:
  Grid places_;
  bool one_way_;
  VcMask wraps_ahead_;
  VcMask after_;
};

}  // namespace switchyard
