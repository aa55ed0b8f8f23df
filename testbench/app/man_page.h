#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace switchyard {

/// The manual page switchyard(1), made from what `--help` says of the program and its subcommands.
std::string man_page(const CLI::App& app, const std::string& version);

}  // namespace switchyard
