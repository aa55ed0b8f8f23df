#pragma once

#include <filesystem>
#include <vector>

#include "testbench/sweep/sweep_axis.h"
#include "testbench/sweep/sweep_description.h"
#include "testbench/sweep/sweep_row.h"

namespace switchyard {

/// The table of a sweep, a row of cells after the names of the columns: the axes' values and the main figures
/// of each run, empty where a run has no such figure, and why it failed, if it did. The same runs make the
/// same table, wherever they ran.
std::vector<std::vector<std::string>> sweep_table(const std::vector<SweepAxis>& axes,
                                                  const std::vector<SweepRow>& rows);

/// The columns of that table that are figures, and the means of which are over seeds.
std::vector<DescribedFigure> described_figures(const std::vector<SweepRow>& rows);

/// Writes the means of the figures over the seeds: see write_seed_means().
void write_sweep_means(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                       const std::vector<SweepRow>& rows);

}  // namespace switchyard
