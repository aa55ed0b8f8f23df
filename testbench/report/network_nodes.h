#pragma once

#include <string>

#include "hw/topology/topology.h"

namespace switchyard {

/// The nodes of a network as CSV, for those who draw it: `node`, `name`, `label` (its coordinates, level or
/// stage), `x` and `y` in points, to the right and down, empty if the topology says nothing of places, and
/// `ports`, the names of all its ports, with a blank between two; that of an open port is `-`.
std::string network_nodes_csv(const Topology& topology);

}  // namespace switchyard
