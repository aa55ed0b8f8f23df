#include "hw/routing/o1turn.h"

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/routing/dimension_order.h"

namespace switchyard {

O1Turn::O1Turn(const Grid& mesh, int vc_count, std::uint64_t seed)
    : mesh_(mesh), seed_(seed), x_first_(low_bits<VcMask>((vc_count + 1) / 2)) {
  y_first_ = low_bits<VcMask>(vc_count) & ~x_first_;
}

PortId O1Turn::next_port(const RouteQuery& query, bool x_first) const {
  const bool has_x = mesh_.coordinate(query.here, 0) != mesh_.coordinate(query.destination, 0);
  const bool has_y = mesh_.coordinate(query.here, 1) != mesh_.coordinate(query.destination, 1);
  const int dimension = (x_first ? has_x : !has_y) ? 0 : 1;
  return port_of(mesh_, hop_in_dimension(mesh_, query.here, query.destination, dimension));
}

void O1Turn::route(const RouteQuery& query, RouteSet& routes) const {
  if (!enters(query)) {
    const bool x_first = is_x_first(query);
    routes.add(next_port(query, x_first), x_first ? x_first_ : y_first_, Preference::Adaptive);
    return;
  }
  const PortId x = next_port(query, /*x_first=*/true);
  const PortId y = next_port(query, /*x_first=*/false);
  routes.add(x, x == y ? x_first_ | y_first_ : x_first_, Preference::Adaptive);
  routes.add(y, y_first_, Preference::Adaptive, x != y);
}

void O1Turn::route_packet(const RouteQuery& query, PacketId packet, RouteSet& routes) const {
  const bool x_first = enters(query)
                           ? RandomStream(seed_, static_cast<NodeId>(packet), Purpose::Order).below(2) == 0
                           : is_x_first(query);
  routes.add(next_port(query, x_first), x_first ? x_first_ : y_first_, Preference::Adaptive);
}

}  // namespace switchyard
