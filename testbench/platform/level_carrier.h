#pragma once

#include "testbench/engine/level.h"
#include "tlm/socket/interconnect.h"

namespace switchyard {

/// What carries packets at a level: a FlitCarrier around its network, or an ApproximateCarrier. Both
/// arguments must outlive it.
CarrierFactory carrier_at(const Level& level, const Design& design);

}  // namespace switchyard
