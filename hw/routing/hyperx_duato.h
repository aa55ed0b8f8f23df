#pragma once

#include "hw/routing/routing_function.h"
#include "hw/topology/hyperx.h"

namespace switchyard {

/// Minimal adaptive routing on a HyperX, made deadlock-free by an escape VC.
///
/// VCs from 1 on may take the direct hop of any dimension that is not right. VC 0 follows dimension order. A
/// packet may go back to adaptive VCs.
///
/// Deadlock: free by Duato's theorem, as on a mesh: an escape hop makes its dimension right for good, so
///           those that follow, with adaptive hops in between, are of higher dimensions.
/// Source:   Duato, "A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks", IEEE TPDS 1993.
class HyperXDuato final : public RoutingFunction {
 public:
  static constexpr int kEscapeVcs = 1;

  /// `hyperx` must outlive this object; `vc_count` must exceed kEscapeVcs.
  HyperXDuato(const HyperX& hyperx, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override { return hyperx_.dimensions() + kEscapeVcs; }

 private:
  const HyperX& hyperx_;
  VcMask adaptive_;
};

}  // namespace switchyard
