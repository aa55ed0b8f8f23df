#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "testbench/file/junit.h"

namespace switchyard {

/// The option by which a command is told to leave what it found as JUnit XML, which every CI server shows.
struct JunitChoice {
  std::string file;  ///< Empty: none is wanted.

  void add_to(CLI::App& command);
  /// Before the work: makes the folder of the file, and checks that the file can be written.
  /// Errors: std::system_error.
  void prepare() const;
  /// `suite`: the configuration.
  /// Errors: std::system_error.
  void write(const std::string& suite, const std::vector<JunitCase>& cases) const;
};

}  // namespace switchyard
