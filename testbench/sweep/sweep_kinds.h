#pragma once

#include <vector>

#include "testbench/report/sweep_figures.h"
#include "testbench/sweep/sweep_point.h"

namespace switchyard {

/// The figures of whatever the runs have run; of packets, if they have run nothing.
const SweepFigures& sweep_figures_of(const std::vector<const PointResult*>& runs);

/// Those of one run.
const SweepFigures& sweep_figures_of(const PointResult& run);

}  // namespace switchyard
