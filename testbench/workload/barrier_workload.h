#pragma once

#include "testbench/traffic/catalog.h"

namespace switchyard {

/// Reads `workload: {kind: barriers, ...}`.
Injection build_barrier_workload(const TrafficContext& context);

}  // namespace switchyard
