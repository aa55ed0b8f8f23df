#pragma once

#include <array>

#include "hw/routing/routing_function.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// Adaptive routing that counts dimension reversals, with or without misroutes.
///
/// A dimension reversal is a hop in a lower dimension than the hop before, or back in the same one. Class c
/// of VCs is for packets with c reversals behind them. In all classes but the last a packet may take any hop:
/// the minimal ones, and, with misroutes, those off the minimal paths as detours, though not straight back. A
/// reversal takes it to the next class. In the last one, and by the hop that leads there, it follows
/// dimension order to its destination.
///
///   class 0                  --- reversal -->   class 1   --- ... -->   last class
///   any hops, upwards in the dimensions                                 dimension order only
///
/// VCs:      reversals + 1 classes; those that there are, are shared out.
/// Deadlock: free: in a class hops follow the order of dimensions, and no packet goes back to a lower class.
/// Livelock: free: a packet makes at most one way through the mesh in each class: (reversals + 1) x diameter
///           hops at most.
/// Differs:  the paper leaves open when to misroute: here where the queue of the detour is so much shorter,
///           as for Preference::Detour.
/// Source:   Dally, Aoki, "Deadlock-Free Adaptive Routing in Multicomputer Networks Using Virtual Channels",
///           IEEE TPDS 4(4), 1993: the static algorithm.
class DimensionReversal final : public RoutingFunction {
 public:
  /// `grid` is a mesh or hypercube and must outlive this object. `vc_count` must exceed `reversals`, which is
  /// at least 1.
  DimensionReversal(const Grid& grid, int reversals, bool misroutes, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override { return grid_.network_ports(); }
  bool misroutes() const { return misroutes_; }

 private:
  bool leads_out(NodeId here, PortId port) const;

  const Grid& grid_;
  int last_class_;
  bool misroutes_;
  std::array<VcMask, kMaxVcs> vcs_{};             ///< [class]
  std::array<std::uint8_t, kMaxVcs> class_of_{};  ///< [VC]
};

}  // namespace switchyard
