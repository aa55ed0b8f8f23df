#pragma once

#include <filesystem>
#include <vector>

#include "testbench/sweep/sweep_axis.h"
#include "testbench/sweep/sweep_row.h"

namespace switchyard {

/// Writes a sweep as CSV, with the axes' values and the main figures of each run; empty where a run has no
/// such figure.
///
/// Errors: std::system_error that names the file.
void write_sweep_table(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                       const std::vector<SweepRow>& rows);

/// Writes the means of the figures over the seeds: see write_seed_means().
void write_sweep_means(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                       const std::vector<SweepRow>& rows);

}  // namespace switchyard
