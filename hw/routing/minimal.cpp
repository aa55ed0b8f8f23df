#include "hw/routing/minimal.h"

#include "hw/routing/central_queues.h"
#include "hw/topology/metrics.h"

namespace switchyard {

Minimal::Minimal(const Topology& topology)
    : topology_(topology),
      grid_(topology.is_whole() ? topology.shape<Grid>() : nullptr),
      is_hypercube_(grid_ != nullptr && topology.kind() == "hypercube") {
  if (grid_ != nullptr) return;
  const std::size_t nodes = topology.node_count();
  nearer_.resize(nodes * nodes);
  for (NodeId to = 0; to < nodes; ++to) {
    const std::vector<int> hops = hops_to(topology, to);
    for (const Channel& channel : topology.channels()) {
      if (hops[channel.to.node] >= 0 && hops[channel.to.node] < hops[channel.from.node]) {
        nearer_[to * nodes + channel.from.node].set(channel.from.port);
      }
    }
  }
}

void Minimal::route(const RouteQuery& query, RouteSet& routes) const {
  if (enters_queue(query, routes)) return;
  const int ports = topology_.port_count();
  add_candidates(routes, queue_candidates(query.here, query.destination, query.held_vc, ports), ports,
                 Preference::Adaptive);
}

QueueCandidates Minimal::queue_candidates(NodeId here, NodeId destination, VcId, int) const {
  return {nearer(here, destination), 0};
}

PortMask Minimal::nearer(NodeId here, NodeId destination) const {
  if (is_hypercube_) return here ^ destination;
  if (!nearer_.empty()) return nearer_[destination * topology_.node_count() + here];
  return minimal_ports(*grid_, here, destination);
}

}  // namespace switchyard
