#pragma once

#include "hw/routing/routing_function.h"
#include "hw/topology/ring_hierarchy.h"

namespace switchyard {

/// Deterministic minimal routing on a hierarchical ring: to the bridge, along the global ring, from the
/// bridge.
///
/// Every ring is taken the shorter way; where both tie, up from even places and down from odd ones. Packets
/// within a ring stay in it. The VCs of local links are shared out evenly among four classes: two on the way
/// to the bridge or within the ring, two on the way from the bridge; those of global links among two. Of each
/// two a packet takes the first while its way in the ring still wraps around, and then the second.
///
/// Deadlock: free: the two classes of a ring are ordered along it (see Duato's escapes), and the ways to the
///           bridge, between bridges and from the bridge have classes of their own.
class HierarchicalRing final : public RoutingFunction {
 public:
  /// Of a local link.
  static constexpr int kClasses = 4;

  /// `shape` must outlive this object; `vc_count` must be kClasses at least.
  HierarchicalRing(const RingHierarchy& shape, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override { return 1; }

 private:
  const RingHierarchy& shape_;
  std::array<VcMask, kClasses> local_{};  ///< [class]
  std::array<VcMask, 2> global_{};
};

}  // namespace switchyard
