#pragma once

#include <string>

#include "hw/topology/topology.h"

namespace switchyard {

/// The nodes of a network as CSV, for those who draw it: `node`, `name`, `label` (its coordinates, level or
/// stage), `x` and `y` in points, to the right and down, empty if the topology says nothing of places,
/// `ports`, the names of all its ports, that of an open port is `-`, and `sends` and `receives`, the numbers
/// of the terminals that do so at it. Several in a cell have a blank between two.
std::string network_nodes_csv(const Topology& topology);

}  // namespace switchyard
