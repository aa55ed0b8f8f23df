#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "hw/base/types.h"

namespace switchyard {

/// The options by which a file that a run writes is kept to some nodes and cycles.
struct WindowChoice {
  std::string nodes;  ///< Empty: all.
  Cycle from = 0;
  Cycle to = kNever;

  /// What help says of each.
  struct Texts {
    const char* nodes;
    const char* from;
    const char* to;
  };
  /// Adds `--vcd-nodes`, `--vcd-from` and `--vcd-to` if `file` is `--vcd`.
  void add_to(CLI::App& command, CLI::Option* file, const Texts& texts);
};

/// Says so if a run of so many cycles ended before the window of the file that option `name` asks for.
void warn_of_empty_window(const std::string& name, const std::filesystem::path& file, Cycle from,
                          Cycle cycles);

}  // namespace switchyard
