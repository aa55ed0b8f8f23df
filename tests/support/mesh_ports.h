#pragma once

#include "hw/base/types.h"

namespace switchyard {

/// The ports of a two-dimensional mesh.
inline constexpr PortId kEast = 0;
inline constexpr PortId kWest = 1;
inline constexpr PortId kSouth = 2;
inline constexpr PortId kNorth = 3;
inline constexpr PortMask kAllLinks = 0b1111;

}  // namespace switchyard
