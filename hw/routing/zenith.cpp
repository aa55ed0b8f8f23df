#include "hw/routing/zenith.h"

#include "hw/routing/wrong_bits.h"

namespace switchyard {

void Zenith::route(const RouteQuery& query, RouteSet& routes) const {
  const NodeId up = wrong_zeros(query.here, query.destination);
  const NodeId down = wrong_ones(query.here, query.destination);
  const LastHop last = last_hop(query, dimensions_);
  const bool ascends = last.enters || (last.up && up_[0].test(query.held_vc));
  if (ascends && up != 0) {
    add_hops(routes, up, up_[0], Preference::Static);
    add_hops(routes, down, down_, Preference::Escape);
  } else if (down != 0) {
    add_hops(routes, down, down_, Preference::Static);
  } else {
    add_hops(routes, up, up_[1], Preference::Static);
  }
}

}  // namespace switchyard
