#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace switchyard {

/// A cell of CSV: quoted if it holds a comma, a quote or a line break.
std::string csv_cell(const std::string& value);

/// Writes rows of cells as CSV.
///
/// Errors: std::system_error that names the file.
void write_csv(const std::filesystem::path& file, const std::vector<std::vector<std::string>>& rows);

/// Reads such a file: all of its rows, the first of which names the columns.
///
/// Errors: std::system_error if the file cannot be read; std::invalid_argument with its line if a row has not
/// as many cells as the first, or a quote does not end.
std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& file);

/// Whether a column of that name, of any table of the project, has texts, which may look like numbers.
bool holds_texts(const std::string& column);

}  // namespace switchyard
