#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <set>

#include "testbench/file/print.h"
#include "testbench/process/child_process.h"
#include "testbench/sweep/draw.h"
#include "testbench/sweep/parallel.h"
#include "testbench/sweep/seed_means.h"
#include "testbench/sweep/sweep.h"
#include "testbench/sweep/sweep_folder.h"
#include "testbench/sweep/sweep_outcome.h"
#include "testbench/sweep/sweep_progress.h"
#include "testbench/sweep/sweep_table.h"

namespace switchyard {

int sweep_points(const Sweep& sweep) {
  const InterruptibleChildren interruptible;
  const SweepFolder folder(sweep.folder);
  const std::vector<std::vector<std::string>> values = combinations(sweep.axes);
  std::vector<std::optional<PointResult>> results(values.size());
  std::set<std::filesystem::path> kept;
  for (std::size_t i = 0; i < values.size() && sweep.resume; ++i) {
    results[i] = sweep.runner.earlier(sweep.configs[i], sweep.files[i], sweep.commit, folder.point(i));
    if (results[i]) kept.insert(folder.point(i));
  }
  folder.remove_earlier(kept);

  FailedRuns failures;
  {
    SweepProgress progress(values.size(), kept.size());
    for_each_parallel(values.size(), sweep.jobs, [&](std::size_t i) {
      const std::string name = fmt::format("{}", fmt::join(assignments(sweep.axes, values[i]), ", "));
      if (!results[i]) {
        const PointResult result =
            sweep.runner.run(case_of(sweep.config, sweep.axes, values[i]), folder.point(i));
        if (!result.done()) return;
        progress.point_done(name + ": " + describe(result));
        results[i] = result;
      }
      failures.note(name, folder.point(i), *results[i]);
    });
  }
  std::vector<SweepRow> rows;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (results[i]) rows.push_back({values[i], *results[i]});
  }
  const int status = failures.report();
  write_sweep_table(sweep.folder / "sweep.csv", sweep.axes, rows);
  print_out("{}/sweep.csv\n", sweep.folder.string());
  if (has_seeds(sweep.axes)) {
    write_sweep_means(sweep.folder / "sweep_means.csv", sweep.axes, rows);
    print_out("{}/sweep_means.csv\n", sweep.folder.string());
  }
  draw_pictures(sweep.folder, lay_out_plots(sweep.name, sweep.axes, rows, sweep.picture_per));
  return rows.size() == values.size()
             ? status
             : report_interruption(rows.size(), values.size(),
                                   "points are done; the same command with --resume goes on");
}

}  // namespace switchyard
