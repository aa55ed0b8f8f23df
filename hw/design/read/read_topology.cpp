#include <string>

#include "hw/design/read/readers.h"
#include "hw/topology/builders.h"
#include "hw/topology/metrics.h"

namespace switchyard {
namespace {

constexpr IntRange kRadix{2, 65536};
constexpr IntRange kLatency{1, 64};
constexpr std::size_t kMaxDimensions = (kMaxPorts - 1) / 2;
constexpr std::int64_t kMaxNodes = 1 << 20;
constexpr std::int64_t kMaxCustomNodes = 4096;  // Distances and tables of a graph take N^2 bytes.

int read_latency(const ConfigNode& topology) {
  return static_cast<int>(topology.integer("link_latency", kLatency, 1));
}

/// `radix: [8, 8]`, or `radix: 8` with `dimensions: 2`.
std::vector<int> read_radices(const ConfigNode& topology) {
  const ConfigNode radix = topology.child("radix");
  std::vector<int> radices;
  if (radix.is_scalar()) {
    const auto k = radix.as_integer(kRadix);
    const auto n = topology.integer("dimensions", {1, kMaxDimensions});
    radices.assign(static_cast<std::size_t>(n), static_cast<int>(k));
  } else {
    for (const std::int64_t k : topology.integers("radix", kRadix)) radices.push_back(static_cast<int>(k));
    if (radices.size() > kMaxDimensions) {
      radix.fail("topology.radix has " + std::to_string(radices.size()) + " dimensions; at most " +
                 std::to_string(kMaxDimensions) + " fit a router of " + std::to_string(kMaxPorts) + " ports");
    }
    if (const ConfigNode dimensions = topology.child("dimensions"); radix.is_list() && dimensions.exists()) {
      dimensions.fail("topology.dimensions is for a topology.radix that is one number; this one is a list, " +
                      std::string("one radix per dimension"));
    }
  }
  std::int64_t nodes = 1;
  for (const int k : radices) nodes = nodes > kMaxNodes ? nodes : nodes * k;
  if (nodes > kMaxNodes) radix.fail("topology.radix makes more than " + std::to_string(kMaxNodes) + " nodes");
  return radices;
}

}  // namespace

std::optional<Topology> read_torus(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const TorusConfig config{read_radices(node), read_latency(node)};
  if (!node.sound()) return std::nullopt;
  return build_torus(config);
}

std::optional<Topology> read_mesh(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const MeshConfig config{read_radices(node), read_latency(node)};
  if (!node.sound()) return std::nullopt;
  return build_mesh(config);
}

std::optional<Topology> read_hypercube(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const HypercubeConfig config{static_cast<int>(node.integer("dimensions", {1, 20})), read_latency(node)};
  if (!node.sound()) return std::nullopt;
  return build_hypercube(config);
}

std::optional<Topology> read_shuffle_exchange(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const ShuffleExchangeConfig config{static_cast<int>(node.integer("dimensions", {2, 12})),
                                     read_latency(node)};
  if (!node.sound()) return std::nullopt;
  return build_shuffle_exchange(config);
}

std::optional<Topology> read_cube_connected_cycles(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const CubeConnectedCyclesConfig config{static_cast<int>(node.integer("dimensions", {3, 8})),
                                         read_latency(node)};
  if (!node.sound()) return std::nullopt;
  return build_cube_connected_cycles(config);
}

std::optional<Topology> read_butterfly(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const ButterflyConfig config{static_cast<int>(node.integer("dimensions", {1, 12})),
                               static_cast<int>(node.integer("straight_links", {1, 8}, 1)),
                               read_latency(node), node.boolean("extra_column", false)};
  if (!node.sound()) return std::nullopt;
  return build_butterfly(config);
}

std::optional<Topology> read_d_way_shuffle(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const DWayShuffleConfig config{static_cast<int>(node.integer("radix", {2, (kMaxPorts - 1) / 2})),
                                 static_cast<int>(node.integer("dimensions", {2, 12})), read_latency(node)};
  std::int64_t nodes = 1;
  for (int digit = 0; digit < config.dimensions; ++digit) nodes *= config.radix;
  if (node.sound() && nodes > kMaxCustomNodes) {
    node.child("dimensions")
        .fail("topology.dimensions = " + std::to_string(config.dimensions) + " makes " +
              std::to_string(nodes) + " nodes of topology.radix = " + std::to_string(config.radix) +
              "; a d_way_shuffle has at most " + std::to_string(kMaxCustomNodes));
  }
  if (!node.sound()) return std::nullopt;
  return build_d_way_shuffle(config);
}

std::optional<Topology> read_custom(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  CustomConfig config;
  config.nodes = static_cast<NodeId>(node.integer("nodes", {2, kMaxCustomNodes}));
  const int latency = read_latency(node);
  const ConfigNode links = node.child("links");
  if (!links.exists()) links.fail("topology.links is missing: a list of links, [a, b] or [a, b, latency]");
  const IntRange ids{0, static_cast<std::int64_t>(config.nodes) - 1};
  std::vector<int> degree(config.nodes, 0);
  for (const ConfigNode& link : links.items()) {
    const std::vector<ConfigNode> parts = link.is_list() ? link.items() : std::vector<ConfigNode>{};
    if (parts.size() != 2 && parts.size() != 3) {
      link.fail(link.path() + " is not a link: [a, b] or [a, b, latency]");
      link.ignore();
      continue;
    }
    const auto a = static_cast<NodeId>(parts[0].as_integer(ids));
    const auto b = static_cast<NodeId>(parts[1].as_integer(ids));
    const auto cycles = parts.size() == 3 ? parts[2].as_integer(kLatency) : latency;
    if (link.sound() && a == b) link.fail(link.path() + " joins node " + std::to_string(a) + " with itself");
    for (const NodeId end : {a, b}) {
      if (++degree[end] == kMaxPorts) {
        link.fail(link.path() + " is link " + std::to_string(kMaxPorts) + " of node " + std::to_string(end) +
                  "; a node has at most " + std::to_string(kMaxPorts - 1));
      }
    }
    config.links.push_back({a, b, static_cast<int>(cycles)});
  }
  if (!node.sound()) return std::nullopt;
  Topology graph = build_custom(config);
  const std::vector<int> hops = hops_from(graph, 0);
  for (NodeId other = 0; other < config.nodes; ++other) {
    if (hops[other] >= 0) continue;
    links.fail("topology.links leaves node " + std::to_string(other) + " unconnected with node 0");
    return std::nullopt;
  }
  return graph;
}

}  // namespace switchyard
