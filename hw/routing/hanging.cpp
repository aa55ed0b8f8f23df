#include "hw/routing/hanging.h"

#include "hw/routing/central_queues.h"

namespace switchyard {

void Hanging::route(const RouteQuery& query, RouteSet& routes) const {
  if (enters_queue(query, routes)) return;
  add_candidates(routes, queue_candidates(query.here, query.destination, query.held_vc, ports_), ports_,
                 Preference::Static);
}

QueueCandidates Hanging::queue_candidates(NodeId here, NodeId destination, VcId queue, int ports) const {
  const NodeId wrong = wrong_bits(queue == 1, here, destination);
  return {hops(wrong, queue, ports) | move_if((wrong == 0) & (queue == 0), 1, ports), 0};
}

}  // namespace switchyard
