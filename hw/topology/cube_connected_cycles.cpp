#include "hw/topology/builders.h"

namespace switchyard {

Topology build_cube_connected_cycles(const CubeConnectedCyclesConfig& config) {
  using Ports = CubeConnectedCyclesConfig;
  const NodeId n = config.dimensions;
  const NodeId cycles = NodeId{1} << n;
  Topology network("cube_connected_cycles", n * cycles, 4);
  for (NodeId c = 0; c < cycles; ++c) {
    for (NodeId p = 0; p < n; ++p) {
      const NodeId node = n * c + p;
      network.connect({node, Ports::kNext}, {n * c + (p + 1) % n, Ports::kPrevious}, config.link_latency);
      const NodeId across = c ^ NodeId { 1 } << p;
      if (c < across)
        network.connect({node, Ports::kCube}, {n * across + p, Ports::kCube}, config.link_latency);
    }
  }
  return network;
}

}  // namespace switchyard
