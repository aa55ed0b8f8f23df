#include "testbench/file/file_group.h"

#include <algorithm>

namespace switchyard {

void FileGroup::add(const std::string& name, std::string_view text) {
  names_.push_back(name);
  PendingFile& file = files_.emplace_back(folder_ / name);
  file.write(text);
  file.complete();
}

void FileGroup::commit(const std::vector<std::string>& stale) {
  for (const std::string& name : stale) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end())
      std::filesystem::remove(folder_ / name);
  }
  for (PendingFile& file : files_) file.commit();
}

}  // namespace switchyard
