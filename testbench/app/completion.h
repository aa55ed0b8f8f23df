#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "testbench/experiment/experiment.h"

namespace switchyard {

/// A script for bash that completes the subcommands and options of `app`, and their values by type: files,
/// folders, levels, and keys of configurations.
std::string bash_completion(const CLI::App& app, const Catalogs& catalogs);

}  // namespace switchyard
