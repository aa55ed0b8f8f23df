#include <algorithm>

#include "hw/topology/builders.h"

namespace switchyard {

Topology build_custom(const CustomConfig& config) {
  std::vector<int> links(config.nodes, 0);
  for (const CustomConfig::Link& link : config.links) {
    ++links[link.a];
    ++links[link.b];
  }
  std::vector<int> next_port = links;  // Of the terminals.
  std::vector<Attachment> attachments;
  const auto take = [&](NodeId node) {
    return node == kNoNode ? PortRef{} : PortRef{node, next_port[node]++};
  };
  for (const auto& [entry, exit] : config.terminals) {
    const PortRef in = take(entry);
    attachments.push_back({in, entry == exit ? in : take(exit)});
  }
  const auto most = [](const std::vector<int>& counts) {
    return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  };
  Topology graph("custom", config.nodes, std::max(most(links) + 1, most(next_port)));
  if (!attachments.empty()) graph.attach(std::move(attachments));
  std::fill(next_port.begin(), next_port.end(), 0);
  for (const auto& [a, b, latency, cycles_per_flit, one_way] : config.links) {
    const PortRef from = take(a);
    const PortRef to = take(b);
    graph.connect(from, to, LinkConfig{latency, cycles_per_flit, one_way});
  }
  graph.set_names(config.names);
  return graph;
}

}  // namespace switchyard
