#pragma once

#include <filesystem>
#include <vector>

#include "testbench/sweep/sweep_plot.h"

namespace switchyard {

/// Writes <stem>.gp of every picture that has a curve, and <stem>.png and <stem>.svg that gnuplot draws of
/// it, each whole or not at all; older ones go first. Returns what gnuplot has drawn; prints a note if it is
/// not installed.
///
/// Errors: std::system_error that names the file that cannot be written, or the picture that gnuplot cannot
/// draw.
std::vector<std::filesystem::path> draw_pictures(const std::filesystem::path& folder,
                                                 const std::vector<SweepPicture>& pictures);

}  // namespace switchyard
