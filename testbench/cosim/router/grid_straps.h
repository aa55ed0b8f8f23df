#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/topology/grid.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// What minimal_hops of rtl/ is told of a grid: the numbers are those of rtl/pkg/net_pkg.sv.
enum class GridStrap : std::uint8_t { Torus, Mesh, Hypercube };

/// Precondition: it is a grid.
inline GridStrap grid_strap(const Topology& topology) {
  if (topology.shape<Grid>()->wraps()) return GridStrap::Torus;
  return topology.kind() == "hypercube" ? GridStrap::Hypercube : GridStrap::Mesh;
}

/// Nodes per dimension where minimal_hops computes the links: in a hypercube 2, in a grid of one radix that
/// one, if it is more than 2; 0 elsewhere.
inline int equal_radix(const Topology& topology) {
  const auto* const grid = topology.shape<Grid>();
  if (grid == nullptr) return 0;
  const int radix = grid->radix(0);
  const bool is_hypercube = topology.kind() == "hypercube";
  const bool equal = std::all_of(grid->radices().begin(), grid->radices().end(),
                                 [radix](int other) { return other == radix; });
  return equal && is_hypercube == (radix == 2) ? radix : 0;
}

}  // namespace switchyard
