#pragma once

#include <vector>

#include "hw/analysis/components.h"
#include "hw/analysis/resource_space.h"

namespace switchyard {

/// Which resource waits for which, over all destinations: its vertices are the resources.
class DependencyGraph {
 public:
  /// `space` must outlive this object.
  explicit DependencyGraph(const ResourceSpace& space);

  /// A packet that holds `held` may take any of the VCs of `choice` next.
  void add(ResourceId held, const RouteChoice& choice) {
    const std::size_t slot = choice.port == kCentralQueues ? slots_ - 1 : choice.port;
    VcMask& vcs = vcs_[held * static_cast<std::size_t>(slots_) + slot];
    vcs |= choice.vcs;
  }

  std::size_t vertex_count() const { return space_.size(); }
  void successors(Vertex held, std::vector<Vertex>& out) const;
  /// Every vertex that some other leads to, in order.
  std::vector<Vertex> targets() const;
  std::size_t edge_count() const;

 private:
  const ResourceSpace& space_;
  int slots_;                ///< Output ports of a node, and its central queues.
  std::vector<VcMask> vcs_;  ///< [resource][slot]
};

/// Walks the relation over all destinations.
DependencyGraph dependencies_of(const ResourceSpace& space, const RoutingFunction& routing);

}  // namespace switchyard
