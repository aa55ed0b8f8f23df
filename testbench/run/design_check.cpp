#include "testbench/run/design_check.h"

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <utility>

#include "hw/analysis/dependency_graph.h"
#include "hw/design/verdict.h"
#include "testbench/run/report.h"

namespace switchyard {
namespace {

using Kind = DeadlockVerdict::Kind;
using nlohmann::ordered_json;

ResourceSpace space_of(const Design& design) { return {*design.topology, design.lanes}; }

const char* meaning_of(Kind kind) {
  switch (kind) {
    case Kind::Acyclic: return "cannot deadlock: no lane or queue waits for itself";
    case Kind::Escape: return "cannot deadlock: every packet has an escape, and the escapes have an order";
    case Kind::Dynamic: return "cannot deadlock: from every queue an ordered way leads to the destination";
    case Kind::Preemptive: return "cannot deadlock: a packet that would wait is sent elsewhere";
    case Kind::Unsafe: break;
  }
  return "may deadlock";
}

std::string to_text(const ResourceSpace& space, const Dependency& dependency) {
  std::string via;
  for (const ResourceId lane : dependency.via) via += ", " + space.name(lane);
  return fmt::format("a packet {} -> {} holds {}{} and waits for {}", dependency.source,
                     dependency.destination, space.name(dependency.held), via, space.name(dependency.wanted));
}

/// Shares from distance 1 on.
std::vector<double> adaptivity_of(const PathFigures& paths) {
  if (paths.adaptivity.empty()) return {};
  return {paths.adaptivity.begin() + 1, paths.adaptivity.end()};
}

}  // namespace

DesignCheck check_design(const Design& design) {
  DesignCheck check;
  check.verdict = verdict_of(design);
  check.buffers = buffer_bound(design);
  if (design.routing == nullptr) return check;
  check.paths = measure_paths(space_of(design), *design.routing);
  check.unreachable = unreachable_pairs(design);
  check.cut_off = cut_off_pairs(design);
  if (const auto busiest = busiest_channel(*design.topology, check.paths, design.half_duplex)) {
    const int cycles_per_flit = design.konstantinidou ? design.konstantinidou->phits : 1;
    check.busiest = busiest->channel;
    check.throughput_bound = 1 / (busiest->load * cycles_per_flit);
  }
  return check;
}

bool as_expected(const Expectations& expect, const DeadlockVerdict& verdict) {
  return expect.verdict ? *expect.verdict == name_of(verdict.kind) : verdict.kind != Kind::Unsafe;
}

std::string to_text(const Experiment& experiment, const DesignCheck& check) {
  const Design& design = experiment.design;
  const auto& [verdict, buffers, paths, busiest, bound, reached, unreachable, cut_off] = check;
  const ResourceSpace space = space_of(design);
  std::string text = design.name + '\n';
  const auto line = [&](const char* title, const std::string& what) {
    text += fmt::format("  {:<17} {}\n", title, what);
  };
  if (!design.faults.empty()) line("faults", to_text(design.faults, *design.whole_topology));
  if (design.ranade && !design.faults.empty()) line("left", to_text(*design.ranade->ways));
  if (!unreachable.empty()) line("unreachable", to_text(unreachable));
  if (!cut_off.empty()) line("cut off meanwhile", to_text(cut_off));
  line("verdict", fmt::format("{}: {}", name_of(verdict.kind), meaning_of(verdict.kind)));
  if (verdict.kind == Kind::Unsafe) line("reason", verdict.reason);
  if (!verdict.without_escape.empty())
    line("no escape", to_text(verdict.without_escape) + ", packets at the first to the second");
  if (!verdict.cycle.empty()) {
    line("shortest cycle", fmt::format("{} packets that would wait for each other:", verdict.cycle.size()));
    for (const Dependency& dependency : verdict.cycle) text += "    " + to_text(space, dependency) + '\n';
  }
  if (reached) text += fmt::format("  {:<17} ends in a {}", "its trace", describe(*reached));
  if (!design.derouting) {
    line("walked", fmt::format("{} states, {} dependencies", verdict.states, verdict.dependencies));
  }
  line("buffers", fmt::format("hold at most {} flits, {} of them in node {}", buffers.network,
                              buffers.largest_node, buffers.node));
  if (design.routing == nullptr) return text;
  line("lanes and queues", fmt::format("{} can hold packets, over {} channels", paths.used_resources,
                                       design.topology->channels().size()));
  line("paths", design.derouting ? "minimal for packets that are not derouted"
                : paths.minimal  ? "all minimal"
                                 : "not all minimal");
  const std::vector<double> adaptivity = adaptivity_of(paths);
  line("adaptivity", adaptivity.empty() ? "no two nodes are connected"
                                        : fmt::format("{:.3g} of the minimal paths at distances 1 to {}{}",
                                                      fmt::join(adaptivity, " "), adaptivity.size(),
                                                      paths.every_destination ? "" : ", to 64 destinations"));
  if (busiest) {
    const Channel& channel = design.topology->channels()[*busiest];
    line("throughput bound", fmt::format("{:.4f} flits/node/cycle of uniform traffic that takes its ports "
                                         "equally often: channel {} -> {}",
                                         bound, channel.from.node, channel.to.node));
  }
  return text;
}

std::string to_json(const Experiment& experiment, const DesignCheck& check) {
  const Design& design = experiment.design;
  const auto& [verdict, buffers, paths, busiest, bound, reached, unreachable, cut_off] = check;
  const ResourceSpace space = space_of(design);
  ordered_json cycle = ordered_json::array();
  for (const Dependency& dependency : verdict.cycle) {
    ordered_json via = ordered_json::array();
    for (const ResourceId lane : dependency.via) via.push_back(space.name(lane));
    cycle.push_back({{"source", dependency.source},
                     {"destination", dependency.destination},
                     {"holds", space.name(dependency.held)},
                     {"via", std::move(via)},
                     {"waits_for", space.name(dependency.wanted)}});
  }
  const bool safe = verdict.kind != Kind::Unsafe;
  ordered_json loads = ordered_json::array();
  for (std::size_t i = 0; i < paths.channel_load.size(); ++i) {
    const Channel& channel = design.topology->channels()[i];
    loads.push_back({{"from", channel.from.node}, {"to", channel.to.node}, {"load", paths.channel_load[i]}});
  }
  const ordered_json json = {{"name", design.name},
                             {"verdict", name_of(verdict.kind)},
                             {"reason", safe ? ordered_json(nullptr) : ordered_json(verdict.reason)},
                             {"cycle", std::move(cycle)},
                             {"without_escape", verdict.without_escape},
                             {"unreachable_pairs", unreachable},
                             {"cut_off_pairs", cut_off},
                             {"trace_deadlock", reached ? to_json(*reached) : ordered_json(nullptr)},
                             {"states", verdict.states},
                             {"dependencies", verdict.dependencies},
                             {"buffer_flits", buffers.largest_node},
                             {"buffer_flits_of_network", buffers.network},
                             {"used_lanes_and_queues", paths.used_resources},
                             {"minimal", paths.minimal},
                             {"adaptivity", adaptivity_of(paths)},
                             {"adaptivity_of_all_destinations", paths.every_destination},
                             {"throughput_bound", busiest ? ordered_json(bound) : ordered_json(nullptr)},
                             {"channel_load", std::move(loads)}};
  return json.dump(2) + '\n';
}

void write_dependencies(std::ostream& out, const Design& design, const DeadlockVerdict& verdict) {
  if (design.routing == nullptr)
    throw std::invalid_argument("--dot: router.kind = " + design.router_kind +
                                " has no routing relation to draw");
  const ResourceSpace space = space_of(design);
  std::set<std::pair<ResourceId, ResourceId>> red;
  for (const Dependency& dependency : verdict.cycle) {
    ResourceId held = dependency.held;
    for (const ResourceId lane : dependency.via) red.emplace(std::exchange(held, lane), lane);
    red.emplace(held, dependency.wanted);
  }
  fmt::print(out, "digraph dependencies {{\n  node [fontname=Helvetica, fontsize=9, shape=box];\n");
  const DependencyGraph graph = dependencies_of(space, *design.routing);
  std::vector<Vertex> ahead;
  for (Vertex held = 0; held < graph.vertex_count(); ++held) {
    ahead.clear();
    graph.successors(held, ahead);
    for (const Vertex wanted : ahead) {
      const bool is_red = red.count({held, wanted}) != 0;
      fmt::print(out, "  \"{}\" -> \"{}\"{};\n", space.name(held), space.name(wanted),
                 is_red ? " [color=red, penwidth=2]" : "");
    }
  }
  fmt::print(out, "}}\n");
}

}  // namespace switchyard
