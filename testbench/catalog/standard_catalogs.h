#pragma once

#include "testbench/experiment/experiment.h"

namespace switchyard {

/// All that a configuration can name: topologies, routers, routing functions, traffic, machines.
Catalogs standard_catalogs();

/// The machine that routers of this kind make up; null if they carry packets of any traffic.
const Machine* machine_of(const std::string& router_kind);

}  // namespace switchyard
