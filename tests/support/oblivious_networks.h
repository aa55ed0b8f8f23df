#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hw/topology/topology.h"

namespace switchyard {

using Nodes = std::vector<NodeId>;

/// A network with oblivious routes, and the nodes after `from` on the way from there, by arithmetic of its
/// own.
struct ObliviousNetwork {
  std::string topology;  ///< As YAML, without the braces.
  Topology graph;
  std::function<Nodes(NodeId from, NodeId to)> way;
  int stages = 1;

  NodeId nodes() const { return graph.node_count(); }
};

ObliviousNetwork oblivious_cube(int dimensions);
ObliviousNetwork oblivious_mesh(const std::vector<int>& radix);
ObliviousNetwork oblivious_torus(const std::vector<int>& radix);
ObliviousNetwork oblivious_butterfly(int dimensions);
ObliviousNetwork oblivious_cycles(int dimensions);
ObliviousNetwork oblivious_shuffle(int radix, int digits);
ObliviousNetwork oblivious_shuffle_exchange(int bits);

/// Small ones of all kinds.
std::vector<ObliviousNetwork> small_oblivious_networks();

}  // namespace switchyard
