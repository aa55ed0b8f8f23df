#pragma once

#include "testbench/engine/simulation_options.h"
#include "testbench/experiment/experiment.h"
#include "testbench/report/results.h"

namespace switchyard {

/// Runs the program of an experiment to its end, or for measure.cycles at most. Once per process.
///
/// Scoreboard (a sequential PRAM), link checks and watchdog are always on; the first violation or a stall
/// ends the run and is in the results.
Results simulate_program(const Experiment& experiment, const Level& level, const SimulationOptions& options);

}  // namespace switchyard
