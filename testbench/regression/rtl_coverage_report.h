#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace switchyard {

/// What need not toggle: a row of rtl/lint/coverage_exclusions.txt.
struct CoverageExclusion {
  std::string module;  ///< `*`: any.
  std::string signal;  ///< `a`: all of a; `a[7:4]`: these bits of it; a `*` stands for anything.
  std::string reason;

  bool covers(const std::string& module_name, const std::string& bit) const;
};

/// Errors: std::invalid_argument with the line if a row has not module, signal and reason.
std::vector<CoverageExclusion> read_coverage_exclusions(const std::filesystem::path& file);

struct CoverageFigure {
  int lines = 0;
  int lines_reached = 0;
  int bits = 0;
  int bits_toggled = 0;

  double line_percent() const { return lines == 0 ? 100 : 100.0 * lines_reached / lines; }
  double toggle_percent() const { return bits == 0 ? 100 : 100.0 * bits_toggled / bits; }
  CoverageFigure& operator+=(const CoverageFigure& other);
};

/// Which lines of rtl/ were reached and which of its bits toggled, from files that Verilator wrote.
///
/// A module counts once, whatever its parameters and however many there are: a line is reached if each point
/// that Verilator counts there was, and a bit has toggled if that bit of the signal has, in any of them. What
/// is not of rtl/, such as test benches, is left out.
class RtlCoverage {
 public:
  /// Adds the counts of a file. Errors: std::invalid_argument with the line if it is not such a file.
  void add(const std::filesystem::path& file);

  /// By module.
  std::map<std::string, CoverageFigure> figures(const std::vector<CoverageExclusion>& exclusions) const;
  /// What is missing: `module:line` and `module.signal[bit]`.
  std::vector<std::string> missing(const std::vector<CoverageExclusion>& exclusions) const;
  /// Exclusions that exclude nothing, or only what has toggled.
  std::vector<CoverageExclusion> unused(const std::vector<CoverageExclusion>& exclusions) const;

 private:
  struct Point {
    int line;
    int column;
    std::string what;  ///< Kind of a block of lines.
    auto operator<=>(const Point&) const = default;
  };
  struct Block {
    std::vector<int> lines;
    std::uint64_t count = 0;
  };
  struct Module {
    std::map<Point, Block> blocks;
    std::map<std::string, std::uint64_t> bits;
  };
  static std::map<int, bool> reached_lines(const Module& module);

  std::map<std::string, Module> modules_;
};

/// The figures as a table, a row per module and the total, and as comma-separated values.
std::string coverage_table(const std::map<std::string, CoverageFigure>& figures);
std::string coverage_csv(const std::map<std::string, CoverageFigure>& figures);
CoverageFigure coverage_total(const std::map<std::string, CoverageFigure>& figures);

}  // namespace switchyard
