#include "hw/topology/builders.h"

namespace switchyard {

Topology build_shuffle_exchange(const ShuffleExchangeConfig& config) {
  using Ports = ShuffleExchangeConfig;
  const NodeId nodes = NodeId{1} << config.dimensions;
  Topology network("shuffle_exchange", nodes, 4);
  for (NodeId node = 0; node < nodes; node += 2) {
    network.connect({node, Ports::kExchange}, {node + 1, Ports::kExchange}, config.link_latency);
  }
  for (NodeId node = 0; node < nodes; ++node) {
    const NodeId rotated = node >> 1 | (node & 1) << (config.dimensions - 1);
    if (rotated == node) continue;
    network.connect({node, Ports::kShuffle}, {rotated, Ports::kUnshuffle}, config.link_latency);
  }
  return network;
}

}  // namespace switchyard
