#include "testbench/inspect/dependency_drawing.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw/analysis/dependency_graph.h"
#include "testbench/inspect/graphviz.h"

namespace switchyard {
namespace {

constexpr std::size_t kMaxDrawn =
    240;  ///< Dependencies: what fits on a page; `dot` needs minutes for some thousand.
constexpr int kFar = std::numeric_limits<int>::max();

struct Edge {
  ResourceId held;
  ResourceId wanted;
};

std::vector<Edge> edges_of(const DependencyGraph& graph) {
  std::vector<Edge> edges;
  std::vector<Vertex> ahead;
  for (Vertex held = 0; held < graph.vertex_count(); ++held) {
    ahead.clear();
    graph.successors(held, ahead);
    for (const Vertex wanted : ahead) edges.push_back({held, wanted});
  }
  return edges;
}

std::set<std::pair<ResourceId, ResourceId>> edges_of(const DeadlockVerdict& verdict) {
  std::set<std::pair<ResourceId, ResourceId>> edges;
  for (const Dependency& dependency : verdict.cycle) {
    ResourceId held = dependency.held;
    for (const ResourceId vc : dependency.via) edges.emplace(std::exchange(held, vc), vc);
    edges.emplace(held, dependency.wanted);
  }
  return edges;
}

/// [resource]: how many dependencies, in whichever direction, lie between it and the nearest of `starts`, if
/// that are at most `most`; else kFar.
std::vector<int> distances_from(const std::set<ResourceId>& starts, const std::vector<Edge>& edges,
                                std::size_t resources, int most) {
  std::vector<int> distance(resources, kFar);
  for (const ResourceId start : starts) distance[start] = 0;
  for (int step = 0; step < most; ++step) {
    std::vector<ResourceId> border;
    for (const Edge& edge : edges) {
      if (distance[edge.held] == step && distance[edge.wanted] == kFar) border.push_back(edge.wanted);
      if (distance[edge.wanted] == step && distance[edge.held] == kFar) border.push_back(edge.held);
    }
    for (const ResourceId resource : border) distance[resource] = step + 1;
  }
  return distance;
}

/// The buffers and queues of node 0 that packets go on from; of very many only the first.
std::set<ResourceId> starts_without_cycle(const ResourceSpace& space, const std::vector<Edge>& edges) {
  std::set<ResourceId> starts;
  std::size_t touched = 0;
  for (const Edge& edge : edges) {
    if (space.at(edge.held).node != 0) continue;
    starts.insert(edge.held);
    ++touched;
  }
  if (touched > kMaxDrawn) starts.erase(std::next(starts.begin()), starts.end());
  return starts;
}

}  // namespace

std::string to_text(const DependencyDrawing& drawing) {
  if (drawing.around.empty()) return fmt::format("all {} dependencies", drawing.all);
  const std::string where = drawing.steps == 0
                                ? fmt::format("those of {}", drawing.around)
                                : fmt::format("up to {} away from {}", drawing.steps, drawing.around);
  return fmt::format("{} of {} dependencies, {}; the others are left out", drawing.drawn, drawing.all, where);
}

DependencyDrawing write_dependencies(std::ostream& out, const Design& design,
                                     const DeadlockVerdict& verdict) {
  if (design.routing == nullptr)
    throw std::invalid_argument("--dot: router.kind = " + design.router.kind +
                                " has no routing relation to draw");
  const ResourceSpace space = design.resources();
  const std::vector<Edge> edges = edges_of(dependencies_of(space, *design.routing));
  const auto red = edges_of(verdict);
  const auto is_red = [&](const Edge& edge) { return red.count({edge.held, edge.wanted}) != 0; };

  DependencyDrawing drawing;
  drawing.all = edges.size();
  std::vector<Edge> drawn = edges;
  if (edges.size() > kMaxDrawn) {
    std::set<ResourceId> starts;
    for (const auto& [held, wanted] : red) starts.insert({held, wanted});
    drawing.around = red.empty() ? "the VCs of node 0" : "the cycle";
    if (red.empty()) starts = starts_without_cycle(space, edges);
    constexpr int kMaxSteps = 8;
    const std::vector<int> distance = distances_from(starts, edges, space.size(), kMaxSteps);
    const auto within = [&](int steps) {
      std::vector<Edge> inside;
      for (const Edge& edge : edges) {
        const int nearer = std::min(distance[edge.held], distance[edge.wanted]);
        if (is_red(edge) || nearer < steps) inside.push_back(edge);
      }
      return inside;
    };
    drawn = within(0);
    while (drawing.steps < kMaxSteps) {
      std::vector<Edge> more = within(drawing.steps + 1);
      if (more.size() > kMaxDrawn && !drawn.empty()) break;
      drawn = std::move(more);
      ++drawing.steps;
    }
  }
  drawing.drawn = drawn.size();

  fmt::print(out, "digraph dependencies {{\n  label={}; labelloc=t; fontname=Helvetica; fontsize=20;\n",
             quoted(design.name + ": " + to_text(drawing)));
  fmt::print(out, "  node [fontname=Helvetica, fontsize=9, shape=box];\n");
  for (const Edge& edge : drawn) {
    fmt::print(out, "  \"{}\" -> \"{}\"{};\n", space.name(edge.held), space.name(edge.wanted),
               is_red(edge) ? " [color=red, penwidth=2]" : "");
  }
  fmt::print(out, "}}\n");
  return drawing;
}

}  // namespace switchyard
