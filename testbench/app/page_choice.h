#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <vector>

namespace switchyard {

/// Writes what these folders hold as one page, `file`, and says so. Makes its folder.
/// Errors: those of ResultFolders and report_page(); std::system_error if it cannot be written.
void write_page(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& file);

/// The option by which `run` and `sweep` are told to write such a page beside their results.
struct PageChoice {
  bool wanted = false;

  /// `out`: the option for the folder, which it needs.
  void add_to(CLI::App& command, CLI::Option* out);
  /// Before the run: whether a page can be made.
  /// Errors: std::invalid_argument.
  void check() const;
  /// report.html in the folder of the run or sweep, if it is wanted.
  void write(const std::filesystem::path& folder) const;
};

}  // namespace switchyard
