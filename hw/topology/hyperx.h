#pragma once

#include <utility>
#include <vector>

#include "hw/topology/grid.h"

namespace switchyard {

/// Coordinates and ports of a HyperX: nodes of a grid, each joined with every other node of its row in each
/// dimension.
///
/// Node ids count dimension 0 fastest. The ports of dimension d follow those of the dimensions before it, in
/// order of the coordinates that they lead to, the node's own left out; the terminals follow.
///
/// Source: Ahn, Binkert, Davis, McLaren, Schreiber, "HyperX: Topology, Routing, and Packaging of Efficient
///         Large-Scale Networks", SC 2009. With one radix, and as many terminals per node, it is the
///         flattened butterfly of Kim, Dally, Abts, ISCA 2007.
class HyperX {
 public:
  explicit HyperX(std::vector<int> radix) : grid_(std::move(radix), /*wraps=*/false, /*single_port=*/false) {
    for (const int k : grid_.radices()) {
      first_port_.push_back(network_ports_);
      network_ports_ += k - 1;
    }
  }

  /// Where the nodes are; its ports and distances are not those of the links.
  const Grid& places() const { return grid_; }
  int dimensions() const { return grid_.dimensions(); }
  const std::vector<int>& radices() const { return grid_.radices(); }
  NodeId node_count() const { return grid_.node_count(); }
  int network_ports() const { return network_ports_; }

  bool is_right(NodeId here, NodeId destination, int d) const {
    return grid_.coordinate(here, d) == grid_.coordinate(destination, d);
  }
  /// The port of the node to the one of its row in dimension d that has this coordinate. Precondition: not
  /// its own.
  PortId port_to(NodeId node, int d, int coordinate) const {
    return first_port_[d] + coordinate - (coordinate > grid_.coordinate(node, d) ? 1 : 0);
  }
  /// The port to the coordinate of the destination. Precondition: it is not right.
  PortId port_towards(NodeId here, NodeId destination, int d) const {
    return port_to(here, d, grid_.coordinate(destination, d));
  }
  /// The dimension that a network port belongs to.
  int dimension_of(PortId port) const {
    int d = dimensions() - 1;
    while (port < first_port_[d]) --d;
    return d;
  }

  /// Hops of a shortest path: one for each dimension that is not right.
  int distance(NodeId a, NodeId b) const {
    int hops = 0;
    for (int d = 0; d < dimensions(); ++d) hops += is_right(a, b, d) ? 0 : 1;
    return hops;
  }

 private:
  Grid grid_;
  std::vector<PortId> first_port_;  ///< [dimension]
  int network_ports_ = 0;
};

}  // namespace switchyard
