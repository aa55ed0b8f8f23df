#include "hw/routing/fully_adaptive.h"

#include "hw/routing/wrong_bits.h"

namespace switchyard {

void FullyAdaptive::route(const RouteQuery& query, RouteSet& routes) const {
  const NodeId wrong = query.here ^ query.destination;
  add_hops(routes, wrong, adaptive_, Preference::Adaptive);
  add_highest_hop(routes, wrong, escape_, Preference::Escape);
}

}  // namespace switchyard
