#pragma once

#include <filesystem>
#include <vector>

#include "testbench/sweep/sweep_axis.h"
#include "testbench/sweep/sweep_point.h"

namespace switchyard {

/// Writes a sweep as CSV: a row per point, in order, with the axes' values and the main figures of the run;
/// empty where a run has no such figure. A value that holds a comma is quoted.
///
/// Errors: std::runtime_error that names the file.
void write_sweep_table(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                       const std::vector<PointResult>& points);

}  // namespace switchyard
