#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "testbench/file/scratch_folder.h"

namespace switchyard {

/// A new, empty folder that is removed, with what is in it, at the end of a test.
class TemporaryFolder : public ScratchFolder {
 public:
  std::filesystem::path operator/(const std::string& name) const { return path() / name; }
  std::size_t file_count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path()), {}));
  }
};

inline std::string contents_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace switchyard
