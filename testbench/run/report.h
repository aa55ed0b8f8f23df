#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "testbench/run/experiment.h"
#include "testbench/run/results.h"

namespace switchyard {

/// Writes results.json, channels.csv and manifest.json into `folder`, which exists.
///
/// results.json: every figure of Results; null where there is no figure (no packets measured, no interval).
/// channels.csv: a row per channel and lane: its two ends and its flits per cycle in the window.
/// Errors: std::system_error that names the file; each file is whole or absent.
void write_report(const std::filesystem::path& folder, const Experiment& experiment, const Results& results);

/// Writes manifest.json: what a run can be repeated with. Version, name, level, seed, and the configuration
/// after overrides.
void write_manifest(const std::filesystem::path& folder, const Design& design, const std::string& level,
                    const std::string& config);

/// The figures for a person: a dozen lines.
std::string summary(const Experiment& experiment, const Results& results);

/// The wait-for cycle of a deadlock, a line per lane.
std::string describe(const Deadlock& deadlock);
nlohmann::ordered_json to_json(const Deadlock& deadlock);

}  // namespace switchyard
