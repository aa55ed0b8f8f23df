#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace switchyard {

/// How every JSON file of the project looks: indented by two, arrays of plain values on one line, a newline
/// at the end. Bytes that are not UTF-8, as a file's name may have, are replaced by U+FFFD.
std::string json_text(const nlohmann::ordered_json& json);

/// What a file holds, by its keys in their order.
///
/// Errors: std::system_error if it cannot be read, std::invalid_argument if it is not JSON; both name it.
nlohmann::ordered_json read_json(const std::filesystem::path& file);

}  // namespace switchyard
