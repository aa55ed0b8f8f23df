#pragma once

#include <vector>

#include "hw/topology/topology.h"

namespace switchyard {

/// k-ary n-cube with wrap-around links; any radix >= 2 per dimension (radix 2: two parallel links).
struct TorusConfig {
  std::vector<int> radix;
  int link_latency = 1;
};
Topology build_torus(const TorusConfig& config);

/// k-ary n-cube without wrap-around links; border ports are open.
struct MeshConfig {
  std::vector<int> radix;
  int link_latency = 1;
};
Topology build_mesh(const MeshConfig& config);

/// Binary n-cube: port d leads to the node whose address differs in bit d.
struct HypercubeConfig {
  int dimensions = 0;
  int link_latency = 1;
};
Topology build_hypercube(const HypercubeConfig& config);

/// Any graph. Each node's ports are numbered in the order in which the links name it.
struct CustomConfig {
  struct Link {
    NodeId a;
    NodeId b;
    int latency = 1;
  };
  NodeId nodes = 0;
  std::vector<Link> links;
};
Topology build_custom(const CustomConfig& config);

}  // namespace switchyard
