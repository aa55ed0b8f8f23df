#include "hw/design/node_links.h"

#include <algorithm>

namespace switchyard {

std::vector<int> link_latencies(const Topology& topology, NodeId node) {
  std::vector<int> latencies(topology.port_count(), 0);
  for (PortId p = 0; p < topology.port_count(); ++p) {
    const int channel = topology.channel_from({node, p});
    if (channel >= 0) latencies[p] = topology.channels()[channel].latency;
  }
  for (const PortId p : topology.terminal_ports(node)) latencies[p] = 1;
  return latencies;
}

std::vector<int> cycles_per_flit(const Topology& topology, NodeId node) {
  std::vector<int> cycles(topology.port_count(), 1);
  for (PortId p = 0; p < topology.port_count(); ++p) {
    const int channel = topology.channel_from({node, p});
    if (channel >= 0) cycles[p] = topology.channels()[channel].cycles_per_flit;
  }
  return cycles;
}

/// Both ends come to the same result: it is the lower end that draws.
std::vector<bool> first_on_links(const Topology& topology, NodeId node, ArbiterStart start,
                                 std::uint64_t seed) {
  std::vector<bool> first(topology.port_count(), false);
  for (PortId p = 0; p < topology.port_count(); ++p) {
    const PortRef end{node, p};
    if (topology.is_open(end)) continue;
    const PortRef lower = std::min(end, topology.peer(end));
    const int second = ArbiterStarts(start, seed, lower.node).of(ArbiterStarts::kFirstLink + lower.port, 2);
    first[p] = (end == lower) == (second == 0);
  }
  return first;
}

HalfDuplexLinks half_duplex_links(const Topology& topology, NodeId node, bool half_duplex, ArbiterStart start,
                                  std::uint64_t seed) {
  if (!half_duplex) return {};
  return {link_latencies(topology, node), first_on_links(topology, node, start, seed),
          topology.terminal_ports(node)};
}

}  // namespace switchyard
