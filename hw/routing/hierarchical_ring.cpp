#include "hw/routing/hierarchical_ring.h"

#include "hw/routing/dimension_order.h"
#include "hw/routing/vc_classes.h"
#include "hw/topology/grid.h"

namespace switchyard {

HierarchicalRing::HierarchicalRing(const RingHierarchy& shape, int vc_count) : shape_(shape) {
  for (int c = 0; c < kClasses; ++c) local_[c] = vcs_of_class(c, kClasses, vc_count);
  for (int c = 0; c < 2; ++c) global_[c] = vcs_of_class(c, 2, vc_count);
}

void HierarchicalRing::route(const RouteQuery& query, RouteSet& routes) const {
  const NodeId ring = shape_.ring(query.here);
  const NodeId place = shape_.place(query.here);
  const NodeId to_ring = shape_.ring(query.destination);
  const auto add = [&](const Grid& along, NodeId from, NodeId to, PortId first_port, const VcMask* classes) {
    const OrderedHop hop = dimension_order_hop(along, from, to);
    routes.add(first_port + port_of(along, hop), classes[hop.wraps_ahead ? 0 : 1], Preference::Adaptive);
  };
  if (ring != to_ring && place == 0)
    return add(shape_.global(), ring, to_ring, RingHierarchy::kFirstGlobalPort, global_.data());
  const bool came_from_bridge =
      RingHierarchy::is_local(query.held_port) && (bit<VcMask>(query.held_vc) & (local_[2] | local_[3])) != 0;
  const bool from_bridge = RingHierarchy::is_global(query.held_port) || came_from_bridge;
  const NodeId target = ring == to_ring ? shape_.place(query.destination) : 0;
  add(shape_.local(), place, target, 0, local_.data() + (from_bridge ? 2 : 0));
}

}  // namespace switchyard
