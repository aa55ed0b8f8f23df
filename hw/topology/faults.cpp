#include "hw/topology/faults.h"

#include <map>
#include <set>

#include "hw/base/bits.h"

namespace switchyard {

std::vector<PortChange> port_changes(const Topology& topology, const Faults& faults) {
  std::vector<LinkFault> links = faults.links;
  for (const NodeFault& fault : faults.nodes) {
    for (PortId port = 0; port < topology.port_count(); ++port)
      links.push_back({{fault.node, port}, fault.from, fault.to});
  }
  std::map<NodeId, std::vector<std::pair<PortId, LinkFault>>> by_node;
  for (const LinkFault& fault : links) {
    const PortRef far_end = topology.far_end(fault.end);
    if (far_end.node == kNoNode) continue;
    for (const PortRef& end : {fault.end, far_end}) by_node[end.node].emplace_back(end.port, fault);
  }
  std::set<PortChange> changes;
  for (const auto& [node, ports] : by_node) {
    for (const auto& [port, fault] : ports) {
      for (const Cycle at : {fault.from, fault.to}) {
        if (at == kNever) continue;
        PortMask faulty = 0;
        for (const auto& [p, f] : ports) {
          if (f.from <= at && at < f.to) faulty.set(p);
        }
        changes.insert({at, node, faulty});
      }
    }
  }
  return {changes.begin(), changes.end()};
}

}  // namespace switchyard
