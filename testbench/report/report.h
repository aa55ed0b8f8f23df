#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "testbench/experiment/experiment.h"
#include "testbench/file/file_group.h"
#include "testbench/report/results.h"

namespace switchyard {

/// Where a report comes from.
struct RunOrigin {
  std::string
      commit;  ///< Of the sources, with `-dirty` if they were changed since; `unknown` outside of git.
  std::vector<std::string> command;    ///< The words of the command line.
  std::vector<std::string> overrides;  ///< Those after --set.
  std::string date;                    ///< ISO 8601, UTC.
};

/// Writes results.json, channels.csv, manifest.json and config.yaml into `folder`, which exists.
///
/// results.json: every figure of Results; null where there is no figure (no packets measured, no interval).
/// channels.csv: a row per channel and VC: its two ends and its flits per cycle in the window.
/// Errors: std::system_error that names the file; then an earlier report is untouched.
void write_report(const std::filesystem::path& folder, const Experiment& experiment, const Results& results,
                  const RunOrigin& origin);

/// Adds manifest.json and config.yaml: what a run can be repeated with. `config` is YAML after overrides.
void add_manifest(FileGroup& files, const Design& design, const std::string& level, const std::string& config,
                  const RunOrigin& origin);
/// The files take the place of an earlier report, of whatever kind of run.
void commit_report(FileGroup& files);

/// The figures for a person: a dozen lines.
std::string summary(const Experiment& experiment, const Results& results);

/// The wait-for cycle of a deadlock, a line per VC.
std::string describe(const Deadlock& deadlock);
nlohmann::ordered_json to_json(const Deadlock& deadlock);
/// Who waits for whom, a line each.
std::string describe(const Stall& stall);

}  // namespace switchyard
