#pragma once

#include "testbench/traffic/catalog.h"

namespace switchyard {

/// Config:  program, requests, share.
Injection build_sorting(const TrafficContext& context);

}  // namespace switchyard
