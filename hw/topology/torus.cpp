#include "hw/topology/builders.h"
#include "hw/topology/grid.h"

namespace switchyard {

Topology build_torus(const TorusConfig& config) {
  Grid grid(config.radix, /*wraps=*/true, /*single_port=*/false);
  const int terminal_ports = Topology::ports_for_terminals(config.concentration, config.extra_terminals);
  Topology torus("torus", grid.node_count(), grid.network_ports() + terminal_ports);
  torus.attach_to_every_node(config.concentration, config.extra_terminals);
  NodeId stride = 1;  // Distance in node ids between neighbours of the current dimension.
  for (int d = 0; d < grid.dimensions(); ++d) {
    const NodeId radix = grid.radix(d);
    for (NodeId node = 0; node < grid.node_count(); ++node) {
      const NodeId x = grid.coordinate(node, d);
      const NodeId up = node - x * stride + (x + 1) % radix * stride;
      torus.connect({node, grid.up_port(d)}, {up, grid.down_port(d)}, config.link_latency);
    }
    stride *= radix;
  }
  torus.set_shape(std::move(grid));
  return torus;
}

}  // namespace switchyard
