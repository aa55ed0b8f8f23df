#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "hw/base/bits.h"
#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"
#include "tests/support/dice.h"
#include "tests/support/router_doubles.h"

namespace switchyard {

/// The same configuration with a routing function that can have faults.
inline std::string routed_with_faults(std::string yaml) {
  constexpr std::string_view kTwoPhase = "kind: two_phase";
  const std::size_t at = yaml.find(kTwoPhase);
  if (at != std::string::npos) yaml.replace(at, kTwoPhase.size(), "kind: dimension_order");
  return yaml;
}

/// The same configuration with faults, as a list in YAML, and without injection tokens: a faulty link may
/// leave a node without any, and tokens would go there.
inline std::string with_faults(std::string yaml, const std::string& faults) {
  const std::size_t tokens = yaml.find("injection: {policy: token");
  if (tokens != std::string::npos) yaml.erase(tokens, yaml.find('\n', tokens) + 1 - tokens);
  return routed_with_faults(yaml) + "faults: " + faults + '\n';
}

/// A network with adaptive_up_down, which goes round faults on any graph.
inline std::string random_adaptive_experiment(std::uint64_t number) {
  Dice dice(number);
  const char* const topology = dice.one_of(
      {"kind: torus, radix: [4, 3]", "kind: mesh, radix: [3, 3]", "kind: hypercube, dimensions: 3",
       "kind: cube_connected_cycles, dimensions: 3", "kind: shuffle_exchange, dimensions: 3"});
  const int vcs = dice.between(2, 4);
  const int input_depth = dice.between(1, 6);
  const int output_depth = dice.between(0, 3);
  const double load = 0.05 * dice.between(1, 10);
  return "\nseed: " + std::to_string(number) + "\ntopology: {" + topology +
         "}\nrouter: {kind: duato, virtual_channels: " + std::to_string(vcs) +
         ", input_depth: " + std::to_string(input_depth) + ", output_depth: " + std::to_string(output_depth) +
         "}\nrouting: {kind: adaptive_up_down}\ntraffic: {pattern: uniform, load: " + std::to_string(load) +
         ", packet_length: {min: 1, max: 6}}\n";
}

/// Where a packet is: its node, and the input port and VC, or kCentralQueues and the queue.
using PacketState = std::tuple<NodeId, PortId, VcId>;

/// Where the packet may be next, over links that are not open.
inline std::vector<PacketState> next_states(const Topology& topology, const RoutingFunction& routing,
                                            const PacketState& state, NodeId destination) {
  const NodeId here = std::get<0>(state);
  RouteSet routes;
  routing.route({here, destination, std::get<1>(state), std::get<2>(state)}, routes);
  std::vector<PacketState> next;
  for (const RouteChoice& choice : routes) {
    const bool moves_inside = choice.port == kCentralQueues;
    if (!moves_inside && topology.is_open({here, choice.port})) continue;
    const PortRef to = moves_inside ? PortRef{here, kCentralQueues} : topology.peer({here, choice.port});
    for_each_bit(choice.vcs, [&](VcId vc) { next.emplace_back(to.node, to.port, vc); });
  }
  return next;
}

/// Every state that a packet can get into, from its source on.
inline std::set<PacketState> states_from(const Topology& topology, const RoutingFunction& routing,
                                         NodeId source, NodeId destination) {
  std::set<PacketState> seen{{source, topology.terminal_port(), 0}};
  std::vector<PacketState> ahead(seen.begin(), seen.end());
  while (!ahead.empty()) {
    const PacketState state = ahead.back();
    ahead.pop_back();
    if (std::get<0>(state) == destination) continue;
    for (const PacketState& next : next_states(topology, routing, state, destination)) {
      if (seen.insert(next).second) ahead.push_back(next);
    }
  }
  return seen;
}

/// A router that does not hear of faults.
class DeafRouter final : public RouterDecorator {
 public:
  using RouterDecorator::RouterDecorator;
  void set_faulty_ports(PortMask) override {}
};

}  // namespace switchyard
