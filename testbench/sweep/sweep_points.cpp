#include <fmt/format.h>
#include <fmt/ranges.h>

#include "testbench/file/pending_file.h"
#include "testbench/sweep/gnuplot.h"
#include "testbench/sweep/parallel.h"
#include "testbench/sweep/sweep.h"
#include "testbench/sweep/sweep_outcome.h"
#include "testbench/sweep/sweep_progress.h"
#include "testbench/sweep/sweep_table.h"

namespace switchyard {
namespace {

void draw(const Sweep& sweep, const std::vector<PointResult>& points) {
  for (const auto& [stem, plot] : lay_out_plots(sweep.name, sweep.axes, points, sweep.picture_per)) {
    if (plot.curves.empty()) continue;
    write_file(sweep.folder / (stem + ".gp"), gnuplot_script(plot, stem));
    try {
      run_gnuplot(sweep.folder, stem);
      fmt::print("{0}/{1}.png\n{0}/{1}.svg\n", sweep.folder.string(), stem);
    } catch (const std::runtime_error& error) {
      fmt::print(stderr, "switchyard: note: no picture: {}\n", error.what());
    }
  }
}

}  // namespace

int sweep_points(const Sweep& sweep) {
  const std::vector<std::vector<std::string>> rows = combinations(sweep.axes);
  std::vector<PointResult> points(rows.size());
  FailedRuns failures;
  {
    SweepProgress progress(rows.size());
    for_each_parallel(rows.size(), sweep.jobs, [&](std::size_t i) {
      const std::string name = fmt::format("{}", fmt::join(assignments(sweep.axes, rows[i]), ", "));
      const std::filesystem::path folder = sweep.folder / "points" / std::to_string(i);
      points[i] = sweep.runner.run(case_of(sweep.config, sweep.axes, rows[i]), folder);
      failures.note(name, folder, points[i]);
      progress.point_done(name + ": " + describe(points[i]));
    });
  }
  write_sweep_table(sweep.folder / "sweep.csv", sweep.axes, points);
  fmt::print("{}/sweep.csv\n", sweep.folder.string());
  draw(sweep, points);
  return failures.report();
}

}  // namespace switchyard
