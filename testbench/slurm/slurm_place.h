#pragma once

#include <string>

#include "testbench/slurm/slurm_command.h"
#include "testbench/sweep/point_place.h"

namespace switchyard {

/// The machines of a Slurm cluster that share this one's folders. Points go there as tasks of a job array,
/// several to a task; what is lost with a task is submitted again, each point in a task of its own.
///
/// A point is given up, with the reason, if Slurm has stopped a task of its own because of its time or
/// memory, or if it was lost five times. Everything of this is in the folder slurm/ of the sweep: slurm/job
/// has the identity of the last job, slurm/<round>/ the files of SlurmRound.
///
/// Errors: those of Slurm; std::invalid_argument if no task of a job has begun.
class SlurmPlace final : public PointPlace {
 public:
  /// `name`: of the jobs.
  SlurmPlace(std::string name, SlurmLimits limits) : name_(std::move(name)), limits_(std::move(limits)) {}

  /// A job that an earlier command has left running is waited for.
  void settle_earlier(const std::filesystem::path& sweep_folder, bool resume) const override;
  void run(const std::filesystem::path& sweep_folder, const PointRunner& runner,
           const std::vector<PlannedPoint>& points, const Done& done) const override;

 private:
  std::string name_;
  SlurmLimits limits_;
};

}  // namespace switchyard
