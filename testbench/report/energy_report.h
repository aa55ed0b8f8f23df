#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "testbench/energy/energy_figures.h"

namespace switchyard {

/// For results.json.
nlohmann::ordered_json to_json(const EnergyFigures& energy);

/// Lines of the summary.
std::string energy_text(const EnergyFigures& energy);

}  // namespace switchyard
