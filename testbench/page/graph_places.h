#pragma once

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace switchyard {

/// The pairs of nodes that are joined.
using Edges = std::set<std::pair<std::size_t, std::size_t>>;

/// A point of a drawing, in points: x to the right, y down.
struct PagePlace {
  double x = 0;
  double y = 0;
};

/// Where Graphviz (`sfdp`) draws the nodes 0 to `nodes` - 1 of a graph, the same each time.
/// Nothing if it is not installed or does not draw all of them.
std::vector<PagePlace> graph_places(std::size_t nodes, const Edges& edges);

}  // namespace switchyard
