#include <fmt/format.h>
#include <fmt/ranges.h>

#include "testbench/file/print.h"
#include "testbench/sweep/draw.h"
#include "testbench/sweep/parallel.h"
#include "testbench/sweep/sweep.h"
#include "testbench/sweep/sweep_outcome.h"
#include "testbench/sweep/sweep_progress.h"
#include "testbench/sweep/sweep_table.h"

namespace switchyard {

int sweep_points(const Sweep& sweep) {
  const std::vector<std::vector<std::string>> values = combinations(sweep.axes);
  std::vector<SweepRow> rows(values.size());
  FailedRuns failures;
  {
    SweepProgress progress(rows.size());
    for_each_parallel(rows.size(), sweep.jobs, [&](std::size_t i) {
      const std::string name = fmt::format("{}", fmt::join(assignments(sweep.axes, values[i]), ", "));
      const std::filesystem::path folder = sweep.folder / "points" / std::to_string(i);
      rows[i] = {values[i], sweep.runner.run(case_of(sweep.config, sweep.axes, values[i]), folder)};
      failures.note(name, folder, rows[i].result);
      progress.point_done(name + ": " + describe(rows[i].result));
    });
  }
  const int status = failures.report();
  write_sweep_table(sweep.folder / "sweep.csv", sweep.axes, rows);
  print_out("{}/sweep.csv\n", sweep.folder.string());
  draw_pictures(sweep.folder, lay_out_plots(sweep.name, sweep.axes, rows, sweep.picture_per));
  return status;
}

}  // namespace switchyard
