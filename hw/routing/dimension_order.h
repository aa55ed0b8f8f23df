#pragma once

#include <vector>

#include "hw/routing/routing_function.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// The one hop that dimension order takes next.
struct OrderedHop {
  int dimension = 0;
  bool up = false;
  bool wraps_now = false;    ///< This very hop is the wrap-around link.
  bool wraps_ahead = false;  ///< The rest of the path in this dimension uses it, this hop included.
};

/// The hop in dimension d from coordinate to coordinate, by the shorter way. A distance of exactly k/2 goes
/// up from even coordinates and down from odd ones, so that both directions carry the same load.
/// Precondition: `from != to`.
inline OrderedHop hop_between(const Grid& grid, int from, int to, int d) {
  const Offset offset = grid.offset_between(from, to, d);
  const bool tie = offset.up != 0 && offset.down != 0;
  const bool up = tie ? from % 2 == 0 : offset.up != 0;
  const int border = up ? grid.radix(d) - 1 : 0;
  return {d, up, grid.wraps() && from == border, up ? to < from : to > from};
}
inline OrderedHop hop_in_dimension(const Grid& grid, NodeId here, NodeId destination, int d) {
  return hop_between(grid, grid.coordinate(here, d), grid.coordinate(destination, d), d);
}

/// That in the lowest dimension that is not yet right. Precondition: `here != destination`.
inline OrderedHop dimension_order_hop(const Grid& grid, NodeId here, NodeId destination) {
  int d = 0;
  while (grid.coordinate(here, d) == grid.coordinate(destination, d)) ++d;
  return hop_in_dimension(grid, here, destination, d);
}

/// The same with the dimensions in an order of their own.
inline OrderedHop dimension_order_hop(const Grid& grid, NodeId here, NodeId destination,
                                      const std::vector<int>& order) {
  auto d = order.begin();
  while (grid.coordinate(here, *d) == grid.coordinate(destination, *d)) ++d;
  return hop_in_dimension(grid, here, destination, *d);
}

inline PortId port_of(const Grid& grid, const OrderedHop& hop) {
  return hop.up ? grid.up_port(hop.dimension) : grid.down_port(hop.dimension);
}

/// Deterministic minimal routing, one dimension after the other (e-cube on a hypercube).
///
/// On a torus with `dateline` the VCs are two virtual networks: a packet enters each dimension in the
/// first, takes the wrap-around link in the second and stays there. Without a dateline every VC may
/// be taken and a ring can deadlock: that is for demonstrations.
///
/// Deadlock: mesh and hypercube: free. Torus: free with a dateline, as each ring's channels are
///           ordered first network, wrap-around link, second network.
/// Differs:  one packet uses the second network only in dimensions it wraps in (the paper does not say
///           whether the switch is for the rest of the path).
/// Source:   Dally, Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks",
///           IEEE ToC 1987; Petrini 1999, section 3.
class DimensionOrder final : public RoutingFunction {
 public:
  /// `grid` must outlive this object. With a dateline `vc_count` must be at least 2. `order`: all dimensions,
  /// the first one first; empty: from 0 on.
  DimensionOrder(const Grid& grid, int vc_count, bool dateline, std::vector<int> order = {});

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return dateline_; }
  std::size_t max_choices() const override { return 1; }
  bool dateline() const { return dateline_; }
  bool counts_upwards() const { return order_.empty(); }  ///< The dimensions, from 0 on.

 private:
  const Grid& grid_;
  bool dateline_;
  std::vector<int> order_;  ///< Empty: from 0 on.
  VcMask first_;            ///< The first virtual network; all VCs if there is no dateline.
  VcMask second_;           ///< The second: taken from the wrap-around link on.
};

}  // namespace switchyard
