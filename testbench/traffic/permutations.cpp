#include "testbench/traffic/permutations.h"

#include <bit>
#include <numeric>
#include <utility>

#include "hw/base/random_stream.h"

namespace switchyard {
namespace {

template <class Partner>
Partners tabulate(NodeId node_count, Partner&& partner) {
  Partners table(node_count);
  for (NodeId node = 0; node < node_count; ++node) table[node] = partner(node);
  return table;
}

/// The permutation in which dimension d of the partner is `coordinate(node, d)`.
template <class Coordinate>
Partners tabulate_coordinates(const Grid& grid, Coordinate&& coordinate) {
  std::vector<int> coordinates(grid.radices().size());
  return tabulate(grid.node_count(), [&](NodeId node) {
    for (int d = 0; d < grid.dimensions(); ++d) {
      coordinates[d] = coordinate(node, d);
    }
    return grid.node_at(coordinates);
  });
}

int address_bits(NodeId node_count) { return std::bit_width(node_count) - 1; }

}  // namespace

Partners complement(NodeId node_count) {
  return tabulate(node_count, [&](NodeId node) { return node_count - 1 - node; });
}

bool can_transpose(const Grid& grid) {
  if (grid.dimensions() % 2 != 0) return false;
  const int half = grid.dimensions() / 2;
  for (int d = 0; d < half; ++d) {
    if (grid.radix(d) != grid.radix(d + half)) return false;
  }
  return true;
}

Partners transpose(const Grid& grid) {
  const int half = grid.dimensions() / 2;
  return tabulate_coordinates(
      grid, [&](NodeId node, int d) { return grid.coordinate(node, d < half ? d + half : d - half); });
}

Partners bit_reversal(NodeId node_count) {
  const int bits = address_bits(node_count);
  return tabulate(node_count, [&](NodeId node) {
    NodeId reversed = 0;
    for (int i = 0; i < bits; ++i) reversed |= (node >> i & 1) << (bits - 1 - i);
    return reversed;
  });
}

Partners shuffle(NodeId node_count) {
  const int bits = address_bits(node_count);
  return tabulate(node_count,
                  [&](NodeId node) { return (node << 1 | node >> (bits - 1)) & (node_count - 1); });
}

Partners tornado(const Grid& grid) {
  return tabulate_coordinates(grid, [&](NodeId node, int d) {
    const int k = grid.radix(d);
    return (grid.coordinate(node, d) + (k + 1) / 2 - 1) % k;
  });
}

Partners neighbour(const Grid& grid) {
  return tabulate_coordinates(
      grid, [&](NodeId node, int d) { return (grid.coordinate(node, d) + 1) % grid.radix(d); });
}

Partners random_permutation(NodeId node_count, std::uint64_t seed) {
  RandomStream stream(seed, 0, Purpose::Permutation);
  Partners table(node_count);
  std::iota(table.begin(), table.end(), NodeId{0});
  for (NodeId left = node_count; left > 1; --left) std::swap(table[left - 1], table[stream.below(left)]);
  return table;
}

}  // namespace switchyard
