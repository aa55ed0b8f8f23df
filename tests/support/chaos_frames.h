#pragma once

#include <map>
#include <string>
#include <utility>

#include "hw/design/network.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// A link whose four frames all hold a head flit that waits or is on its way to one; empty if there is none.
inline std::string fault_in_frames(const Topology& topology, const Network& network) {
  std::map<std::pair<PortRef, Side>, bool> full;
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    network.router(node).visit_buffers([&](const BufferView& view) {
      const bool waits = view.front != nullptr && view.front->head;
      const bool crosses = view.buffer.side == Side::Output && view.allocated;
      full[{PortRef{node, view.buffer.port}, view.buffer.side}] = waits || crosses;
    });
  }
  for (const Channel& channel : topology.channels()) {
    const bool jammed = full[{channel.from, Side::Input}] && full[{channel.from, Side::Output}] &&
                        full[{channel.to, Side::Input}] && full[{channel.to, Side::Output}];
    if (jammed)
      return "the four frames of the link from node " + std::to_string(channel.from.node) + " to node " +
             std::to_string(channel.to.node) + " are full";
  }
  return "";
}

}  // namespace switchyard
