#pragma once

#include "hw/base/types.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// Rings and ports of a hierarchical ring: local rings, whose nodes 0 are the bridges of a global ring.
///
/// Node i of ring r is `nodes` r + i, with `nodes` nodes in a ring. Ports 0 and 1 lead along the local ring,
/// up and down; ports 2 and 3 of a bridge along the global ring; they are open at the other nodes.
class RingHierarchy {
 public:
  RingHierarchy(int rings, int nodes)
      : local_({nodes}, /*wraps=*/true, /*single_port=*/false),
        global_({rings}, /*wraps=*/true, /*single_port=*/false) {}

  NodeId node_count() const { return global_.node_count() * local_.node_count(); }

  NodeId ring(NodeId node) const { return node / local_.node_count(); }
  NodeId place(NodeId node) const { return node % local_.node_count(); }
  NodeId node_at(NodeId ring, NodeId place) const { return ring * local_.node_count() + place; }

  /// Places in a local ring, and rings in the global one.
  const Grid& local() const { return local_; }
  const Grid& global() const { return global_; }

  static constexpr PortId kFirstGlobalPort = 2;
  static constexpr int kNetworkPorts = 4;
  static bool is_local(PortId port) { return port >= 0 && port < kFirstGlobalPort; }
  static bool is_global(PortId port) { return port >= kFirstGlobalPort && port < kNetworkPorts; }

 private:
  Grid local_;
  Grid global_;
};

}  // namespace switchyard
