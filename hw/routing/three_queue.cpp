#include "hw/routing/three_queue.h"

#include "hw/routing/central_queues.h"

namespace switchyard {

void ThreeQueue::route(const RouteQuery& query, RouteSet& routes) const {
  if (enters_queue(query, routes)) return;
  add_candidates(routes, queue_candidates(query.here, query.destination, query.held_vc, ports_), ports_,
                 Preference::Static);
}

QueueCandidates ThreeQueue::queue_candidates(NodeId here, NodeId destination, VcId queue, int ports) const {
  const NodeId wrong = wrong_bits(queue == 1, here, destination);
  const bool done = wrong == 0;
  return {hops(wrong, queue, ports) | move_if(done & (queue < 2), queue + 1, ports),
          move_if(!done & (queue == 0), 1, ports)};
}

}  // namespace switchyard
