#pragma once

#include <optional>

#include "hw/config/config_node.h"
#include "testbench/experiment/experiment.h"

namespace switchyard {

/// Reads what cycles and flits are in nanoseconds and bits, if the configuration says.
///
/// Config:  clock: {period} (ns), flit: {width} (bits; only with a clock).
std::optional<PhysicalUnits> read_physical_units(const ConfigNode& root);

}  // namespace switchyard
