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

std::string cell(const nlohmann::ordered_json& results, const SweepColumn& column) {
  const nlohmann::ordered_json::json_pointer place(column.place);
  if (!results.contains(place) || results.at(place).is_null()) return {};
  const auto& value = results.at(place);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::optional<double> figure(const nlohmann::ordered_json& results, const SweepColumn& column) {
  const nlohmann::ordered_json::json_pointer place(column.place);
  if (!results.contains(place) || results.at(place).is_null()) return std::nullopt;
  return results.at(place).get<double>();
}

}  // namespace

std::vector<std::vector<std::string>> sweep_table(const std::vector<SweepAxis>& axes,
                                                  const std::vector<SweepRow>& rows) {
  const auto columns = sweep_figures_of(results_of(rows)).columns;
  std::vector<std::string> header;
  for (const SweepAxis& axis : axes) header.push_back(axis.path);
  for (const SweepColumn& column : columns) header.emplace_back(column.name);
  header.emplace_back("reason");
  std::vector<std::vector<std::string>> table{header};
  for (const SweepRow& row : rows) {
    std::vector<std::string>& cells = table.emplace_back(row.values);
    for (const SweepColumn& column : columns) cells.push_back(cell(row.result.results, column));
    cells.push_back(reason_of(row.result));
  }
  return table;
}

std::vector<DescribedFigure> described_figures(const std::vector<SweepRow>& rows) {
  const auto columns = sweep_figures_of(results_of(rows)).columns;
  std::vector<DescribedFigure> figures;
  for (const SweepColumn& column : columns) {
    if (column.mean == SweepColumn::Mean::None) continue;
    DescribedFigure& figure =
        figures.emplace_back(DescribedFigure{column.name, column.mean == SweepColumn::Mean::OfStable});
    constexpr std::string_view kMean = "_mean";
    if (!figure.name.ends_with(kMean)) continue;
    const std::string interval = figure.name.substr(0, figure.name.size() - kMean.size()) + "_ci95";
    if (std::ranges::find(columns, interval, &SweepColumn::name) != columns.end()) figure.ci95 = interval;
  }
  return figures;
}

void write_sweep_means(const std::filesystem::path& file, const std::vector<SweepAxis>& axes,
                       const std::vector<SweepRow>& rows) {
  const auto columns = sweep_figures_of(results_of(rows)).columns;
  std::vector<std::string> names;
  for (const SweepColumn& column : columns) {
    if (column.mean != SweepColumn::Mean::None) names.emplace_back(column.name);
  }
  std::vector<FigureRow> runs;
  for (const SweepRow& row : rows) {
    FigureRow& run = runs.emplace_back(FigureRow{row.values, row.result.outcome(), {}});
    for (const SweepColumn& column : columns) {
      if (column.mean == SweepColumn::Mean::None) continue;
      const bool has_mean =
          column.mean == SweepColumn::Mean::OfAll || row.result.stability() != Stability::Unstable;
      run.figures.push_back(has_mean ? figure(row.result.results, column) : std::nullopt);
    }
  }
  write_seed_means(file, axes, names, runs);
}

}  // namespace switchyard
