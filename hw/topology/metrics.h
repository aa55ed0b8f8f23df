#pragma once

#include <cstdint>
#include <vector>

#include "hw/topology/topology.h"

namespace switchyard {

/// Hops from `from` to every node; -1 where there is no way.
std::vector<int> hops_from(const Topology& topology, NodeId from);
/// Hops to `to` from every node; -1 where there is no way.
std::vector<int> hops_to(const Topology& topology, NodeId to);

/// Size figures of a network. Channels count single directions.
struct TopologyMetrics {
  int diameter = 0;             ///< Hops between the routers of two terminals.
  double mean_distance = 0;     ///< The same, over all ordered pairs of different terminals.
  double bisection = 0;         ///< Channels across the best cut into halves of the terminals; see Bisection.
  bool bisection_exact = true;  ///< False: the best cut that a search found, an upper bound.
  double capacity = 0;  ///< Flits per terminal and cycle that the channels allow under uniform traffic.
};

/// Closed forms on a whole torus, mesh, hypercube, HyperX, fat tree or multistage network, and for the
/// bisection of a butterfly, where all nodes are alike; breadth-first search and cut search on any other
/// graph, and for the bisection of a fat tree of which no subtrees make a half.
///
/// Capacity is a bound that no routing exceeds when every terminal sends equally to all, itself included: on
/// a grid the load on the middle cut of each dimension, on a HyperX that on the links of each dimension, on
/// a fat tree that on the links up from each level, on another graph the load on the best cut found and the
/// mean load on all channels. A channel that takes a flit in several cycles counts as a part of one. A torus
/// reaches it with minimal routing that splits ties evenly, a mesh, a hypercube and a HyperX with dimension
/// order, a fat tree with ways up taken evenly; another graph may stay below. The terminal ports' own limit
/// is not part of it. `half_duplex` links carry one flit per cycle over both directions, which halves it.
///
/// Errors: std::logic_error if there are fewer than two terminals, or no way leads from one that sends to one
///         that receives.
/// Source: capacity and distances: Dally, "Performance Analysis of k-ary n-cube Interconnection Networks",
///         IEEE ToC 1990. Bisection of a butterfly: Bornstein, Litman, Maggs, Sitaraman, Yatzkar, "On the
///         Bisection Width and Expansion of Butterfly Networks", ToCS 2001.
TopologyMetrics measure(const Topology& topology, bool half_duplex);

}  // namespace switchyard
