#include "testbench/wave/fst.h"

#include <system_error>

#include "testbench/process/child_process.h"
#include "testbench/process/interruption.h"

namespace switchyard {

bool is_fst(const std::filesystem::path& wave_file) { return wave_file.extension() == ".fst"; }

void convert_to_fst(const std::filesystem::path& vcd, const std::filesystem::path& fst) {
  const std::filesystem::path part = fst.string() + ".part";
  const RemovedIfKilled vcd_of_the_killed(vcd);
  const RemovedIfKilled part_of_the_killed(part);
  const RemovedIfKilled hierarchy_of_the_killed(part.string() + ".hier");  // vcd2fst's own.
  const ChildExit exit = run_child({.program = "vcd2fst",
                                    .arguments = {vcd.string(), part.string()},
                                    .folder = {},
                                    .stdout_file = "/dev/null",
                                    .stderr_file = {},
                                    .outlasts_interruptions = true});
  if (exit.status != 0 || exit.signal != 0) {
    std::filesystem::remove(part);
    throw std::system_error(std::make_error_code(std::errc::io_error),
                            "vcd2fst could not turn " + vcd.string() + " into " + fst.string());
  }
  std::filesystem::rename(part, fst);
  std::filesystem::remove(vcd);
}

}  // namespace switchyard
