#include "hw/routing/hyperx_dimension_order.h"

#include "hw/base/bits.h"

namespace switchyard {

HyperXDimensionOrder::HyperXDimensionOrder(const HyperX& hyperx, int vc_count)
    : hyperx_(hyperx), vcs_(low_bits<VcMask>(vc_count)) {}

void HyperXDimensionOrder::route(const RouteQuery& query, RouteSet& routes) const {
  routes.add(dimension_order_port(hyperx_, query.here, query.destination), vcs_, Preference::Adaptive);
}

}  // namespace switchyard
