#include "testbench/file/scratch_folder.h"

#include <cstdlib>
#include <string>
#include <system_error>

namespace switchyard {

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "switchyard_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace switchyard
