#pragma once

#include "testbench/experiment/experiment.h"

namespace switchyard {

/// All that a configuration can name: topologies, routers, routing functions, traffic, machines.
Catalogs standard_catalogs();

/// The machines among them.
const std::vector<const Machine*>& standard_machines();

}  // namespace switchyard
