#include "testbench/traffic/admission.h"

#include <algorithm>

#include "hw/analysis/reachability.h"

namespace switchyard {

bool Admission::refuses(TerminalId source, TerminalId destination, Cycle now) const {
  const NodeId from = entry_of(source);
  const NodeId to = design_.topology->attachment(destination).exit.node;
  if (is_faulty_node(from, now) || is_faulty_node(to, now)) return true;
  return !design_.faults.known.empty() && from != to &&
         !is_reachable(*design_.topology, *design_.routing, from, to);
}

bool Admission::is_faulty_node(NodeId node, Cycle now) const {
  const auto& [known, known_by, known_nodes, links, nodes] = design_.faults;
  if (std::find(known_nodes.begin(), known_nodes.end(), node) != known_nodes.end()) return true;
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const NodeFault& fault) { return fault.node == node && fault.covers(now); });
}

Cycle Admission::next_change(TerminalId source, Cycle now) const {
  const NodeId node = entry_of(source);
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
