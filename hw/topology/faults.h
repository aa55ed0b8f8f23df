#pragma once

#include <vector>

#include "hw/topology/topology.h"

namespace switchyard {

/// A link that takes no new packets in cycles from .. to - 1, in either direction.
struct LinkFault {
  PortRef end;  ///< Either end.
  Cycle from = 0;
  Cycle to = kNever;
};

/// A node whose links are faulty, and whose terminal neither sends nor is sent new packets.
struct NodeFault {
  NodeId node = 0;
  Cycle from = 0;
  Cycle to = kNever;

  bool covers(Cycle cycle) const { return from <= cycle && cycle < to; }
};

/// What of a network does not work, and when.
struct Faults {
  std::vector<PortRef> known = {};       ///< Links, by either end, that routing knows never to work.
  std::vector<NodeId> known_by = {};     ///< For each of them the entry of `faults` that names it.
  std::vector<NodeId> known_nodes = {};  ///< Nodes all of whose links are among those.
  std::vector<LinkFault> links = {};     ///< Those that only their two ends see: such as come and go.
  std::vector<NodeFault> nodes = {};     ///< The same of nodes.

  bool empty() const { return known.empty() && known_nodes.empty() && links.empty() && nodes.empty(); }
};

/// From cycle `at` on, exactly these ports of the node are faulty.
struct PortChange {
  Cycle at = 0;
  NodeId node = 0;
  PortMask faulty = 0;
  friend auto operator<=>(const PortChange&, const PortChange&) = default;
};

/// What the ends of the links see of faults that routing does not know of, in order of time.
std::vector<PortChange> port_changes(const Topology& topology, const Faults& faults);

}  // namespace switchyard
