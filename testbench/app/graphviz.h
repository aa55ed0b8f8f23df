#pragma once

#include <ostream>
#include <string>

#include "hw/topology/topology.h"

namespace switchyard {

/// Writes the network as a Graphviz graph: a node per router, an edge per link, labelled with its latency if
/// that is more than a cycle. Nodes of a grid carry coordinates and places, which `neato -n -Tsvg` keeps; use
/// `neato` without -n or `dot` for other networks.
///
/// Dimensions 0 and 1 span a plane; 2 and 3 repeat it across and down, and so on. Planes lean a little, so
/// that no link hides behind nodes.
void write_graphviz(std::ostream& out, const std::string& name, const Topology& topology);

}  // namespace switchyard
