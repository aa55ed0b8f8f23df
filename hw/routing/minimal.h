#pragma once

#include <vector>

#include "hw/routing/routing_function.h"
#include "hw/topology/grid.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Ports of a whole grid that bring a packet nearer, both ways where a ring's two ways tie.
inline PortMask minimal_ports(const Grid& grid, NodeId here, NodeId destination) {
  PortMask ports = 0;
  for (int d = 0; d < grid.dimensions(); ++d) {
    const Offset offset = grid.offset(here, destination, d);
    if (offset.up != 0) ports.set(grid.up_port(d));
    if (offset.down != 0) ports.set(grid.down_port(d));
  }
  return ports;
}

/// Every hop that brings a packet nearer, through one central queue per node.
///
/// In closed form on a whole torus, mesh or hypercube (both ways where a ring's two ways tie); on any other
/// graph from a table of 4 N^2 bytes for N nodes. No hop brings a packet nearer to a node that is not
/// connected.
///
/// Deadlock: not free where a packet may only wait. For routers that send packets the wrong way rather than
///           wait (chaos, exchange); which way is theirs to say.
class Minimal final : public RoutingFunction {
 public:
  static constexpr int kQueues = 1;

  /// `topology` must outlive this object.
  explicit Minimal(const Topology& topology);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  QueueCandidates queue_candidates(NodeId here, NodeId destination, VcId queue, int ports) const override;
  std::size_t max_choices() const override { return topology_.port_count() - 1; }

 private:
  PortMask nearer(NodeId here, NodeId destination) const;

  const Topology& topology_;
  const Grid* grid_;  ///< Null if it is none, or not whole.
  bool is_hypercube_;
  std::vector<PortMask> nearer_;  ///< [destination][here]; empty on a whole grid.
};

}  // namespace switchyard
