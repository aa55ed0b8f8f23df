#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "testbench/engine/level.h"
#include "testbench/timeline/timeline.h"

namespace switchyard {

/// The option by which a run is told to write what its network does over time.
struct TimelineChoice {
  std::optional<Cycle> cycles;  ///< Of a sample; nothing: none is asked for.

  void add_to(CLI::App& command);
  /// The folder for the report of the run: `out`, or, if that is empty and a timeline is asked for, one that
  /// is named after the configuration.
  /// Errors: std::invalid_argument if a timeline is asked for at a level without flits.
  std::string folder_of_run(const Level& level, const std::string& out, const std::string& config) const;
  /// As timeline.csv in that folder, which exists; nothing if none is asked for.
  /// Errors: those of PendingFile.
  std::optional<Timeline> open(const Design& design, const std::string& folder) const;
};

/// Says so if the file will have a gigabyte or more. `cycles`: of the run; kNever if nobody knows.
void warn_of_large_timeline(const std::optional<Timeline>& timeline, Cycle cycles);

/// Names and draws the timeline of a run that is over, and tells where it is, if there is one.
/// Errors: std::system_error that names what cannot be written.
void write_timeline(std::optional<Timeline>& timeline, const std::string& folder, const std::string& title);

}  // namespace switchyard
