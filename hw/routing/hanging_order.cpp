#include "hw/routing/hanging_order.h"

#include "hw/routing/wrong_bits.h"

namespace switchyard {

void HangingOrder::route(const RouteQuery& query, RouteSet& routes) const {
  const LastHop last = last_hop(query, dimensions_);
  const bool came_down = !last.enters && !last.up;
  const auto legal = low_bits<NodeId>(came_down ? last.dimension : dimensions_);
  const NodeId up = wrong_zeros(query.here, query.destination);
  const NodeId down = wrong_ones(query.here, query.destination);
  add_hops(routes, up & legal, vcs_, Preference::Adaptive);
  if (up == 0) return add_highest_hop(routes, down, vcs_, Preference::Adaptive);
  const NodeId up_to_lowest_wrong_zero = up ^ (up - 1);
  add_hops(routes, down & legal & ~up_to_lowest_wrong_zero, vcs_, Preference::Adaptive);
}

}  // namespace switchyard
