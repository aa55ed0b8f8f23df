// Line and toggle coverage of rtl/ from what Verilated modules counted:
//   sy_merge_coverage EXCLUSIONS GOAL FOLDER FILE...
// Prints a table, writes FOLDER/coverage.csv and FOLDER/missing.txt. Status: 0 lines and bits are at GOAL
// percent or above and every exclusion excludes something, 1 not, 2 bad input.

#include <fmt/format.h>

#include <cstdlib>
#include <exception>

#include "testbench/file/pending_file.h"
#include "testbench/regression/rtl_coverage_report.h"
#include "testbench/report/exit_status.h"

namespace switchyard {
namespace {

int merge(int argc, char** argv) {
  const std::vector<CoverageExclusion> exclusions = read_coverage_exclusions(argv[1]);
  const double goal = std::atof(argv[2]);
  const std::filesystem::path folder = argv[3];
  RtlCoverage coverage;
  for (int i = 4; i < argc; ++i) coverage.add(argv[i]);
  const std::map<std::string, CoverageFigure> figures = coverage.figures(exclusions);
  write_file(folder / "coverage.csv", coverage_csv(figures));
  write_file(folder / "missing.txt", fmt::format("{}\n", fmt::join(coverage.missing(exclusions), "\n")));
  fmt::print("{}", coverage_table(figures));

  const CoverageFigure total = coverage_total(figures);
  bool good = total.line_percent() >= goal && total.toggle_percent() >= goal;
  if (!good) fmt::print("FAILED: below {} %; see {}\n", goal, (folder / "missing.txt").string());
  for (const CoverageExclusion& exclusion : coverage.unused(exclusions)) {
    fmt::print("FAILED: the exclusion of {} {} excludes nothing\n", exclusion.module, exclusion.signal);
    good = false;
  }
  return good ? kGood : kFailed;
}

}  // namespace
}  // namespace switchyard

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "usage: sy_merge_coverage EXCLUSIONS GOAL FOLDER FILE...\n");
    return switchyard::kBadInput;
  }
  try {
    return switchyard::merge(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "sy_merge_coverage: error: {}\n", error.what());
    return switchyard::kBadInput;
  }
}
