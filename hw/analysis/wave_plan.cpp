#include "hw/analysis/wave_plan.h"

#include <algorithm>

#include "hw/analysis/cycles.h"
#include "hw/analysis/dependency_graph.h"
#include "hw/analysis/route_walk.h"
#include "hw/base/bits.h"

namespace switchyard {
namespace {

/// Channels as the bits of a node.
class Bits {
 public:
  explicit Bits(const Topology& topology) : topology_(topology) {}

  /// Of where new packets are, those of all terminals of the node.
  std::uint64_t in(const Resource& buffer) const {
    const int ports = topology_.port_count();
    if (buffer.port == kCentralQueues || topology_.channel_to({buffer.node, buffer.port}) >= 0)
      return class_bit(buffer.vc, buffer.port, ports);
    std::uint64_t entries = 0;
    for_each_bit(topology_.entry_ports(buffer.node),
                 [&](PortId port) { entries |= class_bit(0, port, ports); });
    return entries;
  }
  /// Of the node that sends into the buffer.
  std::uint64_t out(const Resource& buffer) const {
    return class_bit(buffer.vc, sender(buffer).port, topology_.port_count());
  }
  const PortRef& sender(const Resource& buffer) const {
    return topology_.channels()[topology_.channel_to({buffer.node, buffer.port})].from;
  }

 private:
  const Topology& topology_;
};

void join(std::vector<WaveSite>& sites, const Bits& bits, const Resource& held, const Resource& wanted) {
  if (wanted.port == kCentralQueues) {
    WaveSite::Queue& queue = sites[wanted.node].queues[wanted.vc];
    if (held.port == kCentralQueues) queue.from_queues.set(held.vc);
    if (held.port != kCentralQueues) queue.from_channels |= bits.in(held);
  } else {
    sites[bits.sender(wanted).node].queues[held.vc].to_channels |= bits.out(wanted);
  }
}

/// What both kinds of waves share. `visit(site, held, destination, routes)` is told of every state,
/// join(sites, held, wanted) of every dependency.
template <class Visit, class Join>
WavePlan plan(const ResourceSpace& space, const RoutingFunction& routing, int queues, const Visit& visit,
              const Join& join) {
  const Topology& topology = space.topology();
  const Bits bits(topology);
  WavePlan plan;
  plan.sites.resize(topology.node_count());
  for (WaveSite& site : plan.sites) site.queues.resize(queues);

  DependencyGraph graph(space);
  RouteWalk walk(space, routing);
  for (const NodeId destination : topology.destinations()) {
    walk.walk(destination, [&](ResourceId held, const RouteSet& routes) {
      for (const RouteChoice& choice : routes) graph.add(held, choice);
      visit(plan.sites[space.at(held).node], space.at(held), destination, routes);
    });
  }

  std::vector<Vertex> sources;
  for (const NodeId node : topology.sources()) {
    sources.push_back(space.source(node));
    plan.sites[node].injection = bits.in(space.at(sources.back()));
  }
  const auto successors = [&](Vertex vertex, std::vector<Vertex>& out) { graph.successors(vertex, out); };
  const std::vector<std::uint32_t> component = strong_components(space.size(), sources, successors);

  std::vector<Vertex> order;  // What comes last in the wave first: components are numbered so.
  for (Vertex vertex = 0; vertex < component.size(); ++vertex) {
    if (component[vertex] != kNoComponent) order.push_back(vertex);
  }
  std::sort(order.begin(), order.end(), [&](Vertex a, Vertex b) { return component[a] < component[b]; });

  std::vector<Vertex> on_cycles;
  std::vector<Vertex> ahead;
  std::vector<int> way(space.size());
  for (const Vertex vertex : order) {
    ahead.clear();
    successors(vertex, ahead);
    for (const Vertex next : ahead) {
      if (component[next] == component[vertex]) on_cycles.push_back(vertex);
      const Resource wanted = space.at(next);
      way[vertex] = std::max(way[vertex], way[next] + (wanted.port == kCentralQueues ? 0 : 1));
      join(plan.sites, space.at(vertex), wanted);
    }
    plan.longest_way = std::max(plan.longest_way, way[vertex]);
  }
  if (!on_cycles.empty()) {
    plan.sites.clear();
    plan.cycle = shortest_cycle(on_cycles, component, successors);
  }
  return plan;
}

}  // namespace

WavePlan plan_waves(const ResourceSpace& space, const RoutingFunction& routing, int queues) {
  const Bits bits(space.topology());
  return plan(
      space, routing, queues,
      [&](WaveSite& site, const Resource& held, NodeId, const RouteSet& routes) {
        if (routes.empty()) site.delivering |= bits.in(held);
      },
      [&](std::vector<WaveSite>& sites, const Resource& held, const Resource& wanted) {
        join(sites, bits, held, wanted);
      });
}

WavePlan plan_link_waves(const ResourceSpace& space, const RoutingFunction& routing) {
  const Topology& topology = space.topology();
  const int ports = topology.port_count();
  const Bits bits(topology);
  const auto queue_of = [&](WaveSite& site, PortId port, VcId vc) -> WaveSite::Queue& {
    const std::uint64_t channel = class_bit(vc, port, ports);
    WaveSite::Queue& queue = site.queues[lowest_bit(channel)];
    queue.to_channels = channel;
    return queue;
  };
  const auto deliver = [&](WaveSite& site, NodeId node, std::uint64_t channels) {
    for_each_bit(topology.exit_ports(node),
                 [&](PortId port) { queue_of(site, port, 0).from_channels |= channels; });
  };
  WavePlan waves = plan(
      space, routing, ports * space.classes(),
      [&](WaveSite& site, const Resource& held, NodeId destination, const RouteSet&) {
        // Some that are there may go on, as others may not.
        if (held.node == destination) deliver(site, destination, bits.in(held));
      },
      [&](std::vector<WaveSite>& sites, const Resource& held, const Resource& wanted) {
        const PortRef from = bits.sender(wanted);
        queue_of(sites[from.node], from.port, wanted.vc).from_channels |= bits.in(held);
      });
  for (NodeId node = 0; node < waves.sites.size(); ++node) {
    WaveSite& site = waves.sites[node];
    deliver(site, node, site.injection);
    site.injection = 0;
  }
  return waves;
}

}  // namespace switchyard
