#include "testbench/sweep/seed_means.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "testbench/file/csv.h"
#include "testbench/monitor/student_t.h"

namespace switchyard {
namespace {

using Runs = std::vector<const FigureRow*>;

/// Runs that differ in their seed alone, and the values that they share.
struct Group {
  std::vector<std::string> values;
  Runs runs;
};

std::vector<Group> groups_of(const std::vector<SweepAxis>& axes, const std::vector<FigureRow>& runs) {
  std::vector<Group> groups;
  std::map<std::vector<std::string>, std::size_t> index;
  for (const FigureRow& run : runs) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].path != kSeedAxis) values.push_back(run.values[i]);
    }
    const auto [place, is_new] = index.emplace(values, groups.size());
    if (is_new) groups.push_back({values, {}});
    groups[place->second].runs.push_back(&run);
  }
  return groups;
}

/// "4 stable; 1 unstable".
std::string outcomes_of(const Runs& runs) {
  std::map<std::string, int> counts;
  for (const FigureRow* run : runs) ++counts[run->outcome];
  std::vector<std::string> texts;
  for (const auto& [outcome, count] : counts) texts.push_back(fmt::format("{} {}", count, outcome));
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::optional<SampleMean> mean_of_figure(const Runs& runs, std::size_t figure) {
  std::vector<double> samples;
  for (const FigureRow* run : runs) {
    if (!run->figures[figure]) return std::nullopt;
    samples.push_back(*run->figures[figure]);
  }
  return mean_of(samples);
}

}  // namespace

SweepAxis seed_axis(std::uint64_t count) {
  SweepAxis axis{kSeedAxis, {}};
  for (std::uint64_t seed = 1; seed <= count; ++seed) axis.values.push_back(std::to_string(seed));
  return axis;
}

bool has_seeds(const std::vector<SweepAxis>& axes) {
  return std::any_of(axes.begin(), axes.end(), [](const SweepAxis& axis) { return axis.path == kSeedAxis; });
}

SampleMean mean_of(std::span<const double> samples) {
  const auto count = static_cast<double>(samples.size());
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
  if (samples.size() < 2) return {mean, 0};
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const double standard_error = std::sqrt(squares / (count - 1) / count);
  return {mean, student_t_975(static_cast<int>(samples.size()) - 1) * standard_error};
}

void write_seed_means(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                      const std::vector<std::string>& names, const std::vector<FigureRow>& runs) {
  std::vector<std::vector<std::string>> table(1);
  for (const SweepAxis& axis : axes) {
    if (axis.path != kSeedAxis) table[0].push_back(axis.path);
  }
  table[0].insert(table[0].end(), {"runs", "outcomes"});
  for (const std::string& name : names) table[0].insert(table[0].end(), {name, name + "_ci95"});
  for (const Group& group : groups_of(axes, runs)) {
    std::vector<std::string>& cells = table.emplace_back(group.values);
    cells.insert(cells.end(), {std::to_string(group.runs.size()), outcomes_of(group.runs)});
    for (std::size_t figure = 0; figure < names.size(); ++figure) {
      const std::optional<SampleMean> mean = mean_of_figure(group.runs, figure);
      const bool has_interval = mean && group.runs.size() > 1;
      cells.push_back(mean ? fmt::format("{:.6g}", mean->mean) : "");
      cells.push_back(has_interval ? fmt::format("{:.3g}", mean->ci95) : "");
    }
  }
  write_csv(file, table);
}

}  // namespace switchyard
