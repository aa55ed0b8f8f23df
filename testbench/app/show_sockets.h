#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "testbench/platform/platform_config.h"

namespace switchyard {

/// The nodes and the addresses of the sockets of a platform.
nlohmann::ordered_json sockets_to_json(const PlatformExperiment& platform);
/// The same, as lines of `show`.
std::string sockets_to_text(const PlatformExperiment& platform);

}  // namespace switchyard
