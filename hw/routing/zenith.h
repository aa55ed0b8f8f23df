#pragma once

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"
#include "hw/routing/vc_classes.h"

namespace switchyard {

/// Minimal adaptive routing on a hypercube from VC to VC: up then down, or down and then up.
///
/// The relation of ThreeQueue without queues. A channel up has VCs of two classes, which share them evenly; a
/// channel down has one class. In class 1 a packet goes up through any wrong 0 to the Zenith, S OR D, and
/// then down through any wrong 1. Where all its channels up are taken it may go down from where it is, and is
/// of class 2 from then on: down through any wrong 1, and only then up through the wrong 0s, on VCs of class
/// 2.
///
/// VCs:      2 per channel up and 1 per channel down, 3 per bidirectional link.
/// Deadlock: free: VCs up of class 1 come before VCs down, and those before VCs up of class 2; within each
///           the number of ones only rises, or only falls.
/// Differs:  a channel down has as many VCs as one up, as the router gives all ports as many; all of them may
///           be taken.
/// Source:   Konstantinidou, "Adaptive, Minimal Routing in Hypercubes", 6th MIT Conference on Advanced
///           Research in VLSI, 1990; Gravano et al., "Adaptive Deadlock-free Worm-hole Routing in
///           Hypercubes", 1992.
class Zenith final : public RoutingFunction {
 public:
  static constexpr int kClasses = 2;  ///< Of VCs up.

  /// `vc_count` must be kClasses at least.
  Zenith(int dimensions, int vc_count)
      : dimensions_(dimensions),
        up_{vcs_of_class(0, kClasses, vc_count), vcs_of_class(1, kClasses, vc_count)},
        down_(low_bits<VcMask>(vc_count)) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override { return dimensions_; }

 private:
  int dimensions_;
  VcMask up_[kClasses];
  VcMask down_;
};

}  // namespace switchyard
