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
  return topology.integer<int>("link_latency", kLatency, 1, {"cycles", "of every link"});
}

/// `radix: [8, 8]`, or `radix: 8` with `dimensions: 2`.
std::vector<int> read_radices(const ConfigNode& topology) {
  const ConfigNode radix = topology.child(
      "radix", {"nodes", "in each dimension",
                "a list of " + text_of(kRadix) + ", one per dimension; or one number, with `dimensions`"});
  const IntRange counts{1, kMaxDimensions};
  const ConfigNode dimensions = topology.child(
      "dimensions", {"dimensions", "if `radix` is one number: how many have it", text_of(counts), "none"});
  std::vector<int> radices;
  if (radix.is_scalar()) {
    const auto k = radix.as_integer<int>(kRadix);
    const auto n = topology.integer("dimensions", counts);
    radices.assign(n, k);
  } else {
    for (const std::int64_t k : topology.integers("radix", kRadix)) radices.push_back(static_cast<int>(k));
    if (radices.size() > kMaxDimensions) {
      radix.fail("topology.radix has " + std::to_string(radices.size()) + " dimensions; at most " +
                 std::to_string(kMaxDimensions) + " fit a router of " + std::to_string(kMaxPorts) + " ports");
    }
    if (radix.is_list() && dimensions.exists()) {
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
  const HypercubeConfig config{node.integer<int>("dimensions", {1, 20}, {"dimensions", "2^n nodes"}),
                               read_latency(node)};
  if (!node.sound()) return std::nullopt;
  return build_hypercube(config);
}

std::optional<Topology> read_shuffle_exchange(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const ShuffleExchangeConfig config{
      node.integer<int>("dimensions", {2, 12}, {"bits", "of an address: 2^n nodes"}), read_latency(node)};
  if (!node.sound()) return std::nullopt;
  return build_shuffle_exchange(config);
}

std::optional<Topology> read_cube_connected_cycles(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const CubeConnectedCyclesConfig config{
      node.integer<int>("dimensions", {3, 8}, {"dimensions", "n 2^n nodes"}), read_latency(node)};
  if (!node.sound()) return std::nullopt;
  return build_cube_connected_cycles(config);
}

std::optional<Topology> read_butterfly(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const ButterflyConfig config{
      node.integer<int>("dimensions", {1, 12}, {"dimensions", "2^n rows of n nodes"}),
      node.integer<int>("straight_links", {1, 8}, 1, {"links", "side by side along a row"}),
      read_latency(node),
      node.boolean("extra_column", false,
                   {"", "whether one more column of links lets packets go around faults"})};
  if (!node.sound()) return std::nullopt;
  return build_butterfly(config);
}

std::optional<Topology> read_d_way_shuffle(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const DWayShuffleConfig config{
      node.integer<int>("radix", {2, (kMaxPorts - 1) / 2}, {"digits", "the base d of an address"}),
      node.integer<int>("dimensions", {2, 12}, {"digits", "of an address: d^n nodes, 4096 at most"}),
      read_latency(node)};
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
  config.nodes = node.integer<NodeId>("nodes", {2, kMaxCustomNodes}, {"nodes", "numbered from 0"});
  const int latency = read_latency(node);
  const ConfigNode links =
      node.child("links", {"", "between nodes a and b; with a latency in cycles if it is not `link_latency`",
                           "a list of `[a, b]` or `[a, b, latency]`"});
  if (!links.exists()) links.fail("topology.links is missing: a list of links, [a, b] or [a, b, latency]");
  const IntRange ids{0, config.nodes - 1};
  std::vector<int> degree(config.nodes, 0);
  for (const ConfigNode& link : links.items()) {
    const std::vector<ConfigNode> parts = link.is_list() ? link.items() : std::vector<ConfigNode>{};
    if (parts.size() != 2 && parts.size() != 3) {
      link.fail(link.path() + " is not a link: [a, b] or [a, b, latency]");
      link.ignore();
      continue;
    }
    const auto a = parts[0].as_integer<NodeId>(ids);
    const auto b = parts[1].as_integer<NodeId>(ids);
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
