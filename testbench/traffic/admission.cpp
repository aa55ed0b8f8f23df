#include "testbench/traffic/admission.h"

#include <algorithm>

#include "hw/analysis/reachability.h"

namespace switchyard {

bool Admission::refuses(NodeId source, NodeId destination, Cycle now) const {
  if (is_faulty(source, now) || is_faulty(destination, now)) return true;
  return !design_.faults.known.empty() && source != destination &&
         !is_reachable(*design_.topology, *design_.routing, source, destination);
}

bool Admission::is_faulty(NodeId node, Cycle now) const {
  const auto& [known, known_by, known_nodes, links, nodes] = design_.faults;
  if (std::find(known_nodes.begin(), known_nodes.end(), node) != known_nodes.end()) return true;
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const NodeFault& fault) { return fault.node == node && fault.covers(now); });
}

Cycle Admission::next_change(NodeId node, Cycle now) const {
  Cycle next = kNever;
  for (const NodeFault& fault : design_.faults.nodes) {
    if (fault.node != node) continue;
    for (const Cycle change : {fault.from, fault.to}) {
      if (change > now) next = std::min(next, change);
    }
  }
  return next;
}

}  // namespace switchyard
