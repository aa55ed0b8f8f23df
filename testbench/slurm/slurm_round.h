#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "testbench/sweep/point_place.h"

namespace switchyard {

/// The tasks of one job: files that say what each runs, and logs of how far each has come.
///
///     <folder>/job.sh         what Slurm runs: the task of its number
///     <folder>/task_<n>.sh    the commands of a task, one after the other
///     <folder>/task_<n>.log   "start <combination>", "end <combination> <exit status>": a line each
class SlurmRound {
 public:
  using Tasks = std::vector<std::vector<std::size_t>>;  ///< Of each task, which of the points.

  /// What became of a point in this round.
  struct Progress {
    bool started = false;
    std::optional<int> status;  ///< As a shell has it: above 128 for a signal. None: it has not ended.
  };

  /// Writes the files. Makes the folder.
  /// Errors: std::system_error that names the file.
  SlurmRound(std::filesystem::path folder, const PointRunner& runner, const std::vector<PlannedPoint>& points,
             Tasks tasks);

  std::filesystem::path script() const { return folder_ / "job.sh"; }
  std::filesystem::path output() const { return folder_ / "task_%a.out"; }
  const Tasks& tasks() const { return tasks_; }

  /// What the logs say, by the number of the point.
  std::map<std::size_t, Progress> progress() const;

 private:
  std::filesystem::path folder_;
  const std::vector<PlannedPoint>& points_;
  Tasks tasks_;
};

}  // namespace switchyard
