#include "hw/routing/destination_tag.h"

#include "hw/routing/central_queues.h"

namespace switchyard {

void DestinationTagQueue::route(const RouteQuery& query, RouteSet& routes) const {
  if (enters_queue(query, routes)) return;
  const int ports = network_.port_count();
  add_candidates(routes, queue_candidates(query.here, query.destination, query.held_vc, ports), ports,
                 Preference::Static);
}

QueueCandidates DestinationTagQueue::queue_candidates(NodeId here, NodeId destination, VcId,
                                                      int ports) const {
  return {class_bit(0, network_.port_towards(here, destination), ports), 0};
}

}  // namespace switchyard
