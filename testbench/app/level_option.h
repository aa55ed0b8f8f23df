#pragma once

#include <stdexcept>
#include <string>

#include "testbench/run/level.h"

namespace switchyard {

/// The level that an option names. Errors: std::invalid_argument.
inline const Level& level_named(const std::string& option, const std::string& name) {
  if (const Level* level = find_level(name)) return *level;
  throw std::invalid_argument(option + " " + name + " is not known; see `switchyard list`");
}

}  // namespace switchyard
