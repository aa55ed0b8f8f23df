#include "hw/routing/dimension_reversal.h"

#include "hw/base/bits.h"
#include "hw/routing/dimension_order.h"
#include "hw/routing/minimal.h"
#include "hw/routing/vc_classes.h"

namespace switchyard {

DimensionReversal::DimensionReversal(const Grid& grid, int reversals, bool misroutes, int vc_count)
    : grid_(grid), last_class_(reversals), misroutes_(misroutes) {
  for (int c = 0; c <= last_class_; ++c) {
    vcs_[c] = vcs_of_class(c, last_class_ + 1, vc_count);
    for_each_bit(vcs_[c], [&](VcId vc) { class_of_[vc] = static_cast<std::uint8_t>(c); });
  }
}

void DimensionReversal::route(const RouteQuery& query, RouteSet& routes) const {
  const PortMask minimal = minimal_ports(grid_, query.here, query.destination);
  const PortId in_order = port_of(grid_, dimension_order_hop(grid_, query.here, query.destination));
  const bool enters = query.held_port < 0 || query.held_port >= grid_.network_ports();
  const int held_class = enters ? 0 : class_of_[query.held_vc];
  const int held_dimension = enters ? -1 : grid_.dimension_of(query.held_port);
  const auto add = [&](PortId port, Preference preference) {
    const int dimension = grid_.dimension_of(port);
    const bool reverses = dimension < held_dimension || (!enters && port == query.held_port);
    const int next_class = held_class + (reverses ? 1 : 0);
    if (next_class < last_class_ || (next_class == last_class_ && port == in_order))
      routes.add(port, vcs_[next_class], preference);
  };
  for (const PortId port : minimal) add(port, Preference::Adaptive);
  if (!misroutes_) return;
  for (PortId port = 0; port < grid_.network_ports(); ++port) {
    const bool is_detour = !minimal.test(port) && port != query.held_port && !leads_out(query.here, port);
    if (is_detour) add(port, Preference::Detour);
  }
}

/// Whether the port is at the edge of the mesh.
bool DimensionReversal::leads_out(NodeId here, PortId port) const {
  const int d = grid_.dimension_of(port);
  if (grid_.up_port(d) == grid_.down_port(d)) return false;
  const int edge = port == grid_.up_port(d) ? grid_.radix(d) - 1 : 0;
  return grid_.coordinate(here, d) == edge;
}

}  // namespace switchyard
