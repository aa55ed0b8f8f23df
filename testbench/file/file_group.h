#pragma once

#include <filesystem>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "testbench/file/pending_file.h"

namespace switchyard {

/// Files of a folder that are replaced together: if one of them cannot be written, all stay as they were.
///
/// Errors: those of PendingFile.
class FileGroup {
 public:
  explicit FileGroup(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void add(const std::string& name, std::string_view text);
  /// Gives all files their names, in the order in which they were added. Those of `stale` that are not among
  /// them are removed.
  void commit(const std::vector<std::string>& stale);

 private:
  std::filesystem::path folder_;
  std::vector<std::string> names_;
  std::list<PendingFile> files_;
};

}  // namespace switchyard
