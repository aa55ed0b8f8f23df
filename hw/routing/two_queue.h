#pragma once

#include "hw/routing/routing_function.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// Minimal, fully adaptive routing on a mesh or hypercube hung from its origin, with two central queues.
///
/// Queue A goes up in any dimension that is too low; when none is left, the packet moves to queue B, which
/// goes down in any dimension that is too high. Dynamic links: while an up move is left, A may also go down
/// and stay in A. (On a hypercube up turns a wrong zero into a one.)
///
/// Deadlock: free for store-and-forward switching: without the dynamic links, A is ordered by rising sums of
///           coordinates and B follows it, by falling ones; and from every place that a dynamic link leads
///           to, there is a way to the destination without another one.
/// Source:   Pifarre, Gravano, Felperin, Sanz, "Fully-Adaptive Minimal Deadlock-Free Packet Routing in
///           Hypercubes, Meshes, and Other Networks", SPAA 1991; Felperin et al., Proc. IEEE 1991, section
///           VIII.
class TwoQueue final : public RoutingFunction {
 public:
  static constexpr int kQueues = 2;
  static constexpr VcId kA = 0;
  static constexpr VcId kB = 1;

  /// `grid` must outlive this object and have no wrap-around links.
  explicit TwoQueue(const Grid& grid) : grid_(grid) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override { return grid_.dimensions(); }

 private:
  const Grid& grid_;
};

}  // namespace switchyard
