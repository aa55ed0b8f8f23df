#include "hw/routing/ring.h"

#include "hw/routing/dimension_order.h"
#include "hw/routing/vc_classes.h"

namespace switchyard {

RingRouting::RingRouting(NodeId nodes, bool one_way, int vc_count)
    : places_({static_cast<int>(nodes)}, /*wraps=*/true, /*single_port=*/false),
      one_way_(one_way),
      wraps_ahead_(vcs_of_class(0, kClasses, vc_count)),
      after_(vcs_of_class(1, kClasses, vc_count)) {}

void RingRouting::route(const RouteQuery& query, RouteSet& routes) const {
  OrderedHop hop{.dimension = 0, .up = true, .wraps_ahead = query.destination < query.here};
  if (!one_way_) hop = dimension_order_hop(places_, query.here, query.destination);
  routes.add(port_of(places_, hop), hop.wraps_ahead ? wraps_ahead_ : after_, Preference::Adaptive);
}

}  // namespace switchyard
