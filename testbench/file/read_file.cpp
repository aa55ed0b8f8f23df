#include "testbench/file/read_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

namespace switchyard {

std::string read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || stream.bad())
    throw std::system_error(errno, std::generic_category(), fmt::format("{} cannot be read", file.string()));
  return text.str();
}

}  // namespace switchyard
