#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/run/level.h"

namespace switchyard {

/// The level that an option names. Errors: std::invalid_argument.
const Level& level_named(const std::string& option, const std::string& name);
/// Errors: std::invalid_argument if a level cannot run the design of `file`: all of them, those with one
/// reason together.
void require_levels(const std::string& file, const std::vector<const Level*>& chosen, const Design& design);

}  // namespace switchyard
