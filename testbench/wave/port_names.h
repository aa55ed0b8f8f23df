#pragma once

#include <string>
#include <vector>

#include "hw/topology/grid.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// A name for each port of a node, different from its other names; empty for an open port.
///
/// `x_up`, `x_down`, `y_up` … on a torus or mesh (x, y, z, w, d4, d5 …), `dim0` … on a hypercube, `to_<node>`
/// elsewhere (parallel links: `to_7`, `to_7_2`, `to_7_3`), and `terminal`.
std::vector<std::string> port_names(const Topology& topology, NodeId node);

/// What these names begin with: `x`, `y`, `z`, `w`, `d4`, `d5` …, or `dim0` … on a hypercube.
std::string dimension_name(const Grid& grid, int d);

}  // namespace switchyard
