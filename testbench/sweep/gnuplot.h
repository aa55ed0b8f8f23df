#pragma once

#include <filesystem>
#include <string>

#include "testbench/sweep/sweep_plot.h"

namespace switchyard {

/// The plot as a gnuplot script with its data inside. Run by hand, it writes sweep.png and sweep.svg where it
/// runs.
///
/// Latency is on the left and accepted load on the right. A run that was not stable has no mean latency: its
/// curve ends there, and its accepted load is a hollow point.
std::string gnuplot_script(const SweepPlot& plot);

/// Runs folder/sweep.gp, which writes sweep.png and sweep.svg beside it, each whole or not at all; older ones
/// go first.
///
/// Errors: std::system_error if gnuplot is not installed, std::runtime_error if it fails.
void run_gnuplot(const std::filesystem::path& folder);

}  // namespace switchyard
