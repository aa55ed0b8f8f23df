#include "testbench/sweep/sweep_table.h"

#include <algorithm>
#include <optional>

#include "testbench/sweep/seed_means.h"
#include "testbench/sweep/sweep_kinds.h"
#include "testbench/sweep/sweep_outcome.h"

namespace switchyard {
namespace {

std::vector<const PointResult*> results_of(const std::vector<SweepRow>& rows) {
  std::vector<const PointResult*> results;
  for (const SweepRow& row : rows) results.push_back(&row.result);
  return results;
}

/// A column of SweepFigures, or of a class of messages.
struct Column {
  std::string name;
  std::string place;  ///< JSON pointer into results.json, or into the entry of the class.
  SweepColumn::Mean mean;
  std::string of_class = {};
};

/// The names of the classes of all runs, in the order in which they come.
std::vector<std::string> classes_of(const std::vector<SweepRow>& rows) {
  std::vector<std::string> names;
  for (const SweepRow& row : rows) {
    if (!row.result.results.contains("classes")) continue;
    for (const auto& of_class : row.result.results.at("classes")) {
      const auto name = of_class.at("name").get<std::string>();
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::vector<Column> columns_of(const std::vector<SweepRow>& rows) {
  constexpr auto kAveraged = SweepColumn::Mean::OfAll;
  constexpr auto kOfStable = SweepColumn::Mean::OfStable;
  constexpr SweepColumn kOfClass[] = {{"offered", "/offered", kAveraged},
                                      {"accepted", "/accepted", kAveraged},
                                      {"latency_mean", "/packet_latency/mean", kOfStable},
                                      {"latency_p99", "/packet_latency/p99", kOfStable},
                                      {"round_trip_mean", "/round_trip/mean", kOfStable}};
  std::vector<Column> columns;
  for (const SweepColumn& column : sweep_figures_of(results_of(rows)).columns)
    columns.push_back({column.name, column.place, column.mean});
  for (const std::string& name : classes_of(rows)) {
    for (const SweepColumn& column : kOfClass)
      columns.push_back({name + "_" + column.name, column.place, column.mean, name});
  }
  return columns;
}

/// Null if the run has no such figure.
const nlohmann::ordered_json* value_at(const nlohmann::ordered_json& results, const Column& column) {
  const nlohmann::ordered_json* from = &results;
  if (!column.of_class.empty()) {
    from = nullptr;
    if (!results.contains("classes")) return nullptr;
    for (const auto& of_class : results.at("classes")) {
      if (of_class.at("name") == column.of_class) from = &of_class;
    }
  }
  const nlohmann::ordered_json::json_pointer place(column.place);
  if (from == nullptr || !from->contains(place) || from->at(place).is_null()) return nullptr;
  return &from->at(place);
}

std::string cell(const nlohmann::ordered_json& results, const Column& column) {
  const nlohmann::ordered_json* const value = value_at(results, column);
  if (value == nullptr) return {};
  return value->is_string() ? value->get<std::string>() : value->dump();
}

std::optional<double> figure(const nlohmann::ordered_json& results, const Column& column) {
  const nlohmann::ordered_json* const value = value_at(results, column);
  return value == nullptr ? std::nullopt : std::optional(value->get<double>());
}

}  // namespace

std::vector<std::vector<std::string>> sweep_table(const std::vector<SweepAxis>& axes,
                                                  const std::vector<SweepRow>& rows) {
  const std::vector<Column> columns = columns_of(rows);
  std::vector<std::string> header;
  for (const SweepAxis& axis : axes) header.push_back(axis.path);
  for (const Column& column : columns) header.emplace_back(column.name);
  header.emplace_back("reason");
  std::vector<std::vector<std::string>> table{header};
  for (const SweepRow& row : rows) {
    std::vector<std::string>& cells = table.emplace_back(row.values);
    for (const Column& column : columns) cells.push_back(cell(row.result.results, column));
    cells.push_back(reason_of(row.result));
  }
  return table;
}

std::vector<DescribedFigure> described_figures(const std::vector<SweepRow>& rows) {
  const std::vector<Column> columns = columns_of(rows);
  std::vector<DescribedFigure> figures;
  for (const Column& column : columns) {
    if (column.mean == SweepColumn::Mean::None) continue;
    DescribedFigure& figure =
        figures.emplace_back(DescribedFigure{column.name, column.mean == SweepColumn::Mean::OfStable});
    constexpr std::string_view kMean = "_mean";
    if (!figure.name.ends_with(kMean)) continue;
    const std::string interval = figure.name.substr(0, figure.name.size() - kMean.size()) + "_ci95";
    if (std::ranges::find(columns, interval, &Column::name) != columns.end()) figure.ci95 = interval;
  }
  return figures;
}

void write_sweep_means(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                       const std::vector<SweepRow>& rows) {
  const std::vector<Column> columns = columns_of(rows);
  std::vector<std::string> names;
  for (const Column& column : columns) {
    if (column.mean != SweepColumn::Mean::None) names.emplace_back(column.name);
  }
  std::vector<FigureRow> runs;
  for (const SweepRow& row : rows) {
    FigureRow& run = runs.emplace_back(FigureRow{row.values, row.result.outcome(), {}});
    for (const Column& column : columns) {
      if (column.mean == SweepColumn::Mean::None) continue;
      const bool has_mean =
          column.mean == SweepColumn::Mean::OfAll || row.result.stability() != Stability::Unstable;
      run.figures.push_back(has_mean ? figure(row.result.results, column) : std::nullopt);
    }
  }
  write_seed_means(file, axes, names, runs);
}

}  // namespace switchyard
