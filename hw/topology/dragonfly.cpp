#include "hw/topology/dragonfly.h"

#include "hw/topology/builders.h"

namespace switchyard {

Topology build_dragonfly(const DragonflyConfig& config) {
  const Dragonfly shape(config.routers, config.global_links, config.groups);
  Topology network("dragonfly", shape.node_count(), shape.network_ports() + config.terminals);
  network.attach_to_every_node(config.terminals);
  for (int group = 0; group < shape.groups(); ++group) {
    for (int a = 0; a < shape.routers(); ++a) {
      for (int b = a + 1; b < shape.routers(); ++b) {
        network.connect({shape.node_at(group, a), shape.local_port(a, b)},
                        {shape.node_at(group, b), shape.local_port(b, a)}, config.local_latency);
      }
    }
    for (int link = 0; link < shape.links_of_group(); ++link) {
      const int other = shape.group_behind(group, link);
      if (other < group) continue;
      const int far = shape.far_link(link);
      network.connect({shape.node_at(group, shape.router_of_link(link)), shape.port_of_link(link)},
                      {shape.node_at(other, shape.router_of_link(far)), shape.port_of_link(far)},
                      config.global_latency);
    }
  }
  network.set_shape(shape);
  return network;
}

}  // namespace switchyard
