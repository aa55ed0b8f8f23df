#pragma once

#include <string>
#include <vector>

#include "testbench/experiment/experiment.h"
#include "testbench/file/junit.h"
#include "testbench/report/results.h"

namespace switchyard {

/// A run as tests: "run" for the run itself, and one for each expectation of the file. `group`: of all.
///
/// The run fails with a violation, a divergence, a deadlock or a stall; one that was interrupted is an error.
/// Then what is expected of it is skipped if it was not found to be missed.
std::vector<JunitCase> run_cases(const std::string& group, const Experiment& experiment,
                                 const Results& results);

}  // namespace switchyard
