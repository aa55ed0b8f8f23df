#include "hw/routing/turn_model.h"

#include "hw/base/bits.h"
#include "hw/routing/minimal.h"

namespace switchyard {

TurnModel::TurnModel(const Grid& mesh, Rule rule, int vc_count)
    : mesh_(mesh), rule_(rule), vcs_(low_bits<VcMask>(vc_count)) {
  for (int d = 0; d < mesh.dimensions(); ++d) downward_.set(mesh.down_port(d));
}

void TurnModel::route(const RouteQuery& query, RouteSet& routes) const {
  const PortMask ports = minimal_ports(mesh_, query.here, query.destination);
  const PortMask preferred = ports & allowed(query, ports);
  for (const PortId port : preferred != 0 ? preferred : ports) routes.add(port, vcs_, Preference::Adaptive);
}

/// Of the minimal ports those after which the packet can still come to its destination without a forbidden
/// turn; where none of them is minimal, all minimal ports are.
PortMask TurnModel::allowed(const RouteQuery& query, PortMask minimal) const {
  switch (rule_) {
    case Rule::WestFirst: return bit<PortMask>(mesh_.down_port(0));
    case Rule::NorthLast: return minimal & ~bit<PortMask>(mesh_.up_port(1));
    case Rule::NegativeFirst: return downward_;
    case Rule::OddEven: return allowed_by_columns(query);
  }
  return minimal;
}

/// A packet to the east leaves its row in an odd column, or where it did not come from the west; and not
/// later than in the column before an even one, where it could not. To the west it does so in even columns.
PortMask TurnModel::allowed_by_columns(const RouteQuery& query) const {
  const PortMask along_column = bit<PortMask>(mesh_.up_port(1)) | bit<PortMask>(mesh_.down_port(1));
  const bool odd = mesh_.coordinate(query.here, 0) % 2 != 0;
  const Offset offset = mesh_.offset(query.here, query.destination, 0);
  if (offset.down != 0) return bit<PortMask>(mesh_.down_port(0)) | (odd ? PortMask{0} : along_column);
  if (offset.up == 0) return along_column;
  PortMask ports = 0;
  if (odd || query.held_port != mesh_.down_port(0)) ports |= along_column;
  if (offset.up != 1 || !odd) ports.set(mesh_.up_port(0));
  return ports;
}

}  // namespace switchyard
