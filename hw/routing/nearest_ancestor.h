#pragma once

#include "hw/routing/routing_function.h"
#include "hw/topology/fat_tree.h"

namespace switchyard {

/// Minimal adaptive routing on a fat tree: up through any port until the switch is an ancestor of the
/// destination's leaf switch, then the one way down. Takes all VCs.
///
/// Precondition: the destination is a leaf switch.
/// Deadlock: free: up channels are ordered from the leaf switches on, down channels towards them, and no down
///           channel waits for an up channel.
/// Source:   Petrini, Vanneschi, "k-ary n-trees: High Performance Networks for Massively Parallel
///           Architectures", IPPS 1997.
class NearestAncestor final : public RoutingFunction {
 public:
  /// `tree` must outlive this object.
  NearestAncestor(const FatTree& tree, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override { return max_choices_; }

 private:
  const FatTree& tree_;
  VcMask vcs_;
  std::size_t max_choices_ = 1;
};

}  // namespace switchyard
