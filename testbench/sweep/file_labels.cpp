#include "testbench/sweep/file_labels.h"

#include <algorithm>
#include <filesystem>

namespace switchyard {
namespace {

namespace fs = std::filesystem;

/// The last `count` parts of a path; the whole path if it has no more.
std::string end_of(const fs::path& path, std::ptrdiff_t count) {
  const auto length = std::distance(path.begin(), path.end());
  fs::path end;
  for (auto part = std::next(path.begin(), length - std::min(count, length)); part != path.end(); ++part)
    end /= *part;
  return end.string();
}

std::string shortest_own_end(const fs::path& path, const std::vector<fs::path>& all) {
  const auto length = std::distance(path.begin(), path.end());
  for (std::ptrdiff_t count = 1; count < length; ++count) {
    const std::string end = end_of(path, count);
    const auto has_it = [&](const fs::path& other) { return end_of(other, count) == end; };
    if (std::count_if(all.begin(), all.end(), has_it) == 1) return end;
  }
  return path.string();
}

bool all_differ(std::vector<fs::path> paths) {
  std::sort(paths.begin(), paths.end());
  return std::adjacent_find(paths.begin(), paths.end()) == paths.end();
}

}  // namespace

std::vector<std::string> labels_of_files(const std::vector<std::string>& files) {
  std::vector<fs::path> whole;
  std::vector<fs::path> bare;
  for (const std::string& file : files) {
    whole.push_back(fs::absolute(file).lexically_normal());
    bare.push_back(fs::path(whole.back()).replace_extension());
  }
  const std::vector<fs::path>& paths = all_differ(bare) ? bare : whole;
  std::vector<std::string> labels;
  for (const fs::path& path : paths) labels.push_back(shortest_own_end(path, paths));
  return labels;
}

}  // namespace switchyard
