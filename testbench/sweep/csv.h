#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace switchyard {

/// Writes rows of cells as CSV. A cell that holds a comma, a quote or a line break is quoted.
///
/// Errors: std::system_error that names the file.
void write_csv(const std::filesystem::path& file, const std::vector<std::vector<std::string>>& rows);

}  // namespace switchyard
