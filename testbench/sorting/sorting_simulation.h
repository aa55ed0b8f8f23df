#pragma once

#include "testbench/engine/simulation_options.h"
#include "testbench/experiment/experiment.h"
#include "testbench/report/results.h"

namespace switchyard {

/// Runs a program of an exchange machine, for measure.cycles at most. Once per process.
///
/// Its result is compared with that of a sequential computer, and its steps with those known before the run.
Results simulate_sorting(const Experiment& experiment, const Level& level, const SimulationOptions& options);

}  // namespace switchyard
