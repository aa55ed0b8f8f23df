#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbench/experiment/machine.h"
#include "testbench/monitor/stability.h"
#include "testbench/process/child_process.h"
#include "testbench/sweep/sweep_axis.h"

namespace switchyard {

/// What became of one run of a sweep.
struct PointResult {
  nlohmann::ordered_json
      results;           ///< results.json; only an outcome, "error" or "interrupted", if there is none.
  std::string fault;     ///< One line that says why there are no results; empty if there are.
  bool refused = false;  ///< The command ended with kBadInput: it did not run.
  const Machine* machine = nullptr;  ///< Whose program it is; null: packets, or a platform.

  std::string outcome() const { return results.at("outcome").get<std::string>(); }
  /// A run whose tasks have all ended is stable; one that failed is not.
  Stability stability() const;
  bool stable() const { return stability() == Stability::Stable; }
  bool measured() const { return fault.empty(); }
  double wall_seconds() const { return measured() ? results.at("wall_seconds").get<double>() : 0; }
  /// It has run to its end, whatever that was: this process was not interrupted.
  bool done() const { return outcome() != "interrupted"; }
};

/// Of a run that has left results.json. `machines`: whose results are known.
PointResult result_of(nlohmann::ordered_json results, const std::vector<const Machine*>& machines);

/// Runs points of a sweep, each as `switchyard run` in a process of its own, for SystemC elaborates once per
/// process.
class PointRunner {
 public:
  /// `overrides` and `options`, as `run` has them, hold for every point. `machines`: whose results are to be
  /// known. `program`: a `switchyard`; this one, if none is given.
  PointRunner(std::string level, std::vector<std::string> overrides, std::vector<std::string> options,
              std::vector<const Machine*> machines, std::string program = "/proc/self/exe");

  const std::string& level() const { return level_; }

  /// Runs one point; `folder` is made, and receives the run's report and what it printed (stdout, stderr).
  /// After an interruption() nothing is run. May be called from several threads at once.
  PointResult run(const SweepCase& point, const std::filesystem::path& folder) const;

  /// The same in two steps, for one who runs it elsewhere. Makes the folder, removes what must not be taken
  /// for this run's report, and gives the command; then what came of that.
  ChildCommand prepare(const SweepCase& point, const std::filesystem::path& folder) const;
  PointResult collect(const ChildExit& exit, const std::filesystem::path& folder) const;

  /// What the same run has left in `folder` earlier: of the same version and `commit`, at the same level, of
  /// the same configuration (YAML after overrides), with `files` that have not changed since, and complete.
  std::optional<PointResult> earlier(const std::string& config,
                                     const std::vector<std::filesystem::path>& files,
                                     const std::string& commit, const std::filesystem::path& folder) const;

 private:
  std::string level_;
  std::vector<std::string> overrides_;
  std::vector<std::string> options_;
  std::vector<const Machine*> machines_;
  std::string program_;
};

}  // namespace switchyard
