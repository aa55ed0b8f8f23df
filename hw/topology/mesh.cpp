#include "hw/topology/builders.h"
#include "hw/topology/grid.h"

namespace switchyard {

Topology build_mesh(const MeshConfig& config) {
  Grid grid(config.radix, /*wraps=*/false, /*single_port=*/false);
  const int terminal_ports = Topology::ports_for_terminals(config.concentration, config.extra_terminals);
  Topology mesh("mesh", grid.node_count(), grid.network_ports() + terminal_ports);
  mesh.attach_to_every_node(config.concentration, config.extra_terminals);
  NodeId stride = 1;  // Distance in node ids between neighbours of the current dimension.
  for (int d = 0; d < grid.dimensions(); ++d) {
    for (NodeId node = 0; node < grid.node_count(); ++node) {
      if (grid.coordinate(node, d) + 1 == grid.radix(d)) continue;
      mesh.connect({node, grid.up_port(d)}, {node + stride, grid.down_port(d)}, config.link_latency);
    }
    stride *= static_cast<NodeId>(grid.radix(d));
  }
  mesh.set_shape(std::move(grid));
  return mesh;
}

}  // namespace switchyard
