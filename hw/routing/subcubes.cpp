#include "hw/routing/subcubes.h"

#include "hw/routing/wrong_bits.h"

namespace switchyard {

void Subcubes::route(const RouteQuery& query, RouteSet& routes) const {
  const NodeId inside = (query.here ^ query.destination) & inside_;
  const NodeId up = wrong_zeros(query.here, query.destination) & ~inside_;
  const NodeId down = wrong_ones(query.here, query.destination) & ~inside_;
  add_hops(routes, up, vcs_, Preference::Adaptive);
  add_highest_hop(routes, inside, vcs_, Preference::Adaptive);
  const bool first_phase = up != 0 || (inside != 0 && moves_ == MovesInside::Ascending);
  if (!first_phase) add_hops(routes, down, vcs_, Preference::Adaptive);
}

}  // namespace switchyard
