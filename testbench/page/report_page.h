#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace switchyard {

/// Errors: std::invalid_argument, with the package to install, if the library that draws is missing.
void require_page_library();

/// One HTML file that shows `data`, see ResultFolders, in any browser and without a network: with its style,
/// its script, and the library that draws (d3, of the Debian package libjs-d3) inside.
///
/// Errors: those of require_page_library().
std::string report_page(const nlohmann::ordered_json& data);

}  // namespace switchyard
