#pragma once

#include <string>

#include "testbench/engine/level.h"

namespace switchyard {

/// Runs a configuration at the level, and expects every event at `fast`, and no divergence.
void expect_same_as_fast(const std::string& level, const std::string& yaml, const LevelOptions& options = {});

}  // namespace switchyard
