#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace switchyard {

/// What a user may say about the tasks of a job.
struct SlurmLimits {
  std::size_t points_per_task = 0;   ///< 0: so many that there are 100 tasks or fewer.
  std::size_t at_a_time = 0;         ///< Tasks; 0: as many as Slurm likes.
  std::string time;                  ///< Of a task, as sbatch has it; empty: that of the cluster.
  std::string memory;                ///< Of a task, as sbatch has it; empty: that of the cluster.
  std::vector<std::string> options;  ///< More of them for sbatch: "--partition=long".
};

/// Slurm, by the commands that every user of it has: sbatch, squeue, scancel, scontrol. `folder`: for what
/// they say.
///
/// Errors: std::system_error if a command is not installed, std::invalid_argument with what it said if it
/// fails.
class Slurm {
 public:
  explicit Slurm(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The most tasks that a job may have.
  std::size_t max_tasks() const;
  /// A job of `tasks` tasks, each of which runs the script with its number in SLURM_ARRAY_TASK_ID; returns
  /// its identity. What they print goes to `output`, in which %a is that number.
  std::string submit(const std::string& name, const std::filesystem::path& script,
                     const std::filesystem::path& output, std::size_t tasks, const SlurmLimits& limits) const;
  /// Whether any task of it waits or runs. True if Slurm does not answer just now.
  bool has(const std::string& job) const;
  /// How its tasks ended, as far as Slurm remembers: "TIMEOUT", by their numbers.
  std::map<std::size_t, std::string> states(const std::string& job) const;
  void cancel(const std::string& job) const;

 private:
  struct Answer {
    bool good;
    std::string out, err;
  };
  Answer ask(const std::string& program, const std::vector<std::string>& arguments) const;
  std::string out_of(const std::string& program, const std::vector<std::string>& arguments) const;

  std::filesystem::path folder_;
};

}  // namespace switchyard
