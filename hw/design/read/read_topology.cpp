#include <algorithm>
#include <bit>
#include <fstream>
#include <numeric>
#include <string>

#include "hw/config/data_file.h"
#include "hw/design/read/network_file.h"
#include "hw/design/read/readers.h"
#include "hw/topology/builders.h"
#include "hw/topology/link_kinds.h"
#include "hw/topology/metrics.h"
#include "hw/topology/multibutterfly.h"
#include "hw/topology/multistage.h"

namespace switchyard {
namespace {

constexpr IntRange kRadix{2, 65536};
constexpr std::int64_t kMaxNodes = 1 << 20;
constexpr std::int64_t kMaxCustomNodes = 4096;  // Distances and tables of a graph take N^2 bytes.

int read_latency(const ConfigNode& topology) {
  return topology.integer<int>("link_latency", kLinkLatencies, 1, {"cycles", "of every link"});
}

/// `radix: [8, 8]`, or `radix: 8` with `dimensions: 2`. `links_per_dimension`: the least at a node.
std::vector<int> read_radices(const ConfigNode& topology, int links_per_dimension = 2) {
  const std::size_t most = (kMaxPorts - 1) / links_per_dimension;
  const ConfigNode radix = topology.child(
      "radix",
      {"nodes", "in each dimension",
       "a list of " + text_of(kRadix) + ", one per dimension; or one number, with `dimensions`"},
      {list_of(kRadix), shape_of(kRadix)});
  const IntRange counts{1, static_cast<std::int64_t>(most)};
  const ConfigNode dimensions = topology.child(
      "dimensions", {"dimensions", "if `radix` is one number: how many have it", text_of(counts), "none"},
      {shape_of(counts)});
  std::vector<int> radices;
  if (radix.is_scalar()) {
    const auto k = radix.as_integer<int>(kRadix);
    const auto n = topology.integer("dimensions", counts);
    radices.assign(n, k);
  } else {
    for (const std::int64_t k : topology.integers("radix", kRadix)) radices.push_back(static_cast<int>(k));
    if (radices.size() > most) {
      radix.fail("topology.radix has " + std::to_string(radices.size()) + " dimensions; at most " +
                 std::to_string(most) + " fit a router of " + std::to_string(kMaxPorts) + " ports");
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

/// `arity: 4` with `levels: 3`, or `children: [4, 4, 4]` with `parents: [4, 4]`.
FatTreeConfig read_tree_shape(const ConfigNode& topology) {
  const IntRange arities{2, kMaxPorts - 1};
  const IntRange counts{2, 16};
  const ConfigNode arity =
      topology.child("arity",
                     {"switches", "that are children of one, and that are parents of one: of a k-ary n-tree",
                      text_of(arities), "none"},
                     {shape_of(arities)});
  const ConfigNode levels = topology.child(
      "levels", {"levels", "of switches, if `arity` is given", text_of(counts), "none"}, {shape_of(counts)});
  const ConfigNode children =
      topology.child("children",
                     {"switches",
                      "below one of each level, from the leaf switches, whose children are "
                      "terminals; in place of `arity`",
                      "a list of " + text_of(arities), "none"},
                     {list_of(arities)});
  constexpr IntRange kParents{1, kMaxPorts - 1};
  const ConfigNode parents = topology.child(
      "parents",
      {"switches", "above one of each level but the highest, from the leaf switches, if `children` is given",
       "a list of " + text_of(kParents), "none"},
      {list_of(kParents)});
  FatTreeConfig config;
  if (!children.exists() && !parents.exists()) {
    const auto k = topology.integer<int>("arity", arities);
    const auto n = topology.integer<std::size_t>("levels", counts);
    config.children.assign(n, k);
    config.parents.assign(n - 1, k);
    return config;
  }
  for (const ConfigNode& other : {arity, levels}) {
    if (!other.exists()) continue;
    other.fail(other.path() +
               " is for a k-ary n-tree, and topology.children and topology.parents for any other " +
               "fat tree: one of the two");
  }
  for (const std::int64_t m : topology.integers("children", {2, kMaxPorts - 1}))
    config.children.push_back(static_cast<int>(m));
  for (const std::int64_t w : topology.integers("parents", {1, kMaxPorts - 1}))
    config.parents.push_back(static_cast<int>(w));
  if (!topology.sound()) return config;
  if (config.children.size() < 2) {
    children.fail("topology.children has one level, which is no tree: at least two");
  } else if (config.parents.size() + 1 != config.children.size()) {
    parents.fail("topology.parents has " + std::to_string(config.parents.size()) + " levels, but the " +
                 std::to_string(config.children.size()) + " of topology.children need " +
                 std::to_string(config.children.size() - 1) + ": one for each level but the highest");
  }
  return config;
}

/// A fault if the tree has too many switches, or too many links at one. `widths`: the key that is to blame.
void require_buildable(const ConfigNode& widths, const FatTreeConfig& config) {
  std::int64_t nodes = 0;
  for (std::size_t level = 0; level < config.children.size(); ++level) {
    std::int64_t switches = 1;
    for (std::size_t l = 1; l < config.children.size() && switches <= kMaxNodes; ++l)
      switches *= l <= level ? config.parents[l - 1] : config.children[l];
    nodes += switches;
  }
  if (nodes > kMaxNodes)
    widths.fail(widths.path() + " makes more than " + std::to_string(kMaxNodes) + " switches");
  if (config.port_count() > kMaxPorts) {
    widths.fail(widths.path() + " makes switches of " + std::to_string(config.port_count()) +
                " ports, those of terminals and one with no link included; a router has at most " +
                std::to_string(kMaxPorts));
  }
}

/// Of a grid of these radices.
int read_concentration(const ConfigNode& topology, const std::vector<int>& radices) {
  const auto per_node =
      topology.integer<int>("concentration", {1, kMaxPorts - 2}, 1, {"terminals", "at each node"});
  const ConfigNode node = topology.child("concentration");
  const int links = 2 * static_cast<int>(radices.size());
  const std::string given = "topology.concentration = " + std::to_string(per_node);
  if (links + per_node > kMaxPorts) {
    node.fail(given + " makes routers of " + std::to_string(links + per_node) + " ports, " +
              std::to_string(links) + " for links; a router has at most " + std::to_string(kMaxPorts));
  }
  std::int64_t terminals = per_node;
  for (const int k : radices) terminals = terminals > kMaxNodes ? terminals : terminals * k;
  if (topology.sound() && terminals > kMaxNodes)
    node.fail(given + " makes more than " + std::to_string(kMaxNodes) + " terminals");
  return per_node;
}

/// Terminals of a grid beside the `per_node` of each node.
std::vector<NodeId> read_extra_terminals(const ConfigNode& topology, const std::vector<int>& radices,
                                         int per_node) {
  const ConfigNode key = topology.child("extra_terminals",
                                        {"nodes",
                                         "that have one terminal more, as memory controllers at the edge; "
                                         "numbered behind all others",
                                         "a list of 0..nodes - 1", "none"},
                                        {{ValueShape::Kind::WholeNumbers}});
  if (!key.exists() || !topology.sound()) return {};
  std::int64_t nodes = 1;
  for (const int k : radices) nodes *= k;
  std::vector<NodeId> extra;
  for (const std::int64_t node : topology.integers("extra_terminals", {0, nodes - 1}))
    extra.push_back(static_cast<NodeId>(node));
  const int ports = 2 * static_cast<int>(radices.size()) + Topology::ports_for_terminals(per_node, extra);
  if (key.sound() && ports > kMaxPorts) {
    key.fail("topology.extra_terminals makes routers of " + std::to_string(ports) +
             " ports, those of links included; a router has at most " + std::to_string(kMaxPorts));
  }
  return extra;
}

/// Its name, or its number.
std::string name_of(const CustomConfig& config, NodeId node) {
  return config.names.nodes.empty() ? std::to_string(node) : config.names.nodes[node];
}

/// A node: its name if the nodes have names, else its number.
NodeId read_node(const ConfigNode& node, const CustomConfig& config) {
  const std::vector<std::string>& names = config.names.nodes;
  if (names.empty()) return node.as_integer<NodeId>({0, config.nodes - 1});
  const std::string name = node.as_string();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<NodeId>(found - names.begin());
  const std::string near = nearest_name(name, names);
  if (node.sound())
    node.fail(node.path() + " = '" + name + "' is no node of this network" +
              (near.empty() ? "" : "; did you mean '" + near + "'?"));
  return 0;
}

/// A fault if a name stands in the list before.
void add_name(const ConfigNode& node, const std::string& name, std::vector<std::string>& names) {
  if (node.sound() && std::find(names.begin(), names.end(), name) != names.end())
    node.fail(node.path() + " = '" + name + "' is a name that stands before");
  names.push_back(name);
}

/// `nodes: 4`, or a list of their names.
void read_nodes(const ConfigNode& topology, CustomConfig& config) {
  constexpr IntRange kCounts{2, kMaxCustomNodes};
  const ConfigNode nodes = topology.child(
      "nodes",
      {"nodes", "how many, numbered from 0, or a list of their names, by which links call them",
       text_of(kCounts) + ", or a list of names", "those of `file`"},
      {shape_of(kCounts), {ValueShape::Kind::List}});
  if (!nodes.is_list()) {
    const auto count = nodes.as_integer<NodeId>(kCounts);
    config.nodes = nodes.sound() ? count : kMaxCustomNodes;  // One fault, rather than one of each link.
    return;
  }
  for (const ConfigNode& name : nodes.items()) add_name(name, name.as_string(), config.names.nodes);
  const std::size_t count = config.names.nodes.size();
  if (count < 2 || count > kMaxCustomNodes) {
    nodes.fail("topology.nodes names " + std::to_string(count) + " nodes: " + text_of(kCounts));
    config.names.nodes.clear();
  }
  config.nodes = static_cast<NodeId>(std::max<std::size_t>(count, 2));
}

/// `[a, b]`, `[a, b, latency]` or a map.
void read_custom_link(const ConfigNode& node, int latency, CustomConfig& config) {
  CustomConfig::Link link{0, 0, latency};
  int channels = 1;
  const std::vector<ConfigNode> parts = node.is_list() ? node.items() : std::vector<ConfigNode>{};
  if (node.is_map()) {
    link.a = read_node(node.child("from", {"", "the node where the link begins", "a node"}), config);
    link.b = read_node(node.child("to", {"", "the node where it ends", "a node"}), config);
    link.latency = node.integer<int>("latency", kLinkLatencies, latency,
                                     {"cycles", "of this link", "1..64", "`link_latency`"});
    link.cycles_per_flit =
        node.integer<int>("cycles_per_flit", kLinkCyclesPerFlit, 1,
                          {"cycles", "that a flit takes over a link narrower than a flit"});
    link.one_way = node.boolean("one_way", false, {"", "whether flits go from `from` to `to` only"});
    channels = node.integer<int>("channels", kLinkChannels, 1, {"links", "side by side"});
  } else if (parts.size() == 2 || parts.size() == 3) {
    link.a = read_node(parts[0], config);
    link.b = read_node(parts[1], config);
    if (parts.size() == 3) link.latency = static_cast<int>(parts[2].as_integer(kLinkLatencies));
  } else {
    node.fail(node.path() + " is not a link: [a, b], [a, b, latency] or {from: a, to: b}");
    return node.ignore();
  }
  if (node.sound() && link.a == link.b)
    node.fail(node.path() + " joins node " + name_of(config, link.a) + " with itself");
  config.links.insert(config.links.end(), channels, link);
}

/// A node, or a map. `names`: of the terminals before; theirs, or their numbers.
void read_custom_terminal(const ConfigNode& node, CustomConfig& config, std::vector<std::string>& names) {
  const std::string number = std::to_string(config.terminals.size());
  if (!node.is_map()) {
    names.push_back(number);
    const NodeId at = read_node(node, config);
    config.terminals.push_back({at, at});
    return;
  }
  const auto side = [&](const char* key, const char* what) {
    const ConfigNode end = node.child(key, {"", what, "a node", "none"});
    return end.exists() ? read_node(end, config) : kNoNode;
  };
  const NodeId entry = side("entry", "the node where its packets come in");
  config.terminals.push_back({entry, side("exit", "the node where packets for it go out")});
  const ConfigNode name =
      node.child("name", {"", "what it is called in drawings and packets", "a text", "its number"});
  add_name(name, name.exists() ? name.as_string() : number, names);
  if (!node.child("entry").exists() && !node.child("exit").exists())
    node.fail(node.path() + " is attached nowhere: a node, or `entry` or `exit` or both");
}

/// The list of terminals; those of a file, if there is none.
void read_custom_terminals(const ConfigNode& terminals, CustomConfig& config) {
  if (!terminals.exists()) return;
  if (!config.terminals.empty()) {
    terminals.fail("topology.terminals stands beside topology.file, which has terminals: one of the two");
    return terminals.ignore();
  }
  std::vector<std::string> names;
  for (const ConfigNode& terminal : terminals.items()) read_custom_terminal(terminal, config, names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != std::to_string(i)) config.names.terminals = names;
  }
}

/// `file`: in place of `nodes` and `links`.
CustomConfig read_network_file(const ConfigNode& topology, const ConfigNode& name, int latency) {
  for (const char* const key : {"nodes", "links"}) {
    const ConfigNode other = topology.child(key);
    if (!other.exists()) continue;
    other.fail(other.path() + " stands beside topology.file, which has nodes and links: one of the two");
    other.ignore();
  }
  const std::string given = name.as_string();
  const std::filesystem::path file = name.as_file();
  if (!name.sound()) return {};
  const std::string kind = file.extension().string();
  std::ifstream text(file);
  std::vector<std::string> faults;
  CustomConfig config;
  if (kind == ".csv") {
    config = read_network_csv(text, file.string(), latency, faults);
  } else if (kind == ".dot" || kind == ".gv") {
    config = read_network_dot(text, file.string(), latency, faults);
  } else {
    name.fail(name.path() + " = '" + given +
              "' ends neither in .dot or .gv, for Graphviz, nor in .csv, for a table of links");
  }
  report(faults, name);
  if (name.sound() && (config.nodes < 2 || config.nodes > kMaxCustomNodes)) {
    name.fail(name.path() + " has " + std::to_string(config.nodes) + " nodes: a network has 2.." +
              std::to_string(kMaxCustomNodes));
  }
  return config;
}

/// A fault, unless a terminal can send to another one.
void require_traffic(const ConfigNode& terminals, const CustomConfig& config) {
  const auto senders = std::count_if(config.terminals.begin(), config.terminals.end(),
                                     [](const auto& terminal) { return terminal.entry != kNoNode; });
  const auto receivers = std::count_if(config.terminals.begin(), config.terminals.end(),
                                       [](const auto& terminal) { return terminal.exit != kNoNode; });
  if (config.terminals.size() >= 2 && senders >= 1 && receivers >= 1) return;
  terminals.fail(terminals.path() + " has " + std::to_string(config.terminals.size()) +
                 " terminals, of which " + std::to_string(senders) + " send and " +
                 std::to_string(receivers) +
                 " receive: a network has two at least, one that sends and one that receives");
}

/// A fault if a node needs more ports than a router has.
void require_ports(const ConfigNode& links, const ConfigNode& terminals, const CustomConfig& config) {
  std::vector<int> of_links(config.nodes);
  std::vector<int> of_terminals(config.nodes, config.terminals.empty() ? 1 : 0);
  for (const CustomConfig::Link& link : config.links) {
    for (const NodeId end : {link.a, link.b}) ++of_links[end];
  }
  for (const auto& [entry, exit] : config.terminals) {
    if (entry != kNoNode) ++of_terminals[entry];
    if (exit != kNoNode && exit != entry) ++of_terminals[exit];
  }
  for (NodeId node = 0; node < config.nodes; ++node) {
    if (of_links[node] >= kMaxPorts) {
      links.fail(links.path() + " has " + std::to_string(of_links[node]) + " links of node " +
                 name_of(config, node) + "; a node has at most " + std::to_string(kMaxPorts - 1));
    } else if (of_links[node] + of_terminals[node] > kMaxPorts) {
      terminals.fail(terminals.path() + " gives node " + name_of(config, node) + ", which has " +
                     std::to_string(of_links[node]) + " links, " + std::to_string(of_terminals[node]) +
                     " ports of terminals; a router has at most " + std::to_string(kMaxPorts) + " ports");
    }
  }
}

/// A fault at the key if there are more nodes than a graph may have.
void require_few_nodes(const ConfigNode& topology, const char* key, std::int64_t nodes) {
  if (!topology.sound() || nodes <= kMaxCustomNodes) return;
  const ConfigNode kind = topology.child("kind");
  topology.child(key).fail(std::string("topology.") + key + " makes " + std::to_string(nodes) + " nodes; a " +
                           kind.as_string() + " has at most " + std::to_string(kMaxCustomNodes));
}

/// How many chiplets are joined in each dimension.
std::vector<int> read_chiplet_counts(const ConfigNode& topology, const std::vector<int>& radix) {
  constexpr IntRange kCounts{1, 65536};
  const ConfigNode node = topology.child(
      "chiplets",
      {"chiplets", "in each dimension of `radix`", "a list of " + text_of(kCounts) + ", one per dimension"});
  std::vector<int> counts;
  for (const std::int64_t count : topology.integers("chiplets", kCounts))
    counts.push_back(static_cast<int>(count));
  if (!topology.sound()) return counts;
  if (counts.size() != radix.size()) {
    node.fail("topology.chiplets has " + std::to_string(counts.size()) +
              " dimensions, but topology.radix has " + std::to_string(radix.size()));
    return counts;
  }
  std::int64_t nodes = 1;
  for (std::size_t d = 0; d < radix.size(); ++d)
    nodes = nodes > kMaxNodes ? nodes : nodes * radix[d] * counts[d];
  if (nodes > kMaxNodes) {
    node.fail("topology.chiplets makes more than " + std::to_string(kMaxNodes) + " nodes");
  } else if (std::count(counts.begin(), counts.end(), 1) == static_cast<std::ptrdiff_t>(counts.size())) {
    node.fail("topology.chiplets has one chiplet: there is nothing to join; use topology.kind = mesh");
  }
  return counts;
}

/// A fault if an edge between two chiplets has fewer rows than it is to have links.
void require_rows(const ConfigNode& topology, const ChipletsConfig& config) {
  for (int d = 0; d < static_cast<int>(config.radix.size()); ++d) {
    const int rows = rows_of_edge(config, d);
    if (config.chiplets[d] == 1 || config.die_links <= rows) continue;
    topology.child("die_links")
        .fail("topology.die_links = " + std::to_string(config.die_links) +
              ", but an edge between two chiplets of dimension " + std::to_string(d) + " has " +
              std::to_string(rows) + (rows == 1 ? " row" : " rows"));
  }
}

/// A fault, unless a way leads from every node where a terminal sends to every one where one receives.
void require_ways(const ConfigNode& links, const Topology& graph) {
  for (const NodeId from : graph.sources()) {
    const std::vector<int> hops = hops_from(graph, from);
    for (const NodeId to : graph.destinations()) {
      if (hops[to] >= 0) continue;
      links.fail(has_one_way_links(graph)
                     ? links.path() + " leads nowhere from node " + graph.name_of_node(from) + " to node " +
                           graph.name_of_node(to)
                     : links.path() + " leaves node " + graph.name_of_node(std::max(from, to)) +
                           " unconnected with node " + graph.name_of_node(std::min(from, to)));
      return;
    }
  }
}

}  // namespace

std::optional<Topology> read_torus(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  std::vector<int> radix = read_radices(node);
  const int concentration = read_concentration(node, radix);
  std::vector<NodeId> extra = read_extra_terminals(node, radix, concentration);
  const TorusConfig config{std::move(radix), read_latency(node), concentration, std::move(extra)};
  if (!node.sound()) return std::nullopt;
  return build_torus(config);
}

std::optional<Topology> read_mesh(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  std::vector<int> radix = read_radices(node);
  const int concentration = read_concentration(node, radix);
  std::vector<NodeId> extra = read_extra_terminals(node, radix, concentration);
  const MeshConfig config{std::move(radix), read_latency(node), concentration, std::move(extra)};
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

std::optional<Topology> read_fat_tree(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  FatTreeConfig config = read_tree_shape(node);
  config.link_latency = read_latency(node);
  if (node.sound()) require_buildable(node.child(node.has("arity") ? "arity" : "children"), config);
  if (!node.sound()) return std::nullopt;
  return build_fat_tree(config);
}

std::optional<Topology> read_multibutterfly(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  MultibutterflyConfig config;
  constexpr int kMaxMultiplicity = (kMaxPorts - 1) / 4;
  config.dimensions =
      node.integer<int>("dimensions", {1, 12}, {"bits", "of a row: 2^n inputs and outputs, n + 1 levels"});
  config.multiplicity = node.integer<int>("multiplicity", {1, kMaxMultiplicity}, config.multiplicity,
                                          {"links", "of a switch to either side; 1: a butterfly"});
  config.splitters =
      node.choice("splitters", kSplitters, config.splitters,
                  {"",
                   "`merged`: butterflies whose splitters are permuted at random; `apart`: the "
                   "lower sides are drawn anew; `dilated`: nothing is permuted"});
  config.parallel_links =
      node.boolean("parallel_links", config.parallel_links,
                   {"", "`false`: none between two switches, where a splitter has outputs enough"});
  config.wiring_seed =
      node.integer<std::uint64_t>("wiring_seed", {1, 1'000'000'000}, 1,
                                  {"a number", "from which the wiring is drawn, and from nothing else"});
  config.link_latency = read_latency(node);
  if (!node.sound()) return std::nullopt;
  if (config.splitters == Splitters::Dilated && !config.parallel_links) {
    node.child("parallel_links")
        .fail(
            "topology.parallel_links = false contradicts topology.splitters = dilated, whose links are all "
            "parallel");
    return std::nullopt;
  }
  return build_multibutterfly(config);
}

std::optional<Topology> read_multistage(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  MultistageConfig config;
  config.terminals =
      node.integer<TerminalId>("terminals", {2, kMaxNodes}, {"terminals", "a power of `switch`"});
  const ConfigNode size = node.child("switch", {"ports", "of a switch on either side", "2, 4 or 8", "2"},
                                     {{ValueShape::Kind::WholeNumber}});
  if (size.exists()) config.switch_size = size.as_integer<int>({2, 8});
  config.wiring = node.choice("wiring", kWirings, Wiring::Baseline,
                              {"", "how the stages are joined; all six are one network but for its labels"});
  config.labels = node.choice("labels", kTerminalLabels, TerminalLabels::Paper,
                              {"",
                               "where terminals are: `paper`: where the digits of a label are the output "
                               "ports of the stages; `natural`: at the position of their number"});
  config.link_latency = read_latency(node);
  if (!node.sound()) return std::nullopt;
  if (!std::has_single_bit(static_cast<unsigned>(config.switch_size))) {
    size.fail("topology.switch = " + std::to_string(config.switch_size) + " is not 2, 4 or 8");
    return std::nullopt;
  }
  std::int64_t power = config.switch_size;
  int stages = 1;
  for (; power < config.terminals; ++stages) power *= config.switch_size;
  const ConfigNode wiring = node.child("wiring");
  if (power != config.terminals) {
    node.child("terminals")
        .fail("topology.terminals = " + std::to_string(config.terminals) +
              " is no power of topology.switch = " + std::to_string(config.switch_size));
  } else if (stages == 1 && wiring.exists()) {
    wiring.fail("topology.wiring has no meaning for one stage: topology.terminals = " +
                std::to_string(config.terminals) + " is one switch");
  } else if (config.terminals / config.switch_size * stages > kMaxNodes) {
    node.child("terminals")
        .fail("topology.terminals makes more than " + std::to_string(kMaxNodes) + " switches");
  }
  if (!node.sound()) return std::nullopt;
  return build_multistage(config);
}

std::optional<Topology> read_hyperx(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const HyperXConfig config{
      read_radices(node, /*links_per_dimension=*/1),
      node.integer<int>("concentration", {1, kMaxPorts - 1}, 1, {"terminals", "of a node"}),
      read_latency(node)};
  const int links =
      std::accumulate(config.radix.begin(), config.radix.end(), 0) - static_cast<int>(config.radix.size());
  if (node.sound() && links >= kMaxPorts) {
    node.child("radix").fail("topology.radix gives a node " + std::to_string(links) +
                             " links, one to every other in its rows; at most " +
                             std::to_string(kMaxPorts - 1) + " fit a router of " + std::to_string(kMaxPorts) +
                             " ports");
  } else if (node.sound() && links + config.concentration > kMaxPorts) {
    node.child("concentration")
        .fail("topology.concentration = " + std::to_string(config.concentration) + ", but beside the " +
              std::to_string(links) + " links of a node a router of " + std::to_string(kMaxPorts) +
              " ports has room for " + std::to_string(kMaxPorts - links) + " terminals");
  }
  if (!node.sound()) return std::nullopt;
  return build_hyperx(config);
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

std::optional<Topology> read_dragonfly(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  constexpr IntRange kRouters{1, kMaxPorts - 1};
  DragonflyConfig config;
  config.routers = node.integer<int>("routers", kRouters, {"routers", "in each group"});
  config.terminals = node.integer<int>("terminals", kRouters, 1, {"terminals", "at each router"});
  config.global_links =
      node.integer<int>("global_links", kRouters, {"ports", "of each router for links to other groups"});
  const int most_groups = config.routers * config.global_links + 1;
  config.groups = node.integer<int>(
      "groups", {2, most_groups}, most_groups,
      {"groups", "each joined with every other", "2..`routers` * `global_links` + 1", "the most"});
  config.local_latency =
      node.integer<int>("local_latency", kLinkLatencies, 1, {"cycles", "of links in a group"});
  config.global_latency =
      node.integer<int>("global_latency", kLinkLatencies, 1, {"cycles", "of links between groups"});
  const int ports = config.routers - 1 + config.global_links + config.terminals;
  if (node.sound() && ports > kMaxPorts) {
    node.child("routers").fail("topology.routers = " + std::to_string(config.routers) + " makes routers of " +
                               std::to_string(ports) + " ports: " + std::to_string(config.routers - 1) +
                               " local, " + std::to_string(config.global_links) + " global, " +
                               std::to_string(config.terminals) + " of terminals; a router has at most " +
                               std::to_string(kMaxPorts));
  }
  require_few_nodes(node, "routers", std::int64_t{config.routers} * config.groups);
  if (!node.sound()) return std::nullopt;
  return build_dragonfly(config);
}

std::optional<Topology> read_ring(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  RingConfig config;
  config.nodes = node.integer<int>("nodes", {2, kMaxCustomNodes}, {"nodes", "in the ring"});
  config.one_way = node.boolean("one_way", false, {"", "whether links lead to the next node only"});
  config.link_latency = read_latency(node);
  config.concentration =
      node.integer<int>("concentration", {1, kMaxPorts - 2}, 1, {"terminals", "at each node"});
  if (!node.sound()) return std::nullopt;
  return build_ring(config);
}

std::optional<Topology> read_hierarchical_ring(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  constexpr IntRange kNodes{2, kMaxCustomNodes / 2};
  const HierarchicalRingConfig config{
      node.integer<int>("rings", kNodes, {"rings", "joined by a global ring of their nodes 0"}),
      node.integer<int>("nodes", kNodes, {"nodes", "in each local ring, its bridge included"}),
      read_latency(node),
      node.integer<int>("global_latency", kLinkLatencies, 1, {"cycles", "of links of the global ring"})};
  require_few_nodes(node, "rings", std::int64_t{config.rings} * config.nodes);
  if (!node.sound()) return std::nullopt;
  return build_hierarchical_ring(config);
}

std::optional<Topology> read_chiplets(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  ChipletsConfig config;
  config.radix = read_radices(node);
  config.chiplets = read_chiplet_counts(node, config.radix);
  const ConfigNode die_links =
      node.child("die_links", {"links", "across each edge between two chiplets, evenly spread over its rows",
                               "1..rows of the edge", "one in every row"});
  if (die_links.exists()) config.die_links = die_links.as_integer<int>({1, kMaxNodes});
  config.link_latency = read_latency(node);
  config.die_latency =
      node.integer<int>("die_latency", kLinkLatencies, 1, {"cycles", "of a link between two chiplets"});
  config.die_cycles_per_flit =
      node.integer<int>("die_cycles_per_flit", kLinkCyclesPerFlit, 1,
                        {"cycles", "that a flit takes over a link between two chiplets"});
  if (node.sound()) require_rows(node, config);
  if (!node.sound()) return std::nullopt;
  return build_chiplets(config);
}

std::optional<Topology> read_custom(const ConfigNode& root) {
  const ConfigNode node = root.child("topology");
  const int latency = read_latency(node);
  const ConfigNode file = node.child("file",
                                     {"",
                                      "the network as a drawing for Graphviz (.dot, .gv) or as a "
                                      "table of links (.csv), in place of `nodes` and `links`",
                                      "a file", "none"},
                                     {{ValueShape::Kind::Text}});
  CustomConfig config;
  ConfigNode links = file;
  if (file.exists()) {
    config = read_network_file(node, file, latency);
  } else {
    read_nodes(node, config);
    links = node.child("links",
                       {"", "between nodes a and b; with a latency in cycles if it is not `link_latency`",
                        "a list of `[a, b]`, `[a, b, latency]` or `{from: a, to: b}`", "those of `file`"},
                       {{ValueShape::Kind::List}});
    if (!links.exists()) links.fail("topology.links is missing: a list of links, [a, b] or [a, b, latency]");
    for (const ConfigNode& link : links.items()) read_custom_link(link, latency, config);
  }
  const bool read = !file.exists() || file.sound();
  ConfigNode terminals =
      node.child("terminals",
                 {"", "where they are attached, numbered from 0",
                  "a list of nodes, or of `{entry: a, exit: b, name: text}`", "one at each node"},
                 {{ValueShape::Kind::List}});
  if (read) read_custom_terminals(terminals, config);
  const ConfigNode table =
      node.child("terminals_file",
                 {"", "the same as a table, `name,entry,exit`, in place of `terminals`", "a file", "none"},
                 {{ValueShape::Kind::Text}});
  if (table.exists()) {
    if (terminals.exists() || !config.terminals.empty())
      table.fail("topology.terminals_file stands beside other terminals: one of the two");
    const std::filesystem::path path = table.as_file();
    if (read && table.sound()) {
      std::ifstream text(path);
      std::vector<std::string> faults;
      read_terminals_csv(text, path.string(), config, faults);
      report(faults, table);
    }
    terminals = table;
  }
  if (!read) terminals.ignore();
  if (!terminals.exists() && !config.terminals.empty()) terminals = file;
  if (terminals.exists() && terminals.sound() && read) require_traffic(terminals, config);
  if (node.sound()) require_ports(links, terminals, config);
  if (!node.sound()) return std::nullopt;
  Topology graph = build_custom(config);
  require_ways(links, graph);
  return links.sound() ? std::optional(std::move(graph)) : std::nullopt;
}

}  // namespace switchyard
