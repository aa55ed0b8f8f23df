#include "hw/design/read/node_links.h"

#include <algorithm>
#include <array>
#include <string>

namespace switchyard {

std::vector<int> link_latencies(const Topology& topology, NodeId node) {
  std::vector<int> latencies(topology.port_count(), 1);
  for (PortId p = 0; p < topology.terminal_port(); ++p) {
    const int channel = topology.channel_from({node, p});
    latencies[p] = channel < 0 ? 0 : topology.channels()[channel].latency;
  }
  return latencies;
}

/// Both ends come to the same result: it is the lower end that draws.
std::vector<bool> first_on_links(const Topology& topology, NodeId node, ArbiterStart start,
                                 std::uint64_t seed) {
  std::vector<bool> first(topology.port_count(), false);
  for (PortId p = 0; p < topology.terminal_port(); ++p) {
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
  return {link_latencies(topology, node), first_on_links(topology, node, start, seed)};
}

bool read_half_duplex(const ConfigNode& root) {
  static const std::array<std::string, 2> kDuplexes{"full", "half"};
  const ConfigNode topology = root.child("topology");
  return topology.is_map() &&
         topology.choice("duplex", kDuplexes, 0,
                         {"", "`half`: both directions of a link share one flit per cycle"}) == 1;
}

}  // namespace switchyard
