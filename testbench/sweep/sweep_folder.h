#pragma once

#include <filesystem>
#include <set>

#include "testbench/file/output_folder.h"

namespace switchyard {

/// The folder of a sweep: tables and pictures, and points/ with a folder for each run.
class SweepFolder {
 public:
  /// Errors: as OutputFolder.
  explicit SweepFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& path() const { return folder_.path(); }
  /// Where the run of a combination, counted from 0, leaves its report.
  std::filesystem::path point(std::size_t combination) const {
    return path() / "points" / std::to_string(combination);
  }

  /// Removes what an earlier sweep has left here: its tables, its pictures, and its runs but those in `kept`.
  /// Files that are not a sweep's stay.
  void remove_earlier(const std::set<std::filesystem::path>& kept) const;

 private:
  OutputFolder folder_;
};

}  // namespace switchyard
