#include "hw/design/proof/preemptive.h"

#include <algorithm>
#include <set>
#include <utility>

#include "hw/topology/metrics.h"

namespace switchyard {
namespace {

std::string name_of(const Channel& channel) {
  return "channel " + std::to_string(channel.from.node) + " -> " + std::to_string(channel.to.node);
}

Condition held(const char* name) { return {name, true, {}}; }
Condition failed(const char* name, std::string fault) { return {name, false, std::move(fault)}; }

}  // namespace

Condition bidirectional_channels(std::span<const Channel> channels) {
  constexpr const char* kName = "bidirectional channels";
  std::set<std::pair<PortRef, PortRef>> all;
  for (const Channel& channel : channels) all.emplace(channel.from, channel.to);
  for (const Channel& channel : channels) {
    if (all.count({channel.to, channel.from}) == 0) {
      return failed(kName, name_of(channel) + " has no channel back");
    }
  }
  return held(kName);
}

Condition buffers_for_links(const Topology& topology, const Derouting& derouting) {
  constexpr const char* kName = "buffers for links";
  std::vector<int> links(topology.node_count(), 0);
  for (const Channel& channel : topology.channels()) ++links[channel.from.node];
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    const int buffers = derouting.buffers_per_node + derouting.buffers_per_link * links[node];
    if (buffers >= links[node]) continue;
    return failed(kName, "node " + std::to_string(node) + " has " + std::to_string(buffers) +
                             " buffers for " + std::to_string(links[node]) + " links");
  }
  return held(kName);
}

Condition derouting_is_legal(const Topology& topology, const RoutingFunction& routing) {
  constexpr const char* kName = "derouting is legal";
  for (NodeId destination = 0; destination < topology.node_count(); ++destination) {
    const std::vector<int> hops = hops_to(topology, destination);
    for (NodeId here = 0; here < topology.node_count(); ++here) {
      if (here == destination || hops[here] < 0) continue;  // No packet for it is here.
      RouteSet routes;
      routing.route({here, destination, kCentralQueues, 0}, routes);
      const bool leads_nearer =
          !routes.empty() && std::all_of(routes.begin(), routes.end(), [&](const RouteChoice& choice) {
            return choice.port != kCentralQueues && !topology.is_open({here, choice.port}) &&
                   hops[topology.peer({here, choice.port}).node] < hops[here];
          });
      if (leads_nearer) continue;
      return failed(kName, "a packet for node " + std::to_string(destination) + " that is sent to node " +
                               std::to_string(here) + " comes no nearer from there");
    }
  }
  return held(kName);
}

std::vector<Condition> preemptive_conditions(const Topology& topology, const RoutingFunction& routing,
                                             const Derouting& derouting) {
  return {bidirectional_channels(topology.channels()), buffers_for_links(topology, derouting),
          derouting_is_legal(topology, routing)};
}

}  // namespace switchyard
