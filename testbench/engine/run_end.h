#pragma once

#include "testbench/experiment/experiment.h"
#include "testbench/report/results.h"

namespace switchyard {

/// What every run records at its end, whatever runs: the memory that it took, and whether it is as stable as
/// expected.
void record_peak_memory(Results& results);
void check_stability(const Expectations& expect, Results& results);

}  // namespace switchyard
