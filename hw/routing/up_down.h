#pragma once

#include <vector>

#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Whether a packet comes from a terminal: no link leads to the port that holds it.
inline bool enters_here(const Topology& topology, const RouteQuery& query) {
  return query.held_port < 0 || topology.channel_to({query.here, query.held_port}) < 0;
}

/// Up*/down* routing on any graph: up towards the root, then down, never up again.
///
/// Each link's up end is the one nearer to the root in hops (the smaller id on a tie); a part of the graph
/// that is not connected with the root hangs from its smallest node. A head flit that came in over a down
/// channel may only go down. Among the legal hops every one on a shortest legal path is offered, on all VCs.
/// Uses 4 N^2 bytes for N nodes.
///
/// Deadlock: free: up channels are ordered towards the root, down channels away from it, and no down
///           channel waits for an up channel.
/// Differs:  shortest among the legal paths, which need not be minimal in the graph.
/// Source:   Schroeder et al., "Autonet: A High-Speed, Self-Configuring Local Area Network", IEEE JSAC 1991.
class UpDown final : public RoutingFunction {
 public:
  /// `topology` must outlive this object.
  UpDown(const Topology& topology, NodeId root, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override { return topology_.port_count() - 1; }

  /// Hops of the shortest legal path.
  int distance(NodeId here, NodeId destination) const {
    return to_go(here, /*down_only=*/false, destination);
  }

 private:
  bool leads_up(NodeId from, NodeId to) const;
  std::size_t index(NodeId here, bool down_only, NodeId destination) const {
    return (static_cast<std::size_t>(destination) * topology_.node_count() + here) * 2 + (down_only ? 1 : 0);
  }
  int to_go(NodeId here, bool down_only, NodeId destination) const {
    return to_go_[index(here, down_only, destination)];
  }
  void measure_paths_to(NodeId destination);

  const Topology& topology_;
  VcMask vcs_;
  std::vector<int> level_;            ///< Hops from the root of its part.
  std::vector<std::uint16_t> to_go_;  ///< Legal hops left, by destination, node and phase.
};

}  // namespace switchyard
