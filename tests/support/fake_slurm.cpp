#include "tests/support/fake_slurm.h"

#include <fstream>

namespace switchyard {

void write_program(const std::filesystem::path& folder, const std::string& name, const std::string& text) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name) << "#!/bin/bash\n" << text << '\n';
  std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
}

void write_fake_slurm(const std::filesystem::path& folder) {
  write_program(folder, "sbatch", "echo \"$@\" >> " + (folder / "jobs").string() + R"(
for word; do [[ $word != --array=0-* ]] || last=${word#--array=0-}; done
for task in $(seq 0 "${last%\%*}"); do SLURM_ARRAY_TASK_ID=$task bash "$word" || true; done
echo 17)");
  write_program(folder, "squeue", "[[ $* != *--states=all* ]] || echo \"0 $STATE\"");
  write_program(folder, "scontrol", "echo 'MaxArraySize            = 1001'");
  write_program(folder, "scancel", "exit 1");
}

}  // namespace switchyard
