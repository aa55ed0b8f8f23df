#pragma once

#include <CLI/CLI.hpp>
#include <span>

#include "testbench/experiment/experiment.h"

namespace switchyard {

/// Runs the subcommand that the arguments, without the name of the program, ask for.
///
/// Errors: std::invalid_argument, whose sentence names the word that is wrong and what was meant;
/// CLI::Success if only help or the version was asked for; what the subcommand throws.
/// `catalogs`: what configurations may name, for advice.
void run_command_line(CLI::App& app, std::span<char* const> arguments, const Catalogs& catalogs);

}  // namespace switchyard
