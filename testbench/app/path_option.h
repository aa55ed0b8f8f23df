#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace switchyard {

/// For options that name a file, a folder, nodes or a block: as of a shell variable that is not set, an empty
/// name is a mistake.
inline const CLI::Validator& a_name() {
  static const CLI::Validator kName(
      [](const std::string& name) { return std::string(name.empty() ? "the name is empty" : ""); }, "");
  return kName;
}

}  // namespace switchyard
