#pragma once

#include "hw/routing/routing_function.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// Minimal adaptive routing on a torus, mesh or hypercube, made deadlock-free by escape VCs.
///
/// Adaptive VCs may take any minimal hop, both ways where the distances tie. Escape VCs follow dimension
/// order: VC 0 alone on a mesh or hypercube; on a torus VC 0 while the rest of the path in the
/// dimension still wraps around and VC 1 once it does not. A packet may go back to adaptive VCs.
///
/// Deadlock: free by Duato's theorem: the escape channels are connected and their extended dependency
///           graph is acyclic: the class of an escape hop depends on position only, so adaptive hops
///           in between move a packet forward in the same order. It holds while a head flit at the front
///           of its VC can reach the escape: see DuatoConfig::vc_reallocation.
/// Source:   Duato, "A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks", IEEE TPDS
///           1993; Petrini 1999, section 3.
class Duato final : public RoutingFunction {
 public:
  /// Escape VCs that this topology needs; the others are adaptive.
  static int escape_vcs(const Grid& grid) { return grid.wraps() ? 2 : 1; }

  /// `grid` must outlive this object; `vc_count` must exceed escape_vcs(grid).
  Duato(const Grid& grid, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override;

 private:
  const Grid& grid_;
  VcMask adaptive_;
};

}  // namespace switchyard
