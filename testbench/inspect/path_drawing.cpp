#include "testbench/inspect/path_drawing.h"

#include <fmt/format.h>

#include <stdexcept>

#include "hw/topology/multistage.h"

namespace switchyard {
namespace {

constexpr TerminalId kMaxTerminals = 256;
constexpr double kLine = 16;     ///< Points from line to line,
constexpr double kSwitch = 30;   ///< across a switch,
constexpr double kBetween = 70;  ///< and from stage to stage.
constexpr double kMargin = 46;

struct Point {
  double x;
  double y;
};

/// Where the lines of a stage, or of the terminals (-1 and k), are.
Point at(int stage, NodeId position, bool right_side) {
  return {kMargin + (stage + 1) * (kSwitch + kBetween) + (right_side ? kSwitch : 0) - kSwitch,
          kMargin + (position + 0.5) * kLine};
}

/// What a line is drawn like.
enum class Use { None, Path, Conflict };

std::string line(Point from, Point to, Use use) {
  constexpr const char* kStyle[] = {"#c8ced6\" stroke-width=\"1", "#0072b2\" stroke-width=\"2",
                                    "#d55e00\" stroke-width=\"3"};
  return fmt::format("<path d=\"M{:.0f} {:.0f}L{:.0f} {:.0f}\" stroke=\"{}\"/>\n", from.x, from.y, to.x, to.y,
                     kStyle[static_cast<std::size_t>(use)]);
}

std::string label(Point where, const char* anchor, TerminalId terminal) {
  return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"{}\">{}</text>\n", where.x, where.y + 3,
                     anchor, terminal);
}

/// How each channel is used.
std::vector<Use> uses_of(const Design& design, const std::vector<TerminalPath>& paths) {
  const Topology& topology = *design.topology;
  std::vector<std::vector<TerminalPath>> over(topology.channels().size());
  std::vector<Use> uses(over.size(), Use::None);
  for (const TerminalPath& path : paths) {
    for (const int channel : channels_of(topology, *design.routing, path)) {
      if (uses[channel] == Use::None) uses[channel] = Use::Path;
      for (const TerminalPath& other : over[channel]) {
        if (other.source != path.source && other.destination != path.destination)
          uses[channel] = Use::Conflict;
      }
      over[channel].push_back(path);
    }
  }
  return uses;
}

}  // namespace

std::string draw_paths(const Design& design, const PathSet& set) {
  const auto* const shape = design.topology->shape<Multistage>();
  if (shape == nullptr)
    throw std::invalid_argument("--svg draws multistage networks, and this is a " + design.topology->kind());
  const Multistage& network = *shape;
  const TerminalId terminals = network.terminal_count();
  if (terminals > kMaxTerminals)
    throw std::invalid_argument(
        fmt::format("--svg draws at most {} terminals, not {}", kMaxTerminals, terminals));
  const std::vector<Use> uses = uses_of(design, set.paths);
  std::vector<bool> sends(terminals);
  std::vector<bool> receives(terminals);
  for (const TerminalPath& path : set.paths) sends[path.source] = receives[path.destination] = true;

  const int k = network.stages();
  const Point corner = at(k, terminals, false);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\" "
      "font-family=\"Helvetica,sans-serif\" font-size=\"10\" fill=\"none\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      corner.x + kMargin, corner.y + kMargin);
  for (const Use drawn : {Use::None, Use::Path, Use::Conflict}) {  // What matters is on top.
    for (std::size_t c = 0; c < uses.size(); ++c) {
      if (uses[c] != drawn) continue;
      const auto& [from, to, latency, cycles_per_flit] = design.topology->channels()[c];
      const NodeId first =
          from.node % network.switches_per_stage() * static_cast<NodeId>(network.switch_size());
      const NodeId second =
          to.node % network.switches_per_stage() * static_cast<NodeId>(network.switch_size());
      const auto out = static_cast<NodeId>(from.port - network.switch_size());
      svg += line(at(network.stage(from.node), first + out, true),
                  at(network.stage(to.node), second + static_cast<NodeId>(to.port), false), drawn);
    }
    for (TerminalId t = 0; t < terminals; ++t) {
      const auto [entry, exit] = network.attachment(t);
      const NodeId left =
          entry.node * static_cast<NodeId>(network.switch_size()) + static_cast<NodeId>(entry.port);
      const NodeId right =
          exit.node % network.switches_per_stage() * static_cast<NodeId>(network.switch_size()) +
          static_cast<NodeId>(exit.port - network.switch_size());
      const auto use = [](bool used) { return used ? Use::Path : Use::None; };
      if (use(sends[t]) == drawn)
        svg += line(at(-1, network.left_position(t), true), at(0, left, false), drawn);
      if (use(receives[t]) == drawn)
        svg += line(at(k - 1, right, true), at(k, network.right_position(t), false), drawn);
    }
  }
  for (int stage = 0; stage < k; ++stage) {
    for (NodeId s = 0; s < terminals; s += static_cast<NodeId>(network.switch_size())) {
      const Point top = at(stage, s, false);
      svg += fmt::format(
          "<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"3\" fill=\"#eef3f8\" "
          "stroke=\"#404040\"/>\n",
          top.x, top.y - 0.4 * kLine, kSwitch, (network.switch_size() - 0.2) * kLine);
    }
  }
  svg += "<g fill=\"#202020\">\n";
  for (TerminalId t = 0; t < terminals; ++t) {
    const Point left = at(-1, network.left_position(t), true);
    const Point right = at(k, network.right_position(t), false);
    svg += label({left.x - 4, left.y}, "end", t) + label({right.x + 4, right.y}, "start", t);
  }
  svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"12\">{}: {}, {} paths</text>\n", kMargin,
                     kMargin / 2, design.name, set.name, set.paths.size());
  return svg + "</g>\n</svg>\n";
}

}  // namespace switchyard
