#include "hw/routing/e_cube.h"

#include "hw/routing/wrong_bits.h"

namespace switchyard {

void ECube::route(const RouteQuery& query, RouteSet& routes) const {
  add_highest_hop(routes, query.here ^ query.destination, vcs_, Preference::Adaptive);
}

}  // namespace switchyard
