#pragma once

#include <string>
#include <vector>

#include "tests/support/dice.h"

namespace switchyard {

/// The network that a random experiment is about, as YAML.
struct RandomShape {
  std::string topology;  ///< What is in the braces, without `latency_key` and `duplex`.
  std::string routing;   ///< The same, without `selection`.
  int least_vcs = 1;
  const char* latency_key = "link_latency";
  bool half_duplex = true;  ///< Its links may be.
  std::vector<std::string> patterns = {"uniform", "complement",
                                       "hot_spot, hot_nodes: [0, 1], hot_fraction: 0.2"};
};

/// Networks with several terminals at a node or several kinds of links.
RandomShape concentrated_shape(Dice& dice);
RandomShape dragonfly_shape(Dice& dice);
RandomShape ring_shape(Dice& dice);
RandomShape chiplets_shape(Dice& dice);
/// Hypercubes, each with one of the routing functions that are for them alone; `number` tells which.
RandomShape hypercube_shape(std::uint64_t number, Dice& dice);
/// Switches with no terminal or several: fat trees and HyperX.
RandomShape switched_shape(Dice& dice);

/// VC routers on a network: VCs, depths, delays, duplex, crossbar style, VC reallocation, traffic.
std::string random_vc_experiment(std::uint64_t number, const RandomShape& shape, Dice& dice);

/// YAML of a small random network: topology, radices, VCs, depths, delays, duplex, crossbar style, routing,
/// VC reallocation, traffic. The same `number` always gives the same text. Every one of them is free of
/// deadlock.
std::string random_experiment(std::uint64_t number);
/// The same on fat trees and HyperX, whose nodes have no terminal or several.
std::string random_switched_experiment(std::uint64_t number);

/// The same of networks with several terminals at a node or several kinds of links: in turn concentrated
/// grids, dragonflies, hierarchical rings and chiplets.
std::string random_hierarchy_experiment(std::uint64_t number);

/// The same on hypercubes, with the routing functions that are for them alone, in turn.
std::string random_hypercube_experiment(std::uint64_t number);
/// The same on meshes, with the turn models in turn.
std::string random_turn_model_experiment(std::uint64_t number);
/// The same on grids with dimension orders of their own, and on meshes with O1TURN.
std::string random_ordered_experiment(std::uint64_t number);
/// The same off the minimal paths: meshes and hypercubes with reversals of dimensions, and every third time
/// two phases on a torus.
std::string random_misrouting_experiment(std::uint64_t number);
/// On grids, with an allocator of each kind in turn that matches head flits with output VCs.
std::string random_vc_allocator_experiment(std::uint64_t number);

/// The same with a crossbar of ports and each switch allocator in turn, on grids, trees, HyperX, dragonflies.
std::string random_allocator_experiment(std::uint64_t number);
/// The same with hops of one or two cycles: t_routing or t_crossbar is 0, or both are.
std::string random_short_hop_experiment(std::uint64_t number);
/// The same with a crossbar of ports and each switch allocator in turn.
std::string random_short_hop_allocator_experiment(std::uint64_t number);
/// The same with VC allocation in stages of its own, in turn plain, speculative, with bypass, and with both;
/// some match head flits with output VCs.
std::string random_stage_experiment(std::uint64_t number);
/// In turn of the first kind, with stages, and with classes: each VC with a depth of its own.
std::string random_depth_experiment(std::uint64_t number);
/// The same with one to three virtual networks of different sizes and several classes of messages, with and
/// without replies, limits and bounded reply buffers: free of deadlock all the same.
std::string random_class_experiment(std::uint64_t number);

}  // namespace switchyard
