#pragma once

#include <filesystem>

namespace switchyard {

/// A new folder among the temporary files of the machine, which goes with this object and all that is in it.
class ScratchFolder {
 public:
  /// Errors: std::system_error that names the folder.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace switchyard
