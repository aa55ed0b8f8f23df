#pragma once

#include "testbench/engine/simulation_options.h"
#include "testbench/experiment/experiment.h"
#include "testbench/report/results.h"

namespace switchyard {

/// Runs the experiment at the level: warm-up, measured window, drain. Once per process.
///
/// The scoreboard, the credit check and the deadlock watchdog are always on; the first violation or a
/// deadlock ends the run and is in the results. From its first cycle on SIGINT and SIGTERM end it, too, with
/// the figures so far.
Results simulate(const Experiment& experiment, const Level& level, const SimulationOptions& options);

}  // namespace switchyard
