#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "testbench/experiment/physical_units.h"

namespace switchyard {

struct Experiment;
struct Results;

/// What a run on a machine has shown, where packets have latency and throughput. Each machine has its own.
class MachineFigures {
 public:
  virtual ~MachineFigures() = default;
  /// Adds them to results.json, under a key of their own.
  virtual void add_to(nlohmann::ordered_json& results) const = 0;
  /// The figures for a person: a dozen lines.
  virtual std::string summary(const Experiment& experiment, const Results& results) const = 0;
  /// Adds what is a time to `units` of results.json, in ns.
  virtual void add_times_to(nlohmann::ordered_json& units, const PhysicalUnits& of) const = 0;
  /// The same for a person: one line.
  virtual std::string times_text(const PhysicalUnits& units, const Results& results) const = 0;
};

/// What the summary of any machine ends with: whether it was interrupted, is complete, and passed its checks.
std::string outcome_lines(const Results& results);

/// The line of a machine that has no times of its own: that of the whole run.
std::string run_time_text(const PhysicalUnits& units, const Results& results);

}  // namespace switchyard
