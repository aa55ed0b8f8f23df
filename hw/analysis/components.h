#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace switchyard {

using Vertex = std::uint32_t;

inline constexpr std::uint32_t kNoComponent = ~std::uint32_t{0};

/// [vertex]: the strongly connected component of each vertex that can be reached from `roots`; kNoComponent
/// for the others. A component has a smaller number than all that lead to it.
///
/// `successors(v, out)` appends the vertices after v to `out`. No recursion.
/// Source: Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM J. Computing 1972.
template <class Successors>
std::vector<std::uint32_t> strong_components(std::size_t vertex_count, const std::vector<Vertex>& roots,
                                             Successors&& successors) {
  constexpr std::uint32_t kNew = kNoComponent;
  struct Frame {
    Vertex vertex;
    std::uint32_t number;
    std::size_t first;  ///< Of its successors that are left in `ahead`.
  };
  std::vector<std::uint32_t> low(vertex_count, kNew);  // The component, once a vertex is closed.
  std::vector<bool> closed(vertex_count);
  std::vector<Frame> path;
  std::vector<Vertex> ahead;
  std::vector<Vertex> open;
  std::uint32_t numbered = 0;
  std::uint32_t components = 0;

  const auto enter = [&](Vertex vertex) {
    low[vertex] = numbered;
    path.push_back({vertex, numbered++, ahead.size()});
    open.push_back(vertex);
    successors(vertex, ahead);
  };
  for (const Vertex root : roots) {
    if (low[root] != kNew) continue;
    enter(root);
    while (!path.empty()) {
      const Frame frame = path.back();
      if (ahead.size() > frame.first) {
        const Vertex next = ahead.back();
        ahead.pop_back();
        if (low[next] == kNew) {
          enter(next);
        } else if (!closed[next]) {
          low[frame.vertex] = std::min(low[frame.vertex], low[next]);
        }
        continue;
      }
      path.pop_back();
      const std::uint32_t lowest = low[frame.vertex];
      if (!path.empty()) low[path.back().vertex] = std::min(low[path.back().vertex], lowest);
      if (lowest != frame.number) continue;
      Vertex member;
      do {
        member = open.back();
        open.pop_back();
        closed[member] = true;
        low[member] = components;
      } while (member != frame.vertex);
      ++components;
    }
  }
  return low;
}

}  // namespace switchyard
