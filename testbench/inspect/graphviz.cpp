#include "testbench/inspect/graphviz.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "hw/topology/dragonfly.h"
#include "hw/topology/fat_tree.h"
#include "hw/topology/grid.h"
#include "hw/topology/hyperx.h"
#include "hw/topology/ring_hierarchy.h"
#include "testbench/layout/node_spot.h"

namespace switchyard {
namespace {

/// Of a dimension's links, or a level's; after the last, again from the first.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#e69f00", "#56b4e9", "#404040"};

constexpr const char* kStyle =
    "  graph [fontname=Helvetica, splines=true, outputorder=edgesfirst];\n"
    "  node [fontname=Helvetica, fontsize=8, shape=box, style=\"rounded,filled\", fillcolor=\"#eef3f8\", "
    "color=\"#404040\", width=0.4, height=0.32, margin=0.02];\n"
    "  edge [fontname=Helvetica, fontsize=8, color=\"#606060\", penwidth=1.2];\n";

/// The links that have a colour of their own: of a dimension, or of a level; nothing if all are alike.
std::optional<std::size_t> colour_of(const Topology& topology, const Channel& channel) {
  if (topology.shape<Grid>()) return topology.shape<Grid>()->dimension_of(channel.from.port);
  if (topology.shape<HyperX>()) return topology.shape<HyperX>()->dimension_of(channel.from.port);
  if (topology.shape<FatTree>())
    return topology.shape<FatTree>()->level(std::min(channel.from.node, channel.to.node));
  return std::nullopt;
}

/// A word of DOT for a node: its number, or its name in quotes.
std::string id_of(const Topology& topology, NodeId node) {
  return topology.names().nodes.empty() ? std::to_string(node) : quoted(topology.names().nodes[node]);
}

/// Attributes of a link, in brackets; nothing if it has none of its own.
std::string attributes_of(const Topology& topology, const Channel& channel) {
  std::vector<std::string> attributes;
  if (const auto colour = colour_of(topology, channel))
    attributes.push_back(fmt::format("color=\"{}\"", kColours[*colour % std::size(kColours)]));
  if (channel.latency != 1) attributes.push_back(fmt::format("latency={0}, label=\"{0}\"", channel.latency));
  if (channel.cycles_per_flit != 1)
    attributes.push_back(fmt::format("cycles_per_flit={}, style=dashed", channel.cycles_per_flit));
  if (topology.is_open(channel.to)) attributes.emplace_back("dir=forward");
  return attributes.empty() ? "" : fmt::format(" [{}]", fmt::join(attributes, ", "));
}

/// Of a node, in brackets; nothing if it has none. `with_terminals`: how many it has, unless each has one.
std::string attributes_of(const Topology& topology, NodeId node, bool with_terminals) {
  std::vector<std::string> attributes;
  if (const std::optional<Spot> spot = spot_of(topology, node)) {
    attributes.push_back(fmt::format("pos=\"{:.1f},{:.1f}\", label=\"{}\\n{}\"", spot->place.x, spot->place.y,
                                     node, spot->label));
  }
  if (with_terminals && !topology.has_plain_terminals())
    attributes.push_back(fmt::format("terminals={}", topology.terminal_ports(node).count()));
  return attributes.empty() ? "" : fmt::format(" [{}]", fmt::join(attributes, ", "));
}

/// A part of the network that is drawn in a frame.
struct Cluster {
  const char* what;
  NodeId number;
  friend bool operator==(const Cluster&, const Cluster&) = default;
};

std::optional<Cluster> cluster_of(const Topology& topology, NodeId node) {
  if (const auto* dragonfly = topology.shape<Dragonfly>())
    return Cluster{"group", static_cast<NodeId>(dragonfly->group(node))};
  if (const auto* rings = topology.shape<RingHierarchy>()) return Cluster{"ring", rings->ring(node)};
  return std::nullopt;
}

/// A beginning that no name of a node has.
std::string unused_beginning(const std::vector<std::string>& names) {
  std::string beginning = "t";
  while (
      std::any_of(names.begin(), names.end(), [&](const auto& name) { return name.starts_with(beginning); }))
    beginning += "_";
  return beginning;
}

/// Round, and joined with the nodes at which they send and receive; those of two nodes are drawn at both.
void draw_terminals(std::ostream& out, const Topology& topology) {
  const std::string free = unused_beginning(topology.names().nodes);
  const auto draw = [&](const std::string& name, TerminalId terminal, const std::string& link) {
    fmt::print(out, "  {} [terminal={}, label={}, shape=circle, style=\"\", width=0.2, height=0.2];\n  {};\n",
               name, terminal, quoted(topology.name_of_terminal(terminal)), link);
  };
  for (TerminalId terminal = 0; terminal < topology.terminal_count(); ++terminal) {
    const auto [entry, exit] = topology.attachment(terminal);
    const std::string name = free + std::to_string(terminal);
    if (entry.node == exit.node) {
      draw(name, terminal, fmt::format("{} -- {}", name, id_of(topology, entry.node)));
      continue;
    }
    if (entry.node != kNoNode)
      draw(name + "in", terminal, fmt::format("{}in -- {} [dir=forward]", name, id_of(topology, entry.node)));
    if (exit.node != kNoNode)
      draw(name + "out", terminal,
           fmt::format("{} -- {}out [dir=forward]", id_of(topology, exit.node), name));
  }
}

}  // namespace

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

void write_graphviz(std::ostream& out, const std::string& name, const Topology& topology) {
  fmt::print(out, "graph {} {{\n  graph [label={}];\n{}", quoted(name), quoted(name), kStyle);
  const bool has_places = spot_of(topology, 0).has_value();  // They say where the terminals are.
  std::optional<Cluster> cluster;
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    const std::optional<Cluster> its_cluster = cluster_of(topology, node);
    if (its_cluster != cluster) {
      if (cluster) fmt::print(out, "  }}\n");
      fmt::print(out, "  subgraph cluster_{} {{\n  label=\"{} {}\";\n", its_cluster->number,
                 its_cluster->what, its_cluster->number);
      cluster = its_cluster;
    }
    fmt::print(out, "  {}{};\n", id_of(topology, node), attributes_of(topology, node, has_places));
  }
  if (cluster) fmt::print(out, "  }}\n");
  const std::vector<Channel>& channels = topology.channels();
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const int back = topology.channel_from(channels[i].to);
    if (back >= 0 && static_cast<std::size_t>(back) < i) continue;  // The other direction of a link before.
    fmt::print(out, "  {} -- {}{};\n", id_of(topology, channels[i].from.node),
               id_of(topology, channels[i].to.node), attributes_of(topology, channels[i]));
  }
  if (!topology.has_plain_terminals() && !has_places) draw_terminals(out, topology);
  fmt::print(out, "}}\n");
}

}  // namespace switchyard
