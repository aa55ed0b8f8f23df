#pragma once

#include <ostream>
#include <string>

#include "hw/topology/topology.h"

namespace switchyard {

/// A text as a string of the language DOT.
std::string quoted(const std::string& text);

/// Writes the network as a Graphviz graph: a node per router, an edge per link, labelled with its latency if
/// that is more than a cycle. `neato -n -Tsvg` draws a grid, a HyperX or a fat tree, `fdp -Tsvg` the groups
/// of a dragonfly and the rings of a hierarchical ring in frames, `neato -Tsvg` any other network.
///
/// A custom network of such a `file` is the same network, and has the same ports if it was a custom one.
///
/// Nodes of a grid or HyperX carry their coordinates and places, links the colour of their dimension.
/// Dimensions 0 and 1 span a plane; 2 and 3 repeat it to the right and below, a little off its line, and so
/// on. Of a fat tree every level is a row, with the roots above, and links have the colour of the level below
/// them.
void write_graphviz(std::ostream& out, const std::string& name, const Topology& topology);

}  // namespace switchyard
