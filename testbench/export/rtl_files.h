#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace switchyard {

/// A file of rtl/, as it was when the program was built.
struct RtlFile {
  std::string_view path;  ///< Below rtl/.
  std::string_view text;
};

/// Those that an exported network may need: routers, repeaters, headers, and lists of files.
std::span<const RtlFile> rtl_files();

/// Precondition: there is one.
std::string_view rtl_file(std::string_view path);
/// The lines of a list of files.
std::vector<std::string> rtl_list(std::string_view path);

/// The same text without always_comb, with which Icarus 11 wakes up itself.
std::string for_any_simulator(std::string_view text);

}  // namespace switchyard
