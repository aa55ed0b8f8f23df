#pragma once

#include "hw/routing/routing_function.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// O1TURN: minimal routing with one turn at most on a mesh of two dimensions. Each packet draws whether it
/// goes x first or y first, with probability 1/2, and stays in the virtual network of that order.
///
/// route() is what any packet may do, for proofs; route_packet() what this one may.
///
/// VCs:      those of the lower half, rounded up, for x first, the others for y first.
/// Deadlock: free: each virtual network is routed in dimension order, and no packet changes it.
/// Source:   Seo, Ali, Lim, Rafique, Thottethodi, "Near-Optimal Worst-Case Throughput Routing for
///           Two-Dimensional Mesh Networks", ISCA 2005.
class O1Turn final : public RoutingFunction {
 public:
  /// On a mesh of two dimensions, which must outlive this object. `vc_count` >= 2. `seed`: of the draws.
  O1Turn(const Grid& mesh, int vc_count, std::uint64_t seed);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  void route_packet(const RouteQuery& query, PacketId packet, RouteSet& routes) const override;
  bool routes_by_packet() const override { return true; }
  std::size_t max_choices() const override { return 2; }

 private:
  bool enters(const RouteQuery& query) const {
    return query.held_port < 0 || query.held_port >= mesh_.network_ports();
  }
  bool is_x_first(const RouteQuery& query) const { return x_first_.test(query.held_vc); }
  PortId next_port(const RouteQuery& query, bool x_first) const;

  const Grid& mesh_;
  std::uint64_t seed_;
  VcMask x_first_;  ///< The virtual network of packets that go x first.
  VcMask y_first_;
};

}  // namespace switchyard
