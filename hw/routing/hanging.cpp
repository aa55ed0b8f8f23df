#include "hw/routing/hanging.h"

#include "hw/routing/central_queues.h"

namespace switchyard {

void Hanging::route(const RouteQuery& query, RouteSet& routes) const {
  if (enters_queue(query, routes)) return;
  const NodeId zeros = wrong_zeros(query.here, query.destination);
  if (query.held_vc == 1) {
    add_hops(routes, wrong_ones(query.here, query.destination), 1, Preference::Static);
  } else if (zeros != 0) {
    add_hops(routes, zeros, 0, Preference::Static);
  } else {
    add_move(routes, 1, Preference::Static);
  }
}

}  // namespace switchyard
