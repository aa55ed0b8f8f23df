#pragma once

#include <CLI/CLI.hpp>

namespace switchyard {

/// What the process returns to the shell.
enum ExitStatus : int {
  kGood = 0,
  kFailed = 1,    ///< A check failed, an expectation was missed, or a run that had to be stable was not.
  kBadInput = 2,  ///< The command line or a file is at fault.
  kDeadlock = 3
};

/// Each adds its subcommand; when it was chosen, it runs as a callback and leaves its exit status in `status`.
void add_run_command(CLI::App& app, int& status);
void add_sweep_command(CLI::App& app, int& status);
void add_show_command(CLI::App& app, int& status);
void add_list_command(CLI::App& app, int& status);
void add_validate_command(CLI::App& app, int& status);

}  // namespace switchyard
