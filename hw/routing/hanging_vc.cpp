#include "hw/routing/hanging_vc.h"

#include "hw/routing/wrong_bits.h"

namespace switchyard {

void HangingVc::route(const RouteQuery& query, RouteSet& routes) const {
  const NodeId up = wrong_zeros(query.here, query.destination);
  add_hops(routes, up != 0 ? up : wrong_ones(query.here, query.destination), vcs_, Preference::Adaptive);
}

}  // namespace switchyard
