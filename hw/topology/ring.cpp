#include "hw/topology/builders.h"
#include "hw/topology/grid.h"

namespace switchyard {

Topology build_ring(const RingConfig& config) {
  const Grid places({config.nodes}, /*wraps=*/true, /*single_port=*/false);
  Topology ring("ring", places.node_count(), places.network_ports() + config.concentration);
  ring.attach_to_every_node(config.concentration);
  for (NodeId node = 0; node < places.node_count(); ++node) {
    ring.connect({node, places.up_port(0)}, {(node + 1) % places.node_count(), places.down_port(0)},
                 LinkConfig{.latency = config.link_latency, .one_way = config.one_way});
  }
  if (!config.one_way) ring.set_shape(places);
  return ring;
}

}  // namespace switchyard
