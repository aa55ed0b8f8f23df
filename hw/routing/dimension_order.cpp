#include "hw/routing/dimension_order.h"

#include <algorithm>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {

DimensionOrder::DimensionOrder(const Grid& grid, int vc_count, bool dateline, std::vector<int> order)
    : grid_(grid), dateline_(dateline && grid.wraps()), order_(std::move(order)) {
  if (std::is_sorted(order_.begin(), order_.end())) order_.clear();
  const auto all = low_bits<VcMask>(vc_count);
  first_ = dateline_ ? low_bits<VcMask>((vc_count + 1) / 2) : all;
  second_ = all & ~first_;
}

void DimensionOrder::route(const RouteQuery& query, RouteSet& routes) const {
  const OrderedHop hop = counts_upwards() ? dimension_order_hop(grid_, query.here, query.destination)
                                          : dimension_order_hop(grid_, query.here, query.destination, order_);
  VcMask vcs = first_;
  if (dateline_) {
    const bool enters = query.held_port < 0 || query.held_port >= grid_.network_ports();
    const bool same_dimension = !enters && grid_.dimension_of(query.held_port) == hop.dimension;
    const bool crossed = same_dimension && (bit<VcMask>(query.held_vc) & second_) != 0;
    if (hop.wraps_now || crossed) vcs = second_;
  }
  routes.add(port_of(grid_, hop), vcs, Preference::Adaptive);
}

}  // namespace switchyard
