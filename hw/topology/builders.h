#pragma once

#include <vector>

#include "hw/topology/topology.h"

namespace switchyard {

/// k-ary n-cube with wrap-around links; any radix >= 2 per dimension (radix 2: two parallel links).
struct TorusConfig {
  std::vector<int> radix;
  int link_latency = 1;
  int concentration = 1;                     ///< Terminals at each node.
  std::vector<NodeId> extra_terminals = {};  ///< Nodes that have one more, or as many as they are named.
};
Topology build_torus(const TorusConfig& config);

/// k-ary n-cube without wrap-around links; border ports are open.
struct MeshConfig {
  std::vector<int> radix;
  int link_latency = 1;
  int concentration = 1;                     ///< Terminals at each node.
  std::vector<NodeId> extra_terminals = {};  ///< Nodes that have one more, or as many as they are named.
};
Topology build_mesh(const MeshConfig& config);

/// Binary n-cube: port d leads to the node whose address differs in bit d.
struct HypercubeConfig {
  int dimensions = 0;
  int link_latency = 1;
};
Topology build_hypercube(const HypercubeConfig& config);

/// n-shuffle-exchange: 2^n nodes; the exchange link flips bit 0, the shuffle link rotates the address right.
///
/// kShuffle of a node meets kUnshuffle of the node that its address becomes. Nodes 00..0 and 11..1 would be
/// their own neighbours: these ports are open.
///
/// Source: Felperin, Gravano, Pifarre, Sanz, "Routing Techniques for Massively Parallel Communication",
///         Proc. IEEE 1991, section II, definition 4.
struct ShuffleExchangeConfig {
  static constexpr PortId kExchange = 0;
  static constexpr PortId kShuffle = 1;
  static constexpr PortId kUnshuffle = 2;

  int dimensions = 0;  ///< n >= 2, the bits of an address.
  int link_latency = 1;
};
Topology build_shuffle_exchange(const ShuffleExchangeConfig& config);

/// n-cube-connected cycles: each node c of an n-cube is a ring of n nodes (c, p), each with one cube link.
///
/// Node (c, p) is n c + p. kCube leads to the cycle whose c differs in bit p.
///
/// Source: the same, definition 2.
struct CubeConnectedCyclesConfig {
  static constexpr PortId kNext = 0;      ///< p + 1 (mod n).
  static constexpr PortId kPrevious = 1;  ///< p - 1 (mod n).
  static constexpr PortId kCube = 2;

  int dimensions = 0;  ///< n >= 3: shorter cycles are no rings.
  int link_latency = 1;
};
Topology build_cube_connected_cycles(const CubeConnectedCyclesConfig& config);

/// d-way shuffle: d^n nodes; x leads to the d nodes whose last n - 1 digits are the first n - 1 of x.
///
/// Port a leads to the node whose first digit is a and comes in at its port d + (the last digit of x). Node
/// aa..a would be its own neighbour: its ports a and d + a are open.
///
/// Differs: the paper's links lead one way. Ours have a way back, which distances and figures count; a
///          routing function for the directed graph uses ports 0 .. d-1 only.
/// Source:  the same, definition 7 (Valiant and Brebner).
struct DWayShuffleConfig {
  int radix = 0;       ///< d >= 2.
  int dimensions = 0;  ///< n >= 2 digits of an address.
  int link_latency = 1;
};
Topology build_d_way_shuffle(const DWayShuffleConfig& config);

/// n-butterfly with wrap-around: 2^n rows in n columns, or n + 1; see Butterfly for its ports.
///
/// Source:  the same, definition 3; the extra column: section V.C.3.
struct ButterflyConfig {
  int dimensions = 0;      ///< n >= 1.
  int straight_links = 1;  ///< Side by side between neighbours of a row, >= 1.
  int link_latency = 1;
  bool extra_column = false;
};
Topology build_butterfly(const ButterflyConfig& config);

/// Fat tree: k-ary n-trees, folded Clos networks and trees with fewer roots; see FatTree for its ports.
struct FatTreeConfig {
  std::vector<int> children;  ///< Of a switch of each level, from the leaf switches; at least two levels.
  std::vector<int> parents;   ///< Of a switch of each level but the highest.
  int link_latency = 1;

  /// Of every switch: the most that one needs.
  int port_count() const;
};
Topology build_fat_tree(const FatTreeConfig& config);

/// Butterflies merged, or several links in parallel; see hw/topology/multibutterfly.h.
struct MultibutterflyConfig;
Topology build_multibutterfly(const MultibutterflyConfig& config);

/// Stages of switches between terminals; see hw/topology/multistage.h.
struct MultistageConfig;
Topology build_multistage(const MultistageConfig& config);

/// HyperX, or flattened butterfly: every row of a grid is fully connected; see HyperX for its ports.
struct HyperXConfig {
  std::vector<int> radix;
  int concentration = 1;  ///< Terminals of a node.
  int link_latency = 1;
};
Topology build_hyperx(const HyperXConfig& config);

/// Groups of routers, each joined with all others of its group; every two groups joined by a link; see
/// Dragonfly for its ports.
///
/// Source: Kim, Dally, Scott, Abts, "Technology-Driven, Highly-Scalable Dragonfly Topology", ISCA 2008.
struct DragonflyConfig {
  int routers = 0;       ///< a, of a group.
  int terminals = 1;     ///< p, at each router.
  int global_links = 0;  ///< h, ports for them at each router.
  int groups = 0;        ///< g, 2 .. a h + 1.
  int local_latency = 1;
  int global_latency = 1;
};
Topology build_dragonfly(const DragonflyConfig& config);

/// Nodes in a ring: port 0 leads to the next one, and port 1 to the one before if the ring is not one-way.
///
/// A ring of two has two parallel links. One of both directions is a grid of one dimension.
struct RingConfig {
  int nodes = 0;  ///< >= 2.
  int link_latency = 1;
  bool one_way = false;
  int concentration = 1;  ///< Terminals at each node.
};
Topology build_ring(const RingConfig& config);

/// Local rings, a node of each of which is a bridge of the global ring; see RingHierarchy for its ports.
///
/// A ring of two has two parallel links.
struct HierarchicalRingConfig {
  int rings = 0;  ///< >= 2.
  int nodes = 0;  ///< In each local ring, the bridge included; >= 2.
  int link_latency = 1;
  int global_latency = 1;
};
Topology build_hierarchical_ring(const HierarchicalRingConfig& config);

/// Meshes (chiplets) joined into a larger mesh by links from die to die, which may be longer and narrower
/// than those inside, and fewer than the rows of the edge that they cross.
///
/// Nodes and ports are those of the larger mesh. Without some of its links it is not whole.
struct ChipletsConfig {
  std::vector<int> radix;     ///< Of one chiplet.
  std::vector<int> chiplets;  ///< In each dimension; as many as `radix`.
  int die_links = 0;          ///< Across each edge between two chiplets, evenly spread; 0: in every row.
  int link_latency = 1;       ///< Inside.
  int die_latency = 1;
  int die_cycles_per_flit = 1;
};
Topology build_chiplets(const ChipletsConfig& config);
/// Of the edge between two chiplets that are neighbours in dimension d.
int rows_of_edge(const ChipletsConfig& config, int d);

/// Any graph. Each node's ports are numbered in the order in which the links name it, and then the terminals;
/// the last of the network's ports carries no link.
struct CustomConfig {
  struct Link {
    NodeId a;
    NodeId b;
    int latency = 1;
    int cycles_per_flit = 1;
    bool one_way = false;  ///< From a to b.
  };
  /// The nodes where a terminal sends and receives, kNoNode if it does not; one port if they are the same.
  struct Terminal {
    NodeId entry;
    NodeId exit;
  };
  NodeId nodes = 0;
  std::vector<Link> links;
  std::vector<Terminal> terminals = {};  ///< None: one at each node.
  Names names = {};
};
Topology build_custom(const CustomConfig& config);

}  // namespace switchyard
