#include "hw/analysis/path_figures.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

#include "hw/analysis/components.h"
#include "hw/analysis/route_walk.h"
#include "hw/base/ratio.h"
#include "hw/topology/metrics.h"
#include "hw/topology/uniform_shares.h"

namespace switchyard {
namespace {

/// Counts node by node how many different minimal paths lead to one destination, and how many of them the
/// relation offers. VCs do not make paths different, so it follows sets of resources.
class PathCount {
 public:
  PathCount(const ResourceSpace& space, const RoutingFunction& routing, NodeId destination)
      : space_(space),
        topology_(space.topology()),
        routing_(routing),
        destination_(destination),
        distance_(hops_to(topology_, destination)),
        minimal_(topology_.node_count(), -1) {}

  int distance(NodeId node) const { return distance_[node]; }

  double minimal(NodeId node) {
    if (node == destination_) return 1;
    double& paths = minimal_[node];
    if (paths < 0) {
      paths = 0;
      for (PortId port = 0; port < topology_.port_count(); ++port) {
        if (leads_nearer(node, port)) paths += minimal(topology_.peer({node, port}).node);
      }
    }
    return paths;
  }
  double offered(NodeId source) { return offered(source, {space_.source(source)}); }

 private:
  using Resources = std::vector<ResourceId>;  ///< Of one node, sorted.

  bool leads_nearer(NodeId node, PortId port) const {
    return !topology_.is_open({node, port}) && distance_[topology_.peer({node, port}).node] < distance_[node];
  }

  double offered(NodeId node, Resources held) {
    if (node == destination_) return 1;
    std::map<PortId, Resources> ahead;
    for (std::size_t i = 0; i < held.size(); ++i) {  // Grows by what moves inside the node.
      RouteSet routes;
      routing_.route(space_.query(held[i], destination_), routes);
      for (const RouteChoice& choice : routes) {
        for_each_bit(choice.vcs, [&](VcId vc) {
          const ResourceId target = space_.beyond(node, choice.port, vc);
          if (choice.port != kCentralQueues) {
            ahead[choice.port].push_back(target);
          } else if (std::find(held.begin(), held.end(), target) == held.end()) {
            held.push_back(target);
          }
        });
      }
    }
    double paths = 0;
    for (auto& [port, resources] : ahead) {
      if (!leads_nearer(node, port)) continue;
      std::sort(resources.begin(), resources.end());
      resources.erase(std::unique(resources.begin(), resources.end()), resources.end());
      const auto known = offered_.find(resources);
      paths += known != offered_.end()
                   ? known->second
                   : offered_[resources] = offered(topology_.peer({node, port}).node, resources);
    }
    return paths;
  }

  const ResourceSpace& space_;
  const Topology& topology_;
  const RoutingFunction& routing_;
  NodeId destination_;
  std::vector<int> distance_;
  std::vector<double> minimal_;  ///< [node]; -1: not counted yet.
  std::map<Resources, double> offered_;
};

void measure_adaptivity(const ResourceSpace& space, const RoutingFunction& routing, PathFigures& figures,
                        const AnalysisProgress& progress) {
  const std::vector<NodeId> sources = space.topology().sources();
  const std::vector<NodeId> destinations = space.topology().destinations();
  figures.every_destination = destinations.size() <= 256;
  const std::size_t step = figures.every_destination ? 1 : destinations.size() / 64;
  std::vector<std::size_t> pairs;
  std::vector<double> shares;
  for (std::size_t i = 0; i < destinations.size(); i += step) {
    const NodeId destination = destinations[i];
    PathCount count(space, routing, destination);
    for (const NodeId source : sources) {
      if (source == destination || count.distance(source) < 0) continue;
      const std::size_t distance = count.distance(source);
      if (distance >= pairs.size()) {
        pairs.resize(distance + 1);
        shares.resize(distance + 1);
      }
      ++pairs[distance];
      shares[distance] += count.offered(source) / count.minimal(source);
    }
    progress("paths", static_cast<NodeId>(i + 1), static_cast<NodeId>(destinations.size()));
  }
  const std::size_t all = std::accumulate(pairs.begin(), pairs.end(), std::size_t{0});
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (all != 0) figures.mean_adaptivity = ratio(sum, all);
  figures.adaptivity.resize(pairs.size());
  for (std::size_t distance = 1; distance < pairs.size(); ++distance) {
    if (pairs[distance] != 0) figures.adaptivity[distance] = ratio(shares[distance], pairs[distance]);
  }
}

/// What packets to one destination load the channels with.
class Flow {
 public:
  Flow(const ResourceSpace& space, const RoutingFunction& routing)
      : space_(space), walk_(space, routing), flow_(space.size()), routes_(space.size()) {}

  /// Adds to `load`; false if packets may go round in circles.
  bool add(NodeId destination, const TrafficShares& shares, std::vector<double>& load) {
    walk_.walk_from(
        destination, [&](NodeId source) { return shares(source, destination) > 0; },
        [&](ResourceId held, const RouteSet& routes) {
          flow_[held] = 0;
          routes_[held] = used(routes);
        });
    if (walk_.reached().empty()) return true;
    const auto component = strong_components(space_.size(), walk_.reached(), [&](Vertex held, auto& out) {
      walk_.for_each_target(space_.at(held).node, routes_[held],
                            [&](ResourceId target, const RouteChoice&) { out.push_back(target); });
    });
    std::vector<ResourceId> order = walk_.reached();
    std::sort(order.begin(), order.end(),
              [&](ResourceId a, ResourceId b) { return component[a] > component[b]; });
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (component[order[i]] == component[order[i - 1]]) return false;
    }
    for (const NodeId source : space_.topology().sources()) {
      if (source != destination) flow_[space_.source(source)] = shares(source, destination);
    }
    for (const ResourceId held : order) pass_on(held, load);
    return true;
  }

 private:
  /// What a packet takes where nothing is in its way.
  static RouteSet used(const RouteSet& routes) {
    const bool only_fallbacks = std::all_of(routes.begin(), routes.end(), is_fallback);
    RouteSet used;
    for (const RouteChoice& choice : routes) {
      if (only_fallbacks || !is_fallback(choice)) used.add(choice.port, choice.vcs, choice.preference);
    }
    return used;
  }

  void pass_on(ResourceId held, std::vector<double>& load) {
    const NodeId here = space_.at(held).node;
    const RouteSet& routes = routes_[held];
    for (const RouteChoice& choice : routes) {
      const double share = ratio(flow_[held], routes.size());
      if (choice.port != kCentralQueues) load[space_.topology().channel_from({here, choice.port})] += share;
      for_each_bit(choice.vcs, [&](VcId vc) {
        flow_[space_.beyond(here, choice.port, vc)] += share / choice.vcs.count();
      });
    }
  }

  const ResourceSpace& space_;
  RouteWalk walk_;
  std::vector<double> flow_;      ///< [resource]: flits per cycle.
  std::vector<RouteSet> routes_;  ///< [resource]
};

bool leads_nearer(const Topology& topology, const std::vector<int>& distance, NodeId here, PortId port) {
  return port == kCentralQueues || distance[topology.peer({here, port}).node] < distance[here];
}

}  // namespace

PathFigures measure_paths(const ResourceSpace& space, const RoutingFunction& routing,
                          const AnalysisProgress& progress) {
  const Topology& topology = space.topology();
  PathFigures figures;
  measure_adaptivity(space, routing, figures, progress);

  std::vector<bool> used(space.size());
  RouteWalk walk(space, routing);
  for (const NodeId destination : topology.destinations()) {
    const std::vector<int> distance = hops_to(topology, destination);
    walk.walk(destination, [&](ResourceId held, const RouteSet& routes) {
      const Resource resource = space.at(held);
      used[held] = !space.is_source(resource);
      for (const RouteChoice& choice : routes)
        figures.minimal = figures.minimal && leads_nearer(topology, distance, resource.node, choice.port);
    });
    progress("vcs", destination + 1, topology.node_count());
  }
  figures.used_resources = std::count(used.begin(), used.end(), true);

  figures.channel_load.resize(topology.channels().size());
  const UniformShares uniform(topology);
  Flow flow(space, routing);
  for (const NodeId destination : topology.destinations()) {
    progress("loads", destination, topology.node_count());
    if (flow.add(
            destination, [&](NodeId from, NodeId to) { return uniform.between(from, to); },
            figures.channel_load))
      continue;
    figures.channel_load.clear();
    break;
  }
  return figures;
}

std::vector<double> channel_load(const ResourceSpace& space, const RoutingFunction& routing,
                                 const TrafficShares& shares) {
  std::vector<double> load(space.topology().channels().size());
  Flow flow(space, routing);
  for (const NodeId destination : space.topology().destinations()) {
    if (!flow.add(destination, shares, load)) return {};
  }
  return load;
}

std::optional<ChannelLoad> busiest_channel(const Topology& topology, const std::vector<double>& channel_load,
                                           bool half_duplex) {
  std::optional<ChannelLoad> busiest;
  for (std::size_t c = 0; c < channel_load.size(); ++c) {
    double load = channel_load[c] * topology.channels()[c].cycles_per_flit;
    if (half_duplex) {
      const int reverse = topology.channel_from(topology.channels()[c].to);
      if (reverse >= 0) load += channel_load[reverse];
    }
    if (load > 0 && (!busiest || load > busiest->load)) busiest = {c, load};
  }
  return busiest;
}

}  // namespace switchyard
