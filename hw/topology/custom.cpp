#include <algorithm>

#include "hw/topology/builders.h"

namespace switchyard {

Topology build_custom(const CustomConfig& config) {
  std::vector<int> degree(config.nodes, 0);
  for (const CustomConfig::Link& link : config.links) {
    ++degree[link.a];
    ++degree[link.b];
  }
  const int ports = degree.empty() ? 0 : *std::max_element(degree.begin(), degree.end());
  Topology graph("custom", config.nodes, ports + 1);
  std::vector<int> next_port(config.nodes, 0);
  for (const CustomConfig::Link& link : config.links) {
    const PortRef a{link.a, next_port[link.a]++};
    const PortRef b{link.b, next_port[link.b]++};
    graph.connect(a, b, link.latency);
  }
  return graph;
}

}  // namespace switchyard
