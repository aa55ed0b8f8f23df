#include "hw/topology/hyperx.h"

#include "hw/topology/builders.h"

namespace switchyard {

Topology build_hyperx(const HyperXConfig& config) {
  const HyperX shape(config.radix);
  Topology network("hyperx", shape.node_count(), shape.network_ports() + config.concentration);
  network.attach_to_every_node(config.concentration);
  NodeId stride = 1;  // Distance in node ids between neighbours of the current dimension.
  for (int d = 0; d < shape.dimensions(); ++d) {
    const int k = shape.radices()[d];
    for (NodeId node = 0; node < shape.node_count(); ++node) {
      const int from = shape.places().coordinate(node, d);
      for (int to = from + 1; to < k; ++to) {
        const NodeId there = node + static_cast<NodeId>(to - from) * stride;
        network.connect({node, shape.port_to(node, d, to)}, {there, shape.port_to(there, d, from)},
                        config.link_latency);
      }
    }
    stride *= static_cast<NodeId>(k);
  }
  network.set_shape(shape);
  return network;
}

}  // namespace switchyard
