#include "hw/analysis/dependency_graph.h"

#include <bit>

#include "hw/analysis/route_walk.h"

namespace switchyard {

DependencyGraph::DependencyGraph(const ResourceSpace& space)
    : space_(space), slots_(space.topology().port_count() + 1), vcs_(space.size() * slots_) {}

void DependencyGraph::successors(Vertex held, std::vector<Vertex>& out) const {
  const NodeId here = space_.at(held).node;
  for (int slot = 0; slot < slots_; ++slot) {
    const VcMask vcs = vcs_[held * static_cast<std::size_t>(slots_) + slot];
    const PortId port = slot == slots_ - 1 ? kCentralQueues : slot;
    for_each_bit(vcs, [&](VcId vc) { out.push_back(space_.beyond(here, port, vc)); });
  }
}

std::vector<Vertex> DependencyGraph::targets() const {
  std::vector<bool> is_target(vertex_count());
  std::vector<Vertex> ahead;
  for (Vertex held = 0; held < vertex_count(); ++held) {
    ahead.clear();
    successors(held, ahead);
    for (const Vertex target : ahead) is_target[target] = true;
  }
  std::vector<Vertex> targets;
  for (Vertex vertex = 0; vertex < vertex_count(); ++vertex) {
    if (is_target[vertex]) targets.push_back(vertex);
  }
  return targets;
}

std::size_t DependencyGraph::edge_count() const {
  std::size_t edges = 0;
  for (const VcMask vcs : vcs_) edges += vcs.count();
  return edges;
}

DependencyGraph dependencies_of(const ResourceSpace& space, const RoutingFunction& routing) {
  DependencyGraph graph(space);
  RouteWalk walk(space, routing);
  for (const NodeId destination : space.topology().destinations()) {
    walk.walk(destination, [&](ResourceId held, const RouteSet& routes) {
      for (const RouteChoice& choice : routes) graph.add(held, choice);
    });
  }
  return graph;
}

}  // namespace switchyard
