#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace switchyard {

/// Checks the #include lines of every C++ file below `root` against the folder graph of ARCHITECTURE.md.
///
/// A project header is included by its path from `root`, so that its folder can be seen. Each folder has the
/// list of folders that it may include, and of the outside libraries that are kept to few folders.
///
/// Returns: one line per offence, `file:line: folder may not include header`, in order of file and line.
std::vector<std::string> offences_against_folder_rules(const std::filesystem::path& root);

}  // namespace switchyard
