#pragma once

#include "testbench/experiment/experiment.h"
#include "testbench/platform/platform_config.h"

namespace switchyard {

/// The network of a platform, without what is around it: for what looks at designs.
///
/// Its mean packet is that of the bursts of all masters, read and written. `machines`: of the catalogs.
Experiment network_of(const PlatformExperiment& platform, const std::vector<const Machine*>& machines);

}  // namespace switchyard
