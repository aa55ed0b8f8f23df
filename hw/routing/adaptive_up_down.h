#pragma once

#include "hw/routing/minimal.h"
#include "hw/routing/up_down.h"

namespace switchyard {

/// Minimal adaptive routing on any graph, made deadlock-free by an up*/down* escape.
///
/// VCs from 1 on may take any hop that brings the packet nearer. VC 0 follows up*/down*, in the shortest
/// legal way from where the packet enters it, and a packet that has entered it stays there: what it would do
/// next on an adaptive VC may depend on VCs behind it. So it goes round whatever links are missing,
/// minimally while there is room. Uses the tables of Minimal and UpDown.
///
/// Deadlock: free by Duato's theorem: every packet may enter the escape, and no escape VC is followed by
///           anything but escape VCs, whose order is that of up*/down*.
/// Livelock: free, as both ways end.
/// Source:   Silla, Duato, "High-Performance Routing in Networks of Workstations with Irregular Topology",
///           IEEE TPDS 2000.
class AdaptiveUpDown final : public RoutingFunction {
 public:
  static constexpr int kEscapeVcs = 1;

  /// `topology` must outlive this object; `vc_count` must exceed kEscapeVcs.
  AdaptiveUpDown(const Topology& topology, NodeId root, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override { return minimal_.max_choices() + escape_.max_choices(); }

 private:
  const Topology& topology_;
  VcMask adaptive_;
  Minimal minimal_;
  UpDown escape_;
};

}  // namespace switchyard
