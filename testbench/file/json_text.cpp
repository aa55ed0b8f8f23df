#include "testbench/file/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "testbench/file/read_file.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

std::string plain(const ordered_json& value) {
  return value.dump(-1, ' ', /*ensure_ascii=*/false, ordered_json::error_handler_t::replace);
}

bool is_plain_list(const ordered_json& json) {
  return json.is_array() && std::none_of(json.begin(), json.end(),
                                         [](const ordered_json& value) { return value.is_structured(); });
}

void append(std::string& text, const ordered_json& json, std::size_t depth) {
  if (!json.is_structured() || json.empty()) {
    text += plain(json);
    return;
  }
  const bool on_one_line = is_plain_list(json);
  const std::string space(on_one_line ? 0 : 2 * depth + 2, ' ');
  const char* separator = on_one_line ? "" : "\n";
  text += json.is_object() ? '{' : '[';
  for (auto item = json.begin(); item != json.end(); ++item) {
    text += separator + space;
    if (json.is_object()) text += plain(item.key()) + ": ";
    append(text, *item, depth + 1);
    separator = on_one_line ? ", " : ",\n";
  }
  if (!on_one_line) text += '\n' + std::string(2 * depth, ' ');
  text += json.is_object() ? '}' : ']';
}

}  // namespace

std::string json_text(const ordered_json& json) {
  std::string text;
  append(text, json, 0);
  return text + '\n';
}

ordered_json read_json(const std::filesystem::path& file) {
  try {
    return ordered_json::parse(read_file(file));
  } catch (const ordered_json::parse_error& error) {
    throw std::invalid_argument(fmt::format("{}: not JSON at byte {}", file.string(), error.byte));
  }
}

}  // namespace switchyard
