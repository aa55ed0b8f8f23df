#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/app/config_options.h"
#include "testbench/engine/level.h"
#include "testbench/inspect/pattern_bound.h"
#include "testbench/sweep/sweep_axis.h"

namespace switchyard {

/// What the combinations of a sweep are.
struct Combinations {
  std::vector<std::string> names;                         ///< Of the networks, each once.
  std::vector<std::string> configs;                       ///< Of each combination: YAML after overrides.
  std::vector<std::vector<std::filesystem::path>> files;  ///< Data that each combination names.
  std::vector<LoadBounds> bounds;                         ///< Of each combination, if asked for.
  bool any_finite = false;                                ///< One of them runs a workload.
};

/// Those of one combination.
ConfigOptions options_of(const ConfigOptions& options, const SweepCase& point);

/// Reads every combination, `jobs` at a time, and refuses those that the level cannot run and networks that
/// may deadlock; with a progress bar. `options` is for all of them; `config` as for case_of().
///
/// Errors: ConfigError with all faults of all combinations, each once, and with the first combination that
/// has it.
Combinations check_combinations(const ConfigOptions& options, const std::string& config,
                                const std::vector<SweepAxis>& axes, const Level& level, std::size_t jobs,
                                bool with_bounds);

}  // namespace switchyard
