#pragma once

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Fully adaptive minimal routing on a hypercube: any wrong address bit, with e_cube as the escape.
///
/// VC 0 is the escape, for the highest wrong bit alone. All other VCs may be taken through any wrong bit. A
/// packet may go back to them. It is `duato` with the dimensions of the escape the other way round.
///
/// VCs:      2 per direction, 4 per bidirectional link.
/// Deadlock: free by Duato's theorem, as `duato` is: see there.
/// Source:   Duato, "Deadlock-Free Adaptive Routing Algorithms for Multicomputers", 3rd IEEE Symposium on
///           Parallel and Distributed Processing, 1991; Gravano et al., "Adaptive Deadlock-free Worm-hole
///           Routing in Hypercubes", 1992, which call it Fully.
class FullyAdaptive final : public RoutingFunction {
 public:
  static constexpr int kEscapeVcs = 1;

  /// `vc_count` must exceed kEscapeVcs.
  FullyAdaptive(int dimensions, int vc_count)
      : dimensions_(dimensions),
        escape_(low_bits<VcMask>(kEscapeVcs)),
        adaptive_(low_bits<VcMask>(vc_count) & ~escape_) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override { return dimensions_ + 1; }

 private:
  int dimensions_;
  VcMask escape_;
  VcMask adaptive_;
};

}  // namespace switchyard
