#pragma once

#include "testbench/run/level.h"
#include "tlm/socket/interconnect.h"

namespace switchyard {

/// What carries packets at a level: a FlitCarrier around its network. Both must outlive it.
CarrierFactory carrier_at(const Level& level, const Design& design);

}  // namespace switchyard
