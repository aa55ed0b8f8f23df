#include "hw/routing/three_queue.h"

#include "hw/routing/central_queues.h"

namespace switchyard {

void ThreeQueue::route(const RouteQuery& query, RouteSet& routes) const {
  if (enters_queue(query, routes)) return;
  const NodeId zeros = wrong_zeros(query.here, query.destination);
  const NodeId ones = wrong_ones(query.here, query.destination);
  switch (query.held_vc) {
    case 0:
      add_hops(routes, zeros, 0, Preference::Static);
      add_move(routes, 1, zeros == 0 ? Preference::Static : Preference::Escape);
      break;
    case 1:
      add_hops(routes, ones, 1, Preference::Static);
      if (ones == 0) add_move(routes, 2, Preference::Static);
      break;
    default: add_hops(routes, zeros, 2, Preference::Static);
  }
}

}  // namespace switchyard
