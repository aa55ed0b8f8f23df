#pragma once

#include <string>
#include <vector>

#include "testbench/report/exit_status.h"

namespace switchyard {

/// What a command printed, and how it ended.
struct CommandResult {
  int status = 0;
  std::string out;
  std::string err;
};

/// Runs a program with its arguments.
///
/// Errors: std::runtime_error if the program was killed by a signal.
CommandResult run_command(const std::string& program, const std::vector<std::string>& arguments);

/// Runs the `switchyard` command that the environment variable SWITCHYARD names.
///
/// Errors: std::runtime_error if the variable is not set, or the command was killed by a signal.
CommandResult run_switchyard(const std::vector<std::string>& arguments);

}  // namespace switchyard
