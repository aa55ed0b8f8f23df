#pragma once

#include <vector>

#include "hw/base/types.h"
#include "hw/topology/grid.h"

namespace switchyard {

/// Permutations of the nodes of a network, as tables: element s is the partner of node s.
using Partners = std::vector<NodeId>;

/// Coordinate x becomes k - 1 - x in every dimension, which is node N - 1 - s, so no grid is needed.
Partners complement(NodeId node_count);

/// The halves of the coordinate vector change places: x and y of a square, address halves of a hypercube.
/// Precondition: can_transpose(grid).
Partners transpose(const Grid& grid);
/// True if the number of dimensions is even and both halves have the same radices.
bool can_transpose(const Grid& grid);

/// The address bits in reverse order. Precondition: node_count is a power of two.
Partners bit_reversal(NodeId node_count);
/// The address bits rotated left by one. Precondition: node_count is a power of two.
Partners shuffle(NodeId node_count);

/// Coordinate x becomes x + ceil(k / 2) - 1 mod k in every dimension: almost half-way round each ring.
Partners tornado(const Grid& grid);
/// Coordinate x becomes x + 1 mod k in every dimension.
Partners neighbour(const Grid& grid);

/// One of all permutations, each as likely, chosen by the seed (Fisher-Yates).
Partners random_permutation(NodeId node_count, std::uint64_t seed);

}  // namespace switchyard
