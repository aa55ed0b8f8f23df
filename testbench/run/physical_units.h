#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "hw/config/config_node.h"
#include "testbench/run/results.h"

namespace switchyard {

/// Reads what cycles and flits are in nanoseconds and bits, if the configuration says.
///
/// Config:  clock: {period} (ns), flit: {width} (bits; only with a clock).
std::optional<PhysicalUnits> read_physical_units(const ConfigNode& root);

/// The main figures of a run in nanoseconds and bytes per second, for results.json.
nlohmann::ordered_json in_units(const PhysicalUnits& units, const Results& results, std::size_t nodes);

/// The same as lines of the summary.
std::string units_text(const PhysicalUnits& units, const Results& results, std::size_t nodes);

}  // namespace switchyard
