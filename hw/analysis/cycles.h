#pragma once

#include <algorithm>
#include <vector>

#include "hw/analysis/components.h"

namespace switchyard {

/// Vertices of a shortest cycle through one of `starts`, that start first, inside its component; empty if
/// there is none.
///
/// Breadth-first search from each start, no deeper than the best cycle so far.
template <class Successors>
std::vector<Vertex> shortest_cycle(const std::vector<Vertex>& starts,
                                   const std::vector<std::uint32_t>& component, Successors&& successors) {
  constexpr Vertex kUnseen = kNoComponent;
  std::vector<Vertex> parent(component.size(), kUnseen);
  std::vector<Vertex> seen;
  std::vector<Vertex> ahead;
  std::vector<Vertex> best;
  for (const Vertex start : starts) {
    for (const Vertex vertex : seen) parent[vertex] = kUnseen;
    seen.assign(1, start);
    parent[start] = start;
    std::size_t level_end = 1;
    std::size_t depth = 1;  // Vertices on the path to those that are being expanded.
    for (std::size_t i = 0; i < seen.size() && (best.empty() || depth < best.size()); ++i) {
      ahead.clear();
      successors(seen[i], ahead);
      if (std::find(ahead.begin(), ahead.end(), start) != ahead.end()) {
        best.clear();
        for (Vertex vertex = seen[i]; vertex != start; vertex = parent[vertex]) best.push_back(vertex);
        best.push_back(start);
        std::reverse(best.begin(), best.end());
        break;
      }
      for (const Vertex next : ahead) {
        if (component[next] != component[start] || parent[next] != kUnseen) continue;
        parent[next] = seen[i];
        seen.push_back(next);
      }
      if (i + 1 == level_end) {
        level_end = seen.size();
        ++depth;
      }
    }
  }
  return best;
}

}  // namespace switchyard
