#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "hw/topology/builders.h"

namespace switchyard {

/// A grid to build, for parameterised tests.
struct GridCase {
  enum Kind { Torus, Mesh, Hypercube } kind;
  std::vector<int> radix;

  Topology build() const {
    if (kind == Torus) return build_torus({radix});
    if (kind == Mesh) return build_mesh({radix});
    return build_hypercube({static_cast<int>(radix.size())});
  }
};

/// The name of a case in the list of tests, such as Torus4x3.
inline std::string name_of(const GridCase& grid) {
  std::string name;
  for (const int k : grid.radix) name += (name.empty() ? "" : "x") + std::to_string(k);
  return (grid.kind == GridCase::Torus ? "Torus" : grid.kind == GridCase::Mesh ? "Mesh" : "Hypercube") + name;
}

/// The same nodes and links with nothing known of their coordinates.
inline CustomConfig links_of(const Topology& topology) {
  CustomConfig config{topology.node_count(), {}};
  for (std::size_t i = 0; i < topology.channels().size(); i += 2) {
    const Channel& channel = topology.channels()[i];
    config.links.push_back({channel.from.node, channel.to.node, channel.latency});
  }
  return config;
}

/// A random tree and `extra` more links, parallel ones among them.
inline CustomConfig random_connected_graph(NodeId nodes, int extra, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](NodeId bound) { return static_cast<NodeId>(random() % bound); };
  CustomConfig config{nodes, {}};
  for (NodeId node = 1; node < nodes; ++node) config.links.push_back({node, below(node)});
  for (int i = 0; i < extra; ++i) {
    const NodeId a = below(nodes);
    config.links.push_back({a, (a + 1 + below(nodes - 1)) % nodes});
  }
  return config;
}

/// Hops between all pairs by Floyd and Warshall: the oracle for every other way to find them.
inline std::vector<std::vector<int>> all_distances(const Topology& topology) {
  const std::size_t nodes = topology.node_count();
  std::vector<std::vector<int>> hops(nodes, std::vector<int>(nodes, static_cast<int>(nodes)));
  for (NodeId node = 0; node < nodes; ++node) hops[node][node] = 0;
  for (const Channel& channel : topology.channels()) {
    if (channel.from.node != channel.to.node) hops[channel.from.node][channel.to.node] = 1;
  }
  for (NodeId via = 0; via < nodes; ++via) {
    for (NodeId a = 0; a < nodes; ++a) {
      for (NodeId b = 0; b < nodes; ++b) hops[a][b] = std::min(hops[a][b], hops[a][via] + hops[via][b]);
    }
  }
  return hops;
}

}  // namespace switchyard
