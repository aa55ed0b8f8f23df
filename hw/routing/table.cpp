#include "hw/routing/table.h"

#include <algorithm>

#include "hw/base/bits.h"

namespace switchyard {

TableRouting::TableRouting(const Topology& topology, const std::vector<Entry>& entries, int vc_count)
    : node_count_(topology.node_count()),
      vcs_(low_bits<VcMask>(vc_count)),
      ports_(static_cast<std::size_t>(node_count_) * node_count_, 0) {
  for (const Entry& entry : entries) {
    PortMask& ports = ports_[static_cast<std::size_t>(entry.here) * node_count_ + entry.destination];
    ports.set(entry.port);
    max_choices_ = std::max<std::size_t>(max_choices_, ports.count());
  }
}

void TableRouting::route(const RouteQuery& query, RouteSet& routes) const {
  for_each_bit(ports_[static_cast<std::size_t>(query.here) * node_count_ + query.destination],
               [&](PortId port) { routes.add(port, vcs_, Preference::Adaptive); });
}

}  // namespace switchyard
