#include "hw/topology/builders.h"
#include "hw/topology/ring_hierarchy.h"

namespace switchyard {

Topology build_hierarchical_ring(const HierarchicalRingConfig& config) {
  RingHierarchy shape(config.rings, config.nodes);
  Topology network("hierarchical_ring", shape.node_count(), RingHierarchy::kNetworkPorts + 1);
  const auto rings = shape.global().node_count();
  const auto places = shape.local().node_count();
  constexpr PortId kGlobal = RingHierarchy::kFirstGlobalPort;
  for (NodeId ring = 0; ring < rings; ++ring) {
    for (NodeId place = 0; place < places; ++place) {
      network.connect({shape.node_at(ring, place), shape.local().up_port(0)},
                      {shape.node_at(ring, (place + 1) % places), shape.local().down_port(0)},
                      config.link_latency);
    }
    network.connect({shape.node_at(ring, 0), kGlobal + shape.global().up_port(0)},
                    {shape.node_at((ring + 1) % rings, 0), kGlobal + shape.global().down_port(0)},
                    config.global_latency);
  }
  network.set_shape(std::move(shape));
  return network;
}

}  // namespace switchyard
