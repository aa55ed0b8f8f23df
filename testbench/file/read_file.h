#pragma once

#include <filesystem>
#include <string>

namespace switchyard {

/// All that a file holds.
///
/// Errors: std::system_error that names the file.
std::string read_file(const std::filesystem::path& file);

}  // namespace switchyard
