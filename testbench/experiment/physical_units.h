#pragma once

#include <optional>

#include "hw/config/config_node.h"
#include "testbench/experiment/experiment.h"

namespace switchyard {

/// Reads flit.width, bits.
std::optional<int> read_flit_width(const ConfigNode& root);

/// Reads what cycles and flits are in nanoseconds and bits, if the configuration says.
///
/// Config:  clock: {period} (ns), flit: {width} (bits; only with a clock, or with a workload in bytes).
std::optional<PhysicalUnits> read_physical_units(const ConfigNode& root, std::optional<int> flit_width,
                                                 bool workload_in_bytes);

}  // namespace switchyard
