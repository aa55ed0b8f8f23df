#pragma once

#include <filesystem>
#include <string>

namespace switchyard {

/// Removes <stem>.png and <stem>.svg, if there are any.
void remove_picture(const std::filesystem::path& folder, const std::string& stem);

/// Writes the script as <stem>.gp, and <stem>.png and <stem>.svg that gnuplot draws of it, each whole or not
/// at all. False, and a note on standard error, if gnuplot is not installed.
///
/// Errors: std::system_error that names the file that cannot be written, or the picture that gnuplot cannot
/// draw.
bool draw_picture(const std::filesystem::path& folder, const std::string& stem, const std::string& script);

}  // namespace switchyard
