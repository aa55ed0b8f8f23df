#pragma once

#include <filesystem>

namespace switchyard {

/// A folder for the results of a command: made if it is missing, writable, and of this process alone.
///
/// The lock is on the folder itself (flock), so it leaves no file and ends with the process.
///
/// Errors: std::system_error that names the folder if it cannot be made or written into;
/// std::invalid_argument if another process has it as its OutputFolder.
class OutputFolder {
 public:
  explicit OutputFolder(std::filesystem::path folder);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int descriptor_;
};

}  // namespace switchyard
