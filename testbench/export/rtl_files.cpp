#include "testbench/export/rtl_files.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>

namespace switchyard {

std::string_view rtl_file(std::string_view path) {
  const auto files = rtl_files();
  const auto found =
      std::find_if(files.begin(), files.end(), [path](const RtlFile& file) { return file.path == path; });
  if (found == files.end())
    throw std::logic_error("rtl_file: " + std::string(path) + " is not in the program");
  return found->text;
}

std::vector<std::string> rtl_list(std::string_view path) {
  std::istringstream lines{std::string(rtl_file(path))};
  std::vector<std::string> list;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) list.push_back(line);
  }
  return list;
}

std::string for_any_simulator(std::string_view text) {
  constexpr std::string_view kWakesItself = "always_comb";
  std::string result(text);
  for (std::size_t at = 0; (at = result.find(kWakesItself, at)) != std::string::npos;)
    result.replace(at, kWakesItself.size(), "always @*");
  return result;
}

}  // namespace switchyard
