#pragma once

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Deterministic minimal routing on a hypercube: the highest wrong address bit first.
///
/// It is dimension_order with the dimensions the other way round. Every VC may be taken.
///
/// VCs:      1 per direction, 2 per bidirectional link.
/// Deadlock: free: a packet takes the dimensions in falling order.
/// Source:   Dally, Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", IEEE
///           ToC 1987; Gravano, Pifarre, Denicolay, Sanz, "Adaptive Deadlock-free Worm-hole Routing in
///           Hypercubes", 1992.
class ECube final : public RoutingFunction {
 public:
  explicit ECube(int vc_count) : vcs_(low_bits<VcMask>(vc_count)) {}

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override { return 1; }

 private:
  VcMask vcs_;
};

}  // namespace switchyard
