#include "testbench/compare/compared_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "testbench/compare/set_up.h"
#include "testbench/file/csv.h"
#include "testbench/file/json_text.h"
#include "testbench/file/number_in.h"
#include "testbench/sweep/seed_means.h"
#include "testbench/sweep/sweep_table.h"

namespace switchyard {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

/// The rows of a table, by the names of its columns.
class Table {
 public:
  Table(fs::path file, Rows rows) : file_(std::move(file)), rows_(std::move(rows)) {
    if (rows_.empty()) throw std::invalid_argument(file_.string() + ": empty");
  }

  std::size_t rows() const { return rows_.size() - 1; }
  bool has(const std::string& column) const { return std::ranges::count(rows_.front(), column) != 0; }
  const std::string& cell(std::size_t row, const std::string& column) const {
    const auto place = std::ranges::find(rows_.front(), column);
    if (place == rows_.front().end())
      throw std::invalid_argument(fmt::format("{}: no column {}", file_.string(), column));
    return rows_[row + 1][static_cast<std::size_t>(place - rows_.front().begin())];
  }

 private:
  fs::path file_;
  Rows rows_;
};

using Group = std::vector<std::size_t>;  // Rows that differ in their seed alone.

ComparedFigure figure_of(const Table& table, const Group& group, const DescribedFigure& figure) {
  const bool says_nothing = figure.of_stable && std::ranges::any_of(group, [&](std::size_t row) {
                              return table.cell(row, "outcome") == "unstable";
                            });
  if (says_nothing) return {};
  ComparedFigure found;
  for (const std::size_t row : group) {
    const std::optional<double> sample = number_in<double>(table.cell(row, figure.name));
    if (!sample) return {};
    found.samples.push_back(*sample);
  }
  if (group.size() == 1 && !figure.ci95.empty())
    found.interval = number_in<double>(table.cell(group.front(), figure.ci95));
  return found;
}

ComparedPoint point_of(const Table& table, const Group& group, const std::vector<DescribedFigure>& figures) {
  ComparedPoint point;
  point.runs = static_cast<int>(group.size());
  for (const std::size_t row : group) {
    const std::string seed = table.has(kSeedAxis) ? table.cell(row, kSeedAxis) : "";
    if (table.has("event_hash")) point.hashes[seed] = table.cell(row, "event_hash");
    if (table.has("outcome")) ++point.outcomes[table.cell(row, "outcome")];
    if (table.has("reason") && !table.cell(row, "reason").empty()) ++point.failed;
  }
  for (const DescribedFigure& figure : figures) point.figures[figure.name] = figure_of(table, group, figure);
  return point;
}

ComparedFolder folder_of(const Table& table, const std::vector<std::string>& axes,
                         const std::vector<DescribedFigure>& figures) {
  ComparedFolder folder;
  std::ranges::copy_if(axes, std::back_inserter(folder.axes),
                       [](const std::string& axis) { return axis != kSeedAxis; });
  for (const DescribedFigure& figure : figures) folder.figures.push_back(figure.name);
  std::map<std::vector<std::string>, Group> groups;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    std::vector<std::string> values;
    for (const std::string& axis : folder.axes) values.push_back(table.cell(row, axis));
    Group& group = groups[values];
    if (group.empty()) folder.order.push_back(values);
    group.push_back(row);
  }
  for (const auto& [values, group] : groups) folder.points.emplace(values, point_of(table, group, figures));
  return folder;
}

ComparedFolder folder_of_sweep(const fs::path& path) {
  const fs::path description = path / "sweep.json";
  const ordered_json sweep = read_json(description);
  try {
    std::vector<std::string> axes;
    for (const ordered_json& axis : sweep.at("axes")) axes.push_back(axis.at("path"));
    std::vector<DescribedFigure> figures;
    for (const ordered_json& figure : sweep.at("figures"))
      figures.push_back({figure.at("name"), figure.at("of") == "stable",
                         figure.at("ci95").is_null() ? "" : figure.at("ci95").get<std::string>()});
    const fs::path file = path / (fs::exists(path / "sweep.csv") ? "sweep.csv" : "saturation.csv");
    ComparedFolder folder = folder_of(Table(file, read_csv(file)), axes, figures);
    folder.set_up = set_up_of_sweep(sweep, path);
    return folder;
  } catch (const nlohmann::json::exception&) {
    throw std::invalid_argument(description.string() + ": not as `sweep` writes it");
  }
}

ComparedFolder folder_of_run(const fs::path& path, const std::vector<const Machine*>& machines) {
  const fs::path file = path / "results.json";
  try {
    const std::vector<SweepRow> rows{{{}, result_of(read_json(file), machines)}};
    ComparedFolder folder = folder_of(Table(file, sweep_table({}, rows)), {}, described_figures(rows));
    folder.set_up = set_up_of_run(read_json(path / "manifest.json"));
    return folder;
  } catch (const nlohmann::json::exception&) {
    throw std::invalid_argument(path.string() +
                                ": results.json and manifest.json are not as `run` writes them");
  }
}

}  // namespace

ComparedFolder read_compared_folder(const fs::path& folder, const std::vector<const Machine*>& machines) {
  if (fs::exists(folder / "sweep.json")) return folder_of_sweep(folder);
  if (fs::exists(folder / "results.json")) return folder_of_run(folder, machines);
  throw std::invalid_argument(
      folder.string() +
      ": not a folder of `run`, `platform` or `sweep`: it has no results.json or sweep.json");
}

}  // namespace switchyard
