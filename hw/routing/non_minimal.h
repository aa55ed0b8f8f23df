#pragma once

#include <array>

#include "hw/routing/routing_function.h"

namespace switchyard {

/// Adaptive routing on a hypercube that leaves the minimal paths: a detour before each of the high
/// dimensions.
///
/// Phase i, from n - 1 down to 0, sets address bit i for good. If dims(i) is not empty, the packet first
/// makes a detour: one hop through any dimension of dims(i), right or wrong. Then it goes through dimension
/// i, if bit i is wrong. dims(i) is {i - 2, i - 4, i - 6} from i = 6 on, {3, 1} for 5, {2, 0} for 4, and
/// empty below. The VC of a channel of dimension j tells the phase of its packet: class 0 for the hop of
/// phase j, class (i - j) / 2 for the detour of phase i, and one less where j is 0 or 1. A packet is
/// delivered after its last phase only, and may pass through its destination before.
///
/// VCs:      classes(n) per direction: 1 up to n = 4, 2 up to 6, 3 up to 8, 4 above; twice that per
///           bidirectional link.
/// Paths:    the product of the sizes of dims, 3^(n - 6) 2^2 from n = 6 on, for every pair of nodes. Their
///           lengths are n - 4 to 2 n - 4 from n = 5 on: n - 4 detours, and a hop for each bit that is wrong
///           in its phase.
/// Deadlock: free: phases follow each other, and in each the hop follows the detour.
/// Livelock: free: no path is longer than 2 n - 4 hops.
/// Differs:  the paper has lengths of n to 2 n. It has at most 4 channels after a channel: that does not
///           count that phases without a detour may have no hop at all; after a detour of phase 4 the next is
///           through any of 4, 3, 2, 1 and 0. A packet for the node where it enters does not set out.
/// Source:   Gravano, Pifarre, Denicolay, Sanz, "Adaptive Deadlock-free Worm-hole Routing in Hypercubes",
///           1992, section 1.
class NonMinimal final : public RoutingFunction {
 public:
  static constexpr int kMaxClasses = 4;
  /// Classes of VCs in an n-cube.
  static int classes(int dimensions);

  /// `vc_count` must be classes(dimensions) at least.
  NonMinimal(int dimensions, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool stops_at_destination() const override { return !has_detours(); }
  std::size_t max_choices() const override { return has_detours() ? 3 : 1; }

 private:
  bool has_detours() const { return dimensions_ > 4; }

  int dimensions_;
  std::array<VcMask, kMaxClasses> vcs_{};            ///< [class]
  std::array<std::uint8_t, kMaxVcs> class_of_vc_{};  ///< [VC]
};

}  // namespace switchyard
