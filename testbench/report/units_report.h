#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "testbench/experiment/experiment.h"
#include "testbench/report/results.h"

namespace switchyard {

/// The main figures of a run in nanoseconds and bytes per second, for results.json.
nlohmann::ordered_json in_units(const PhysicalUnits& units, const Results& results, std::size_t nodes);

/// The same as lines of the summary.
std::string units_text(const PhysicalUnits& units, const Results& results, std::size_t nodes);

}  // namespace switchyard
