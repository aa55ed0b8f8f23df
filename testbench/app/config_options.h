#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "testbench/experiment/deadlock_check.h"
#include "testbench/experiment/experiment.h"

namespace switchyard {

/// The options by which every command is given its configuration.
struct ConfigOptions {
  std::string file;
  std::vector<std::string> overrides;
  bool allow_unsafe = false;
  const Catalogs* catalogs = nullptr;  ///< What the file may name.

  /// `of`: must outlive these options.
  void add_to(CLI::App& command, const Catalogs& of);
  /// All of add_to() but the file itself.
  void add_overrides_to(CLI::App& command, const Catalogs& of);
  /// For commands that run the network.
  void add_allow_unsafe_to(CLI::App& command);
  /// The override of this very path, as it was given; null if there is none.
  const std::string* override_of(const std::string& path) const;
  /// The file with its overrides. Errors: ConfigError.
  ConfigDocument open() const;
  /// Errors: ConfigError, which says so where this setting is made.
  void refuse(const std::string& path, const std::string& why) const;
  /// Errors: ConfigError; std::invalid_argument if it is of a platform.
  Experiment read() const;
  /// The same, or the network of a platform, with which nothing can be run. Errors: ConfigError.
  Experiment read_network() const;
  /// Returns `check`. Errors: std::invalid_argument if the network may deadlock and that is not allowed.
  /// Networks of more than some 1000 nodes are not checked, and a line on stderr says so.
  DeadlockCheck refuse_unsafe(DeadlockCheck check) const;
};

}  // namespace switchyard
