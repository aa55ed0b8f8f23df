#pragma once

#include <string>

#include "testbench/sweep/sweep_plot.h"

namespace switchyard {

/// First words of every script of gnuplot_script().
inline constexpr const char* kScriptBegins = "# Run `gnuplot ";

/// The plot as a gnuplot script with its data inside. Run by hand, it writes <stem>.png and <stem>.svg where
/// it runs.
///
/// Latency is on the left and accepted load on the right. A run that was not stable has no mean latency: its
/// curve leads out of the picture there, and its accepted load is a hollow point. Means over seeds have a
/// band of their 95 % interval. Estimated latencies are a thin line.
std::string gnuplot_script(const SweepPlot& plot, const std::string& stem);

}  // namespace switchyard
