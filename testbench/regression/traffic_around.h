#pragma once

#include "hw/router/exchange/exchange_config.h"
#include "hw/router/mesh/mesh16_config.h"
#include "testbench/regression/exchange_neighbours.h"
#include "testbench/regression/mesh_neighbours.h"
#include "testbench/regression/router_neighbours.h"

namespace switchyard {

/// Random traffic around one router.
struct RouterTraffic {
  double load = 0.8;        ///< Flits per link and cycle.
  int longest_packet = 12;  ///< Flits; of mesh nodes and exchanges, one.
  int cycles = 1000;
};

/// Calls `play` with what makes it for the design's router: the neighbours of its kind.
template <class Play>
void play_around(const Design& design, NodeId node, const RouterTraffic& traffic, std::uint64_t seed,
                 Play&& play) {
  if (const auto* mesh = design.router.as<Mesh16Config>()) {
    MeshNeighbours neighbours(*mesh, node, traffic.load, seed);
    play(neighbours);
  } else if (design.router.as<ExchangeConfig>() != nullptr) {
    ExchangeNeighbours neighbours(design, node, traffic.load, seed);
    play(neighbours);
  } else {
    RouterNeighbours neighbours(design, node, traffic.load, traffic.longest_packet, seed);
    play(neighbours);
  }
}

}  // namespace switchyard
