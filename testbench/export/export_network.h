#pragma once

#include <filesystem>

#include "testbench/experiment/deadlock_check.h"
#include "testbench/experiment/experiment.h"
#include "testbench/export/pin_record.h"
#include "testbench/report/report.h"
#include "testbench/report/results.h"

namespace switchyard {

/// What is known of the network that leaves.
struct ExportedRun {
  const Experiment& experiment;
  const Results& results;  ///< With `check`.
  const RunOrigin& origin;
  const PinRecord& record;
};

/// Writes the network as SystemVerilog with all that it takes to lint, simulate and synthesize it, into
/// `folder`, which exists: network.sv, the routers, a test bench with the traffic of the run, README.md.
///
/// An earlier export there is replaced as a whole.
///
/// Precondition: require_exportable().
/// Errors: std::system_error that names the file; then an earlier export is untouched.
void export_network(const std::filesystem::path& folder, const ExportedRun& run);

}  // namespace switchyard
