#pragma once

#include <filesystem>
#include <string>

namespace switchyard {

/// Writes a program of the shell, `folder`/`name`.
void write_program(const std::filesystem::path& folder, const std::string& name, const std::string& text);

/// Writes commands of Slurm that run the tasks of a job at once, one after the other, and forget the job.
/// What sbatch is given goes to `folder`/jobs; of any task squeue says $STATE in the end.
void write_fake_slurm(const std::filesystem::path& folder);

}  // namespace switchyard
