#pragma once

#include <filesystem>
#include <string>

#include "testbench/sweep/sweep_plot.h"

namespace switchyard {

/// The plot as a gnuplot script with its data inside. Run by hand, it writes <stem>.png and <stem>.svg where
/// it runs.
///
/// Latency is on the left and accepted load on the right. A run that was not stable has no mean latency: its
/// curve ends there, and its accepted load is a hollow point.
std::string gnuplot_script(const SweepPlot& plot, const std::string& stem);

/// Runs folder/<stem>.gp, which writes <stem>.png and <stem>.svg beside it, each whole or not at all; older
/// ones go first.
///
/// Errors: std::system_error if gnuplot is not installed, std::runtime_error if it fails.
void run_gnuplot(const std::filesystem::path& folder, const std::string& stem);

}  // namespace switchyard
