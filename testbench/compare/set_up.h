#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace switchyard {

/// What a run was told: "version", "commit", "level", and each key of its configuration with its value, as
/// "router.virtual_channels". `manifest`: as in its manifest.json.
///
/// Errors: nlohmann::json::exception if it is none.
std::map<std::string, std::string> set_up_of_run(const nlohmann::ordered_json& manifest);

/// That of the first run of a sweep, without the keys that are its axes. `sweep`: as in its sweep.json.
///
/// Errors: nlohmann::json::exception if it is none.
std::map<std::string, std::string> set_up_of_sweep(const nlohmann::ordered_json& sweep,
                                                   const std::filesystem::path& folder);

}  // namespace switchyard
