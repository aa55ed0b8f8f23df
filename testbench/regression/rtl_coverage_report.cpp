#include "testbench/regression/rtl_coverage_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "testbench/file/number_in.h"

namespace switchyard {
namespace {

/// The keys of a line `C '\1key\2value\1key\2value...' count` that say what it counts.
struct Entry {
  std::string file;   // f
  std::string page;   // page: kind/module
  std::string what;   // o
  std::string lines;  // S: 3-5,7
  int line = 0;       // l
  int column = 0;     // n
  std::uint64_t count = 0;
};

template <class Number>
Number number(std::string_view text) {
  const std::optional<Number> value = number_in<Number>(text);
  if (!value) throw std::invalid_argument("not a number");
  return *value;
}

Entry parse(std::string_view line) {
  const std::size_t end = line.rfind("' ");
  if (!line.starts_with("C '") || end == std::string_view::npos) throw std::invalid_argument("no counter");
  Entry entry;
  entry.count = number<std::uint64_t>(line.substr(end + 2));
  std::string_view rest = line.substr(3, end - 3);
  while (rest.starts_with('\1')) {
    const std::size_t middle = rest.find('\2');
    const std::size_t next = std::min(rest.find('\1', 1), rest.size());
    if (middle > next) throw std::invalid_argument("a key without a value");
    const std::string_view key = rest.substr(1, middle - 1);
    const std::string_view value = rest.substr(middle + 1, next - middle - 1);
    if (key == "f") entry.file = value;
    if (key == "page") entry.page = value;
    if (key == "o") entry.what = value;
    if (key == "S") entry.lines = value;
    if (key == "l") entry.line = number<int>(value);
    if (key == "n") entry.column = number<int>(value);
    rest.remove_prefix(next);
  }
  return entry;
}

/// 3, 4, 5 and 7 of `3-5,7`.
std::vector<int> lines_of(std::string_view ranges) {
  std::vector<int> lines;
  while (!ranges.empty()) {
    const std::string_view range = ranges.substr(0, ranges.find(','));
    const std::size_t dash = range.find('-');
    const int first = number<int>(range.substr(0, dash));
    const int last = dash == std::string_view::npos ? first : number<int>(range.substr(dash + 1));
    for (int line = first; line <= last; ++line) lines.push_back(line);
    ranges.remove_prefix(std::min(range.size() + 1, ranges.size()));
  }
  return lines;
}

/// Text with `*` for anything.
bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() != '*')
    return !text.empty() && pattern.front() == text.front() && matches(pattern.substr(1), text.substr(1));
  for (std::size_t skip = 0; skip <= text.size(); ++skip) {
    if (matches(pattern.substr(1), text.substr(skip))) return true;
  }
  return false;
}

/// The module of a source below rtl/, for there is one to a file; empty: it is not there.
std::string module_of(const std::filesystem::path& file) {
  const bool of_rtl = file.parent_path().parent_path().filename() == "rtl";
  return of_rtl ? file.stem().string() : "";
}

bool excluded(const std::vector<CoverageExclusion>& exclusions, const std::string& module,
              const std::string& bit) {
  return std::any_of(exclusions.begin(), exclusions.end(),
                     [&](const CoverageExclusion& exclusion) { return exclusion.covers(module, bit); });
}

}  // namespace

bool CoverageExclusion::covers(const std::string& module_name, const std::string& bit) const {
  if (!matches(module, module_name)) return false;
  const std::size_t open = signal.rfind('[');
  const std::size_t colon = signal.find(':', std::min(open, signal.size()));
  const std::size_t at = bit.rfind('[');
  if (colon == std::string::npos) return matches(signal, bit) || matches(signal, bit.substr(0, at));
  if (at == std::string::npos || !matches(signal.substr(0, open), bit.substr(0, at))) return false;
  const int high = std::stoi(signal.substr(open + 1));
  const int low = std::stoi(signal.substr(colon + 1));
  const int index = std::stoi(bit.substr(at + 1));
  return low <= index && index <= high;
}

std::vector<CoverageExclusion> read_coverage_exclusions(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw std::invalid_argument(file.string() + " cannot be read");
  std::vector<CoverageExclusion> exclusions;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    CoverageExclusion exclusion;
    words >> exclusion.module >> exclusion.signal;
    std::getline(words >> std::ws, exclusion.reason);
    if (exclusion.reason.empty())
      throw std::invalid_argument(fmt::format("{}:{}: not module, signal and reason", file.string(), number));
    exclusions.push_back(std::move(exclusion));
  }
  return exclusions;
}

CoverageFigure& CoverageFigure::operator+=(const CoverageFigure& other) {
  lines += other.lines;
  lines_reached += other.lines_reached;
  bits += other.bits;
  bits_toggled += other.bits_toggled;
  return *this;
}

void RtlCoverage::add(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw std::invalid_argument(file.string() + " cannot be read");
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    try {
      const Entry entry = parse(line);
      const std::string name = module_of(entry.file);
      if (name.empty()) continue;
      Module& module = modules_[name];
      if (entry.page.starts_with("v_toggle/")) {
        module.bits[entry.what] += entry.count;
      } else if (entry.page.starts_with("v_line/") || entry.page.starts_with("v_branch/")) {
        Block& block = module.blocks[{entry.line, entry.column, entry.what}];
        block.lines = lines_of(entry.lines);
        block.count += entry.count;
      }
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(
          fmt::format("{}:{}: not of Verilator's coverage: {}", file.string(), number, error.what()));
    }
  }
}

std::map<int, bool> RtlCoverage::reached_lines(const Module& module) {
  std::map<int, bool> reached;
  for (const auto& [point, block] : module.blocks) {
    for (const int line : block.lines) {
      const auto [found, is_new] = reached.emplace(line, true);
      found->second = found->second && block.count != 0;
    }
  }
  return reached;
}

std::map<std::string, CoverageFigure> RtlCoverage::figures(
    const std::vector<CoverageExclusion>& exclusions) const {
  std::map<std::string, CoverageFigure> figures;
  for (const auto& [name, module] : modules_) {
    CoverageFigure& figure = figures[name];
    for (const auto& [line, reached] : reached_lines(module)) {
      ++figure.lines;
      figure.lines_reached += reached;
    }
    for (const auto& [bit, count] : module.bits) {
      if (excluded(exclusions, name, bit)) continue;
      ++figure.bits;
      figure.bits_toggled += count != 0;
    }
  }
  return figures;
}

std::vector<std::string> RtlCoverage::missing(const std::vector<CoverageExclusion>& exclusions) const {
  std::vector<std::string> missing;
  for (const auto& [name, module] : modules_) {
    for (const auto& [line, reached] : reached_lines(module)) {
      if (!reached) missing.push_back(fmt::format("{}:{}", name, line));
    }
    for (const auto& [bit, count] : module.bits) {
      if (count == 0 && !excluded(exclusions, name, bit)) missing.push_back(name + "." + bit);
    }
  }
  return missing;
}

std::vector<CoverageExclusion> RtlCoverage::unused(const std::vector<CoverageExclusion>& exclusions) const {
  const auto excludes_something = [this](const CoverageExclusion& exclusion) {
    for (const auto& [name, module] : modules_) {
      for (const auto& [bit, count] : module.bits) {
        if (count == 0 && exclusion.covers(name, bit)) return true;
      }
    }
    return false;
  };
  std::vector<CoverageExclusion> unused;
  std::copy_if(exclusions.begin(), exclusions.end(), std::back_inserter(unused),
               [&](const CoverageExclusion& exclusion) { return !excludes_something(exclusion); });
  return unused;
}

CoverageFigure coverage_total(const std::map<std::string, CoverageFigure>& figures) {
  CoverageFigure total;
  for (const auto& [name, figure] : figures) total += figure;
  return total;
}

std::string coverage_table(const std::map<std::string, CoverageFigure>& figures) {
  std::string table =
      fmt::format("{:<20} {:>6} {:>8} {:>8} {:>8}\n", "module", "lines", "reached", "bits", "toggled");
  const auto add_row = [&table](const std::string& name, const CoverageFigure& figure) {
    table += fmt::format("{:<20} {:>6} {:>6.1f} % {:>8} {:>6.1f} %\n", name, figure.lines,
                         figure.line_percent(), figure.bits, figure.toggle_percent());
  };
  for (const auto& [name, figure] : figures) add_row(name, figure);
  add_row("total", coverage_total(figures));
  return table;
}

std::string coverage_csv(const std::map<std::string, CoverageFigure>& figures) {
  std::string csv = "module,lines,lines_reached,bits,bits_toggled\n";
  const auto add_row = [&csv](const std::string& name, const CoverageFigure& figure) {
    csv += fmt::format("{},{},{},{},{}\n", name, figure.lines, figure.lines_reached, figure.bits,
                       figure.bits_toggled);
  };
  for (const auto& [name, figure] : figures) add_row(name, figure);
  add_row("total", coverage_total(figures));
  return csv;
}

}  // namespace switchyard
