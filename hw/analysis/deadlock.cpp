#include "hw/analysis/deadlock.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "hw/analysis/cycles.h"
#include "hw/analysis/dependency_graph.h"
#include "hw/analysis/route_walk.h"

namespace switchyard {
namespace {

using Kind = DeadlockVerdict::Kind;

/// The vertices of an ExtendedGraph for the states of a destination.
enum class States : std::uint8_t { OfResources, OfNodes };

std::size_t extended_vertices(const ResourceSpace& space, States states) {
  const std::size_t nodes = space.topology().node_count();
  return space.size() + nodes * (states == States::OfNodes ? nodes : space.size());
}

bool fits(std::size_t vertices) { return vertices <= std::numeric_limits<Vertex>::max(); }

/// Early, as the walk that comes before an ExtendedGraph takes hours in a network that is too large for it.
void require_fit(const ResourceSpace& space, const RoutingFunction& routing) {
  const std::size_t vertices =
      extended_vertices(space, routing.looks_at_held() ? States::OfResources : States::OfNodes);
  if (fits(vertices)) return;
  throw std::invalid_argument("the network is too large for a proof: " + std::to_string(vertices) +
                              " pairs of a place and a destination, of at most " +
                              std::to_string(std::numeric_limits<Vertex>::max()));
}

bool holds_one_packet(Holding holding) {
  return holding == Holding::OnePacket || holding == Holding::LinkQueue;
}

/// What one walk over all destinations finds.
struct Survey {
  explicit Survey(const ResourceSpace& space) : all(space), sub(space) {}

  DependencyGraph all;
  DependencyGraph sub;  ///< Of the sub-relation.
  bool has_sub = false;
  bool has_others = false;                                   ///< Choices outside of it.
  std::optional<std::pair<ResourceId, NodeId>> without_sub;  ///< A state, with its destination.
  std::size_t states = 0;
};

Survey survey(const ResourceSpace& space, const RoutingFunction& routing, Holding holding,
              const AnalysisProgress& progress) {
  Survey found(space);
  RouteWalk walk(space, routing);
  const std::vector<NodeId> destinations = space.topology().destinations();
  for (const NodeId destination : destinations) {
    walk.walk(destination, [&](ResourceId held, const RouteSet& routes) {
      ++found.states;
      bool sub = false;
      for (const RouteChoice& choice : routes) {
        found.all.add(held, choice);
        found.has_others |= !in_sub_relation(choice);
        if (!in_sub_relation(choice)) continue;
        sub = true;
        found.sub.add(held, choice);
      }
      found.has_sub = found.has_sub || sub;
      if (!routes.empty() && !sub && !found.without_sub) found.without_sub = {held, destination};
    });
    if (destination == destinations.front() && !holds_one_packet(holding) && found.has_sub &&
        found.has_others)
      require_fit(space, routing);
    progress("walk", destination + 1, space.topology().node_count());
  }
  return found;
}

/// Nodes with destinations to which packets there have choices, but none of the sub-relation.
std::vector<std::pair<NodeId, NodeId>> without_escape(const ResourceSpace& space,
                                                      const RoutingFunction& routing) {
  std::set<std::pair<NodeId, NodeId>> found;
  RouteWalk walk(space, routing);
  for (const NodeId destination : space.topology().destinations()) {
    walk.walk(destination, [&](ResourceId held, const RouteSet& routes) {
      if (routes.empty() || std::any_of(routes.begin(), routes.end(), in_sub_relation)) return;
      found.emplace(space.at(held).node, destination);
    });
  }
  return {found.begin(), found.end()};
}

/// The extended dependencies of the sub-relation's resources: direct ones, and those through adaptive VCs.
///
/// Its vertices are merged resources, for whichever packet, and states: a resource with a destination. A
/// merged resource leads to its states, a state to what its packet may take next. Merged are the targets of
/// the sub-relation; where VCs are shared, all: there a packet may wait behind another, whose way it does
/// not share.
///
/// Where routing does not look at what a packet holds, all states of a node and a destination lead to the
/// same vertices. Such a graph may have one vertex for them all: it has a cycle if and only if the other has
/// one.
class ExtendedGraph {
 public:
  ExtendedGraph(const ResourceSpace& space, const RoutingFunction& routing, const DependencyGraph& sub,
                Holding holding, States states, const AnalysisProgress& progress)
      : space_(space),
        routing_(routing),
        states_(states),
        size_(space.size()),
        nodes_(space.topology().node_count()),
        places_(states == States::OfNodes ? nodes_ : size_),
        merged_(size_, holding == Holding::SharedVcs) {
    for (const Vertex target : sub.targets()) merged_[target] = true;
    RouteWalk walk(space, routing);
    reached_.resize(size_ * nodes_);
    for (const NodeId destination : space.topology().destinations()) {
      walk.walk(destination,
                [&](ResourceId held, const RouteSet&) { reached_[index(held, destination)] = true; });
      progress("escapes", destination + 1, nodes_);
    }
  }

  std::size_t vertex_count() const { return extended_vertices(space_, states_); }
  bool is_merged(Vertex vertex) const { return vertex < size_; }
  /// Of a merged vertex, or of a state if there are States::OfResources.
  ResourceId resource_of(Vertex vertex) const {
    return static_cast<ResourceId>(is_merged(vertex) ? vertex : (vertex - size_) % places_);
  }
  NodeId destination_of(Vertex state) const { return static_cast<NodeId>((state - size_) / places_); }

  void successors(Vertex vertex, std::vector<Vertex>& out) const {
    if (is_merged(vertex)) {
      for (NodeId destination = 0; destination < nodes_; ++destination) {
        if (reached_[index(vertex, destination)]) out.push_back(state(vertex, destination));
      }
      return;
    }
    const RouteQuery query = query_of(vertex);
    RouteSet routes;
    routing_.route_unless_arrived(query, routes);
    for (const RouteChoice& choice : routes) {
      for_each_bit(choice.vcs, [&](VcId vc) {
        const ResourceId target = space_.beyond(query.here, choice.port, vc);
        out.push_back(merged_[target] ? target : state(target, query.destination));
      });
    }
  }

 private:
  std::size_t index(ResourceId resource, NodeId destination) const {
    return std::size_t{resource} * nodes_ + destination;
  }
  Vertex state(ResourceId resource, NodeId destination) const {
    const std::size_t place = states_ == States::OfNodes ? space_.at(resource).node : resource;
    return static_cast<Vertex>(size_ + destination * places_ + place);
  }
  RouteQuery query_of(Vertex state) const {
    const NodeId destination = destination_of(state);
    const std::size_t place = (state - size_) % places_;
    if (states_ == States::OfResources) return space_.query(static_cast<ResourceId>(place), destination);
    return {.here = static_cast<NodeId>(place), .destination = destination};
  }

  const ResourceSpace& space_;
  const RoutingFunction& routing_;
  States states_;
  std::size_t size_;
  NodeId nodes_;
  std::size_t places_;  ///< States of a destination.
  std::vector<bool> merged_;
  std::vector<bool> reached_;  ///< [resource][destination]
};

/// Vertices among `candidates` that lie on a cycle of their component.
template <class Graph>
std::vector<Vertex> on_cycles(const Graph& graph, const std::vector<Vertex>& candidates,
                              const std::vector<std::uint32_t>& component) {
  std::vector<std::uint32_t> members(component.size());
  for (const std::uint32_t number : component) {
    if (number != kNoComponent) ++members[number];
  }
  std::vector<Vertex> found;
  std::vector<Vertex> ahead;
  for (const Vertex vertex : candidates) {
    ahead.clear();
    graph.successors(vertex, ahead);
    const bool loop = std::find(ahead.begin(), ahead.end(), vertex) != ahead.end();
    if (loop || members[component[vertex]] > 1) found.push_back(vertex);
  }
  return found;
}

/// A shortest cycle through one of `starts`; empty if there is none.
template <class Graph>
std::vector<Vertex> find_cycle(const Graph& graph, const std::vector<Vertex>& starts) {
  const auto successors = [&](Vertex vertex, std::vector<Vertex>& out) { graph.successors(vertex, out); };
  const auto component = strong_components(graph.vertex_count(), starts, successors);
  const std::vector<Vertex> suspects = on_cycles(graph, starts, component);
  return suspects.empty() ? suspects : shortest_cycle(suspects, component, successors);
}

/// Whether there is one.
template <class Graph>
bool has_cycle(const Graph& graph, const std::vector<Vertex>& starts) {
  const auto component =
      strong_components(graph.vertex_count(), starts,
                        [&](Vertex vertex, std::vector<Vertex>& out) { graph.successors(vertex, out); });
  return !on_cycles(graph, starts, component).empty();
}

/// The resource of VC 0 of the link that a resource is of.
Vertex link_of(const ResourceSpace& space, Vertex resource) {
  return resource - static_cast<Vertex>(space.at(static_cast<ResourceId>(resource)).vc);
}

/// Which link waits for which, where its VCs are one queue: a link is the resource of its VC 0.
class LinkGraph {
 public:
  LinkGraph(const ResourceSpace& space, const DependencyGraph& graph) : space_(space), graph_(graph) {}

  std::size_t vertex_count() const { return graph_.vertex_count(); }
  void successors(Vertex link, std::vector<Vertex>& out) const {
    const std::size_t before = out.size();
    for (VcId vc = 0; vc < space_.classes(); ++vc) graph_.successors(link + static_cast<Vertex>(vc), out);
    std::transform(out.begin() + before, out.end(), out.begin() + before,
                   [this](Vertex resource) { return link_of(space_, resource); });
  }
  std::vector<Vertex> targets() const {
    std::vector<Vertex> links = graph_.targets();
    for (Vertex& target : links) target = link_of(space_, target);
    links.erase(std::unique(links.begin(), links.end()), links.end());
    return links;
  }

 private:
  const ResourceSpace& space_;
  const DependencyGraph& graph_;
};

/// A shortest cycle of resources or, if those of a link are one queue, of links; empty if there is none.
std::vector<Vertex> find_cycle(const ResourceSpace& space, const DependencyGraph& graph, Holding holding) {
  if (holding != Holding::LinkQueue) return find_cycle(graph, graph.targets());
  const LinkGraph links(space, graph);
  return find_cycle(links, links.targets());
}

/// How many dependencies of the cycle a packet closes one after the other that holds cycle[first].
std::size_t run_along(const std::vector<Vertex>& cycle, std::size_t first, NodeId destination,
                      const ResourceSpace& space, const RoutingFunction& routing, bool sub_only) {
  for (std::size_t run = 0; run < cycle.size(); ++run) {
    const RouteQuery query = space.query(cycle[(first + run) % cycle.size()], destination);
    RouteSet routes;
    routing.route_unless_arrived(query, routes);
    bool goes_on = false;
    for (const RouteChoice& choice : routes) {
      if (sub_only && !in_sub_relation(choice)) continue;
      for_each_bit(choice.vcs, [&](VcId vc) {
        const ResourceId target = space.beyond(query.here, choice.port, vc);
        goes_on = goes_on || target == cycle[(first + run + 1) % cycle.size()];
      });
    }
    if (!goes_on) return run;
  }
  return cycle.size();
}

/// The dependencies between the vertices of a cycle of resources, each with the packet that stays longest on
/// the cycle.
std::vector<Dependency> dependencies_of(const std::vector<Vertex>& cycle, const ResourceSpace& space,
                                        const RoutingFunction& routing, bool sub_only) {
  std::vector<Dependency> dependencies(cycle.size());
  std::vector<std::size_t> longest(cycle.size());
  RouteWalk walk(space, routing);
  for (const NodeId destination : space.topology().destinations()) {
    walk.walk(destination, [](ResourceId, const RouteSet&) {});
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      if (!walk.has_reached(cycle[i])) continue;
      const std::size_t run = run_along(cycle, i, destination, space, routing, sub_only);
      if (run <= longest[i]) continue;
      longest[i] = run;
      dependencies[i] = {
          cycle[i], cycle[(i + 1) % cycle.size()], {}, walk.nearest_source(cycle[i]), destination};
    }
  }
  return dependencies;
}

/// The same of a cycle of links, each with some packet that closes it.
std::vector<Dependency> dependencies_between_links(const std::vector<Vertex>& cycle,
                                                   const ResourceSpace& space, const RoutingFunction& routing,
                                                   bool sub_only) {
  std::vector<std::optional<Dependency>> found(cycle.size());
  RouteWalk walk(space, routing);
  for (const NodeId destination : space.topology().destinations()) {
    walk.walk(destination, [&](ResourceId held, const RouteSet& routes) {
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        if (found[i] || link_of(space, held) != cycle[i]) continue;
        const Vertex ahead = cycle[(i + 1) % cycle.size()];
        walk.for_each_target(space.at(held).node, routes, [&](ResourceId target, const RouteChoice& choice) {
          if (link_of(space, target) == ahead && (!sub_only || in_sub_relation(choice)))
            found[i] = Dependency{held, target, {}, walk.nearest_source(held), destination};
        });
      }
    });
  }
  std::vector<Dependency> dependencies;
  for (const auto& dependency : found) dependencies.push_back(dependency.value());
  return dependencies;
}

/// The same of a cycle of the extended graph: a packet's states stand between the merged resources.
std::vector<Dependency> dependencies_of(const std::vector<Vertex>& cycle, const ExtendedGraph& graph,
                                        const ResourceSpace& space, const RoutingFunction& routing) {
  std::vector<Dependency> dependencies;
  RouteWalk walk(space, routing);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const ResourceId resource = graph.resource_of(cycle[i]);
    if (graph.is_merged(cycle[i])) {
      if (!dependencies.empty()) dependencies.back().wanted = resource;
      dependencies.push_back({.held = resource, .wanted = cycle.front(), .via = {}});
      continue;
    }
    Dependency& dependency = dependencies.back();
    if (resource != dependency.held) {
      dependency.via.push_back(resource);
      continue;
    }
    dependency.destination = graph.destination_of(cycle[i]);
    walk.walk(dependency.destination, [](ResourceId, const RouteSet&) {});
    dependency.source = walk.nearest_source(resource);
  }
  return dependencies;
}

}  // namespace

DeadlockVerdict find_verdict(const ResourceSpace& space, const RoutingFunction& routing, Holding holding,
                             const AnalysisProgress& progress) {
  const Survey found = survey(space, routing, holding, progress);
  DeadlockVerdict verdict;
  verdict.states = found.states;
  verdict.dependencies = found.all.edge_count();
  const std::vector<Vertex> cycle = find_cycle(space, found.all, holding);
  if (cycle.empty()) {
    verdict.kind = Kind::Acyclic;
    return verdict;
  }
  const auto unsafe = [&](std::string reason, std::vector<Dependency> dependencies) {
    verdict.reason = std::move(reason);
    verdict.cycle = std::move(dependencies);
    return verdict;
  };
  const auto closed_by = [&](const std::vector<Vertex>& waiting, bool sub_only) {
    return holding == Holding::LinkQueue ? dependencies_between_links(waiting, space, routing, sub_only)
                                         : dependencies_of(waiting, space, routing, sub_only);
  };
  if (!found.has_sub) {
    return unsafe("resources wait for each other, and no choice is an escape",
                  closed_by(cycle, /*sub_only=*/false));
  }
  if (found.without_sub) {
    const auto& [held, destination] = *found.without_sub;
    verdict.without_escape = without_escape(space, routing);
    return unsafe("a packet to " + std::to_string(destination) + " in " + space.name(held) + " has no escape",
                  closed_by(cycle, /*sub_only=*/false));
  }
  if (holds_one_packet(holding)) {
    const std::vector<Vertex> sub_cycle = find_cycle(space, found.sub, holding);
    if (!sub_cycle.empty()) {
      return unsafe("resources of the static sub-relation wait for each other",
                    closed_by(sub_cycle, /*sub_only=*/true));
    }
    verdict.kind = Kind::Dynamic;
    return verdict;
  }
  const std::vector<Vertex> escapes = found.sub.targets();
  if (!routing.looks_at_held() &&
      !has_cycle(ExtendedGraph(space, routing, found.sub, holding, States::OfNodes, progress), escapes)) {
    verdict.kind = Kind::Escape;
    return verdict;
  }
  const char* const reason = "escape VCs wait for each other, directly or through adaptive VCs";
  if (!fits(extended_vertices(space, States::OfResources))) return unsafe(reason, {});
  const ExtendedGraph extended(space, routing, found.sub, holding, States::OfResources, progress);
  const std::vector<Vertex> extended_cycle = find_cycle(extended, escapes);
  if (!extended_cycle.empty()) {
    return unsafe(reason, dependencies_of(extended_cycle, extended, space, routing));
  }
  verdict.kind = Kind::Escape;
  return verdict;
}

}  // namespace switchyard
