#pragma once

#include "testbench/engine/simulation_options.h"
#include "testbench/experiment/experiment.h"
#include "testbench/report/results.h"

namespace switchyard {

/// Runs the algorithm of a many-to-one problem, for measure.cycles at most. Once per process.
///
/// Scoreboard (a sequential computer) and link checks are always on; the first violation ends the run and is
/// in the results.
Results simulate_many_to_one(const Experiment& experiment, const Level& level,
                             const SimulationOptions& options);

}  // namespace switchyard
