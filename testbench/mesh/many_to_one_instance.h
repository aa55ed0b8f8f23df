#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// Which processors get packets.
enum class ManyToOneShape : std::uint8_t {
  Random,     ///< As few as can be, anywhere.
  SouthEast,  ///< Those of a square in the south-east corner: the paper's lower bound.
  HotRows     ///< Those of whole rows, as few as can be, anywhere.
};
inline const std::array<std::string, 3> kManyToOneShapes{"random", "south_east", "hot_rows"};

/// [processor]: where its packet goes on a mesh of side x side. No processor gets more than `most`; all those
/// that get any, but for one, get that many.
///
/// The square has side / sqrt(most) processors on a side, rounded up. With `most` = 1 all shapes are
/// permutations.
std::vector<NodeId> many_to_one_instance(ManyToOneShape shape, int side, std::uint32_t most,
                                         std::uint64_t seed);

}  // namespace switchyard
