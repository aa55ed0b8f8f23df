#pragma once

#include "testbench/traffic/catalog.h"

namespace switchyard {

/// Config:  shape, most (packets for one processor), algorithm, computes_max.
Injection build_many_to_one(const TrafficContext& context);

}  // namespace switchyard
