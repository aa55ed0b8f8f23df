#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/app/config_options.h"
#include "testbench/engine/level.h"

namespace switchyard {

/// The level that an option names. Errors: std::invalid_argument.
const Level& level_named(const std::string& option, const std::string& name);
/// Errors, if a level cannot run the design of `config`: ConfigError if it has no model of a setting;
/// std::invalid_argument of all other levels, those with one reason together.
void require_levels(const ConfigOptions& config, const std::vector<const Level*>& chosen,
                    const Design& design);
/// With what its traffic needs of a level.
void require_levels(const ConfigOptions& config, const std::vector<const Level*>& chosen,
                    const Experiment& experiment);

}  // namespace switchyard
