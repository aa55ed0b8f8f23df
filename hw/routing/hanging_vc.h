#pragma once

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Minimal adaptive routing on a hypercube hung from node 0, from VC to VC: up first, then down.
///
/// While an address bit is a wrong 0, the packet goes up through any such dimension. Then it goes down
/// through any wrong 1. Every VC may be taken. `hanging` is the same over central queues.
///
/// VCs:      1 per direction, 2 per bidirectional link.
/// Deadlock: free: no packet goes up once it has gone down; a hop up ends at more ones than it began, a hop
///           down at fewer.
/// Source:   Birk, Gibbons, Soroker, Sanz, "A Simple Mechanism for Efficient Barrier Synchronization in MIMD
///           Machines", 1989; Konstantinidou, "Adaptive, Minimal Routing in Hypercubes", 1990, as Gravano et
///           al., "Adaptive Deadlock-free Worm-hole Routing in Hypercubes", 1992, have it.
class HangingVc final : public RoutingFunction {
 public:
  HangingVc(int dimensions, int vc_count) : dimensions_(dimensions), vcs_(low_bits<VcMask>(vc_count)) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override { return dimensions_; }

 private:
  int dimensions_;
  VcMask vcs_;
};

}  // namespace switchyard
