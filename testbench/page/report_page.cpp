#include "testbench/page/report_page.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "testbench/file/read_file.h"
#include "testbench/page/web.h"

namespace switchyard {
namespace {

constexpr const char* kLibrary = "/usr/share/javascript/d3/d3.min.js";

/// Inside of a script element nothing may look like its end.
std::string without_tags(const std::string& json) {
  std::string text;
  for (const char c : json) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

}  // namespace

void require_page_library() {
  if (!std::filesystem::exists(kLibrary))
    throw std::invalid_argument(
        fmt::format("{}: no such file; a report needs it: apt-get install libjs-d3", kLibrary));
}

std::string report_page(const nlohmann::ordered_json& data) {
  require_page_library();
  const std::string json = data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Switchyard "
      "report</title>\n"
      "<style>\n{}</style>\n</head>\n<body>\n{}"
      "<script type=\"application/json\" id=\"data\">{}</script>\n"
      "<script>\n{}\n</script>\n<script>\n{}</script>\n</body>\n</html>\n",
      kPageStyle, kPageBody, without_tags(json), read_file(kLibrary), kPageScript);
}

}  // namespace switchyard
