#pragma once

#include <filesystem>

namespace switchyard {

/// Whether this program's Verilated modules count which of their lines were reached and which of their bits
/// toggled.
bool counts_rtl_coverage();

/// Writes what all modules have counted so far, as Verilator does. The file appears whole.
///
/// Errors: std::logic_error if nothing is counted; std::system_error with the path if it cannot be written.
void write_rtl_coverage(const std::filesystem::path& file);

}  // namespace switchyard
