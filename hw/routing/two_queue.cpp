#include "hw/routing/two_queue.h"

#include "hw/routing/central_queues.h"

namespace switchyard {

void TwoQueue::route(const RouteQuery& query, RouteSet& routes) const {
  if (enters_queue(query, routes)) return;
  bool too_low = false;
  if (query.held_vc == kA) {
    for (int d = 0; d < grid_.dimensions(); ++d) {
      too_low |= grid_.offset(query.here, query.destination, d).up != 0;
    }
    if (!too_low) return add_move(routes, kB, Preference::Static);
  }
  for (int d = 0; d < grid_.dimensions(); ++d) {
    const Offset offset = grid_.offset(query.here, query.destination, d);
    if (offset.up != 0) add_hop(routes, grid_.up_port(d), kA, Preference::Static);
    if (offset.down == 0) continue;
    if (too_low) {
      add_hop(routes, grid_.down_port(d), kA, Preference::Adaptive);
    } else {
      add_hop(routes, grid_.down_port(d), kB, Preference::Static);
    }
  }
}

}  // namespace switchyard
