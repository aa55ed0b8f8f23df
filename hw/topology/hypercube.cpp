#include "hw/topology/builders.h"
#include "hw/topology/grid.h"

namespace switchyard {

Topology build_hypercube(const HypercubeConfig& config) {
  const std::vector<int> radix(config.dimensions, 2);
  Grid grid(radix, /*wraps=*/false, /*single_port=*/true);
  Topology cube("hypercube", grid.node_count(), grid.network_ports() + 1);
  for (int d = 0; d < grid.dimensions(); ++d) {
    const NodeId across = NodeId{1} << d;
    for (NodeId node = 0; node < grid.node_count(); ++node) {
      if ((node & across) == 0) cube.connect({node, d}, {node | across, d}, config.link_latency);
    }
  }
  cube.set_shape(std::move(grid));
  return cube;
}

}  // namespace switchyard
