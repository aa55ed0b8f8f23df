#include "hw/routing/duato.h"

#include "hw/base/bits.h"
#include "hw/routing/dimension_order.h"

namespace switchyard {

Duato::Duato(const Grid& grid, int vc_count)
    : grid_(grid), adaptive_(low_bits<VcMask>(vc_count) & ~low_bits<VcMask>(escape_vcs(grid))) {}

void Duato::route(const RouteQuery& query, RouteSet& routes) const {
  for (int d = 0; d < grid_.dimensions(); ++d) {
    const Offset offset = grid_.offset(query.here, query.destination, d);
    routes.add(grid_.up_port(d), adaptive_, Preference::Adaptive, offset.up != 0);
    routes.add(grid_.down_port(d), adaptive_, Preference::Adaptive, offset.down != 0);
  }
  const OrderedHop hop = dimension_order_hop(grid_, query.here, query.destination);
  const VcId escape = grid_.wraps() && !hop.wraps_ahead ? 1 : 0;
  routes.add(port_of(grid_, hop), bit<VcMask>(escape), Preference::Escape);
}

std::size_t Duato::max_choices() const {
  const int directions = grid_.wraps() ? 2 : 1;  // Both are minimal only where they tie.
  const int most = grid_.dimensions() * directions + 1;
  return most;
}

}  // namespace switchyard
