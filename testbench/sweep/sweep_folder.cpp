#include "testbench/sweep/sweep_folder.h"

#include <fstream>
#include <string>
#include <vector>

#include "testbench/sweep/decimal.h"
#include "testbench/sweep/gnuplot.h"

namespace switchyard {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  if (!fs::is_directory(folder)) return entries;
  for (const auto& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  return entries;
}

/// Runs leave what they printed; their folders have the number of a combination, or a load.
bool is_run(const fs::path& folder) {
  return Decimal::parse(folder.filename().string()) && fs::is_regular_file(folder / "stdout") &&
         fs::is_regular_file(folder / "stderr");
}

/// At most two folders deep: points/3, or points/3/0.45 of a search for saturation.
void remove_runs(const fs::path& folder, const std::set<fs::path>& kept, int depth = 2) {
  for (const fs::path& entry : entries_of(folder)) {
    if (kept.contains(entry) || !fs::is_directory(entry) || !Decimal::parse(entry.filename().string()))
      continue;
    if (is_run(entry)) {
      fs::remove_all(entry);
    } else if (depth > 1) {
      remove_runs(entry, kept, depth - 1);
    }
  }
  std::error_code not_empty;
  fs::remove(folder, not_empty);
}

/// Pictures are known by their scripts.
void remove_pictures(const fs::path& folder) {
  for (const fs::path& script : entries_of(folder)) {
    if (script.extension() != ".gp") continue;
    std::string first_line;
    std::ifstream stream(script);
    std::getline(stream, first_line);
    if (!first_line.starts_with(kScriptBegins + script.filename().string())) continue;
    for (const char* extension : {".gp", ".png", ".svg", ".tmp.png", ".tmp.svg"})
      fs::remove(fs::path(script).replace_extension(extension));
  }
}

}  // namespace

void SweepFolder::remove_earlier(const std::set<fs::path>& kept) const {
  for (const char* table : {"sweep.csv", "sweep_means.csv", "sweep_estimate.csv", "saturation.csv",
                            "saturation_means.csv", "saturation.json", "sweep.json", "report.html"})
    fs::remove(path() / table);
  if (fs::exists(path() / "slurm" / "job")) fs::remove_all(path() / "slurm");
  remove_pictures(path());
  remove_runs(path() / "points", kept);
}

}  // namespace switchyard
