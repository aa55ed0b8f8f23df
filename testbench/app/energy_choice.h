#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "testbench/energy/energy_table.h"
#include "testbench/engine/level.h"

namespace switchyard {

/// The option by which `run` is told to report energy and area.
struct EnergyChoice {
  std::string file;  ///< Of a table; empty: none.

  static constexpr const char* kOption = "--energy";

  void add_to(CLI::App& command);
  /// Nothing if there is none.
  /// Errors: those of read_energy_table(); std::invalid_argument for a level without flits.
  std::optional<EnergyTable> read(const Level& level, const Design& design) const;
};

}  // namespace switchyard
