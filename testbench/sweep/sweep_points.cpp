#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>
#include <system_error>

#include "testbench/file/csv.h"
#include "testbench/file/print.h"
#include "testbench/sweep/draw.h"
#include "testbench/sweep/seed_means.h"
#include "testbench/sweep/sweep.h"
#include "testbench/sweep/sweep_folder.h"
#include "testbench/sweep/sweep_outcome.h"
#include "testbench/sweep/sweep_progress.h"
#include "testbench/sweep/sweep_table.h"

namespace switchyard {
namespace {

void write_estimates(const Sweep& sweep) {
  const auto append_others = [&](std::vector<std::string>& cells, auto&& cell_of) {
    for (std::size_t i = 0; i < sweep.axes.size(); ++i)
      if (!is_along_a_curve(sweep.axes[i])) cells.push_back(cell_of(i));
  };
  std::vector<std::vector<std::string>> table(1);
  append_others(table.front(), [&](std::size_t i) { return sweep.axes[i].path; });
  table.front().insert(table.front().end(), {kLoadAxis, "latency"});
  for (const SweepEstimate& estimate : sweep.estimates) {
    for (const auto& [load, latency] : estimate.curve) {
      std::vector<std::string>& cells = table.emplace_back();
      append_others(cells, [&](std::size_t i) { return estimate.values[i]; });
      cells.insert(cells.end(), {fmt::format("{:.6g}", load), fmt::format("{:.6g}", latency)});
    }
  }
  write_csv(sweep.folder / "sweep_estimate.csv", table);
}

}  // namespace

int sweep_points(const Sweep& sweep) {
  const SweepFolder folder(sweep.folder);
  sweep.place->settle_earlier(folder.path(), sweep.resume);
  const std::vector<std::vector<std::string>> values = combinations(sweep.axes);
  std::vector<std::optional<PointResult>> results(values.size());
  std::set<std::filesystem::path> kept;
  std::vector<PlannedPoint> points;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (sweep.resume)
      results[i] = sweep.runner.earlier(sweep.configs[i], sweep.files[i], sweep.commit, folder.point(i));
    if (results[i]) {
      kept.insert(folder.point(i));
    } else {
      points.push_back({i, case_of(sweep.config, sweep.axes, values[i]), folder.point(i)});
    }
  }
  folder.remove_earlier(kept);

  const auto draw = [&](const std::vector<SweepRow>& rows) {
    return draw_pictures(sweep.folder,
                         lay_out_plots(sweep.name, sweep.axes, rows, sweep.picture_per, sweep.estimates));
  };
  if (!sweep.estimates.empty()) {
    write_estimates(sweep);
    try {
      draw({});
    } catch (const std::system_error&) {  // The runs come first; the picture of them says it again.
    }
  }

  const auto name_of = [&](std::size_t i) {
    return fmt::format("{}", fmt::join(assignments(sweep.axes, values[i]), ", "));
  };
  {
    SweepProgress progress(values.size(), kept.size());
    sweep.place->run(folder.path(), sweep.runner, points,
                     [&](std::size_t planned, const PointResult& result) {
                       const std::size_t i = points[planned].combination;
                       progress.point_done(name_of(i) + ": " + describe(result));
                       results[i] = result;
                     });
  }
  SweepCases cases;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (results[i]) cases.note(i, name_of(i), folder.point(i), *results[i]);
  }
  std::vector<SweepRow> rows;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (results[i]) rows.push_back({values[i], *results[i]});
  }
  const int status = cases.report();
  write_sweep_description(sweep, described_figures(rows));
  write_csv(sweep.folder / "sweep.csv", sweep_table(sweep.axes, rows));
  print_out("{}/sweep.csv\n", sweep.folder.string());
  if (has_seeds(sweep.axes)) {
    write_sweep_means(sweep.folder / "sweep_means.csv", sweep.axes, rows);
    print_out("{}/sweep_means.csv\n", sweep.folder.string());
  }
  if (!sweep.estimates.empty()) print_out("{}/sweep_estimate.csv\n", sweep.folder.string());
  for (const auto& picture : draw(rows)) print_out("{}\n", picture.string());
  cases.write(sweep.junit, sweep.name);
  return rows.size() == values.size()
             ? status
             : report_interruption(rows.size(), values.size(),
                                   "points are done; the same command with --resume goes on");
}

}  // namespace switchyard
