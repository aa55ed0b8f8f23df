#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "testbench/run/experiment.h"

namespace switchyard {

/// The options by which every command is given its configuration.
struct ConfigOptions {
  std::string file;
  std::vector<std::string> overrides;

  void add_to(CLI::App& command);
  /// Errors: ConfigError.
  Experiment read() const;
};

}  // namespace switchyard
