#include "hw/routing/hyperx_duato.h"

#include "hw/base/bits.h"
#include "hw/routing/hyperx_dimension_order.h"

namespace switchyard {

HyperXDuato::HyperXDuato(const HyperX& hyperx, int vc_count)
    : hyperx_(hyperx), adaptive_(low_bits<VcMask>(vc_count) & ~low_bits<VcMask>(kEscapeVcs)) {}

void HyperXDuato::route(const RouteQuery& query, RouteSet& routes) const {
  const NodeId here = query.here;
  const NodeId destination = query.destination;
  for (int d = 0; d < hyperx_.dimensions(); ++d) {
    if (hyperx_.is_right(here, destination, d)) continue;
    routes.add(hyperx_.port_towards(here, destination, d), adaptive_, Preference::Adaptive);
  }
  routes.add(dimension_order_port(hyperx_, here, destination), low_bits<VcMask>(kEscapeVcs),
             Preference::Escape);
}

}  // namespace switchyard
