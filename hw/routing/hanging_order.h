#pragma once

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Minimal adaptive routing on a hypercube between hanging_vc and e_cube: hops up at any time, hops down in
/// falling order of dimensions.
///
/// After a hop up a packet may take any wrong bit. After a hop down it may take lower dimensions only. It
/// takes no hop after which it could not finish: through a wrong 1 it goes only if a wrong 0 is in a lower
/// dimension, or if there is no wrong 0 left and no higher wrong 1. So it has all paths of hanging_vc whose
/// hops down are in falling order, and all those of e_cube. Every VC may be taken.
///
/// VCs:      1 per direction, 2 per bidirectional link.
/// Deadlock: free: channels in a cycle lead back to where they began, so that the cycle goes up and down in
///           each of its dimensions. After its hop down in the lowest of them a lower one would have to
///           follow.
/// Differs:  Gravano et al. name a routing of this name and refer to Chiu, Chalasani, Raghavendra, ICDCS
///           1991, for it, without its rules: these are ours.
/// Source:   Gravano, Pifarre, Denicolay, Sanz, "Adaptive Deadlock-free Worm-hole Routing in Hypercubes",
///           1992.
class HangingOrder final : public RoutingFunction {
 public:
  HangingOrder(int dimensions, int vc_count) : dimensions_(dimensions), vcs_(low_bits<VcMask>(vc_count)) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override { return dimensions_; }

 private:
  int dimensions_;
  VcMask vcs_;
};

}  // namespace switchyard
