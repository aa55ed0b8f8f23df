#include "testbench/wave/fst.h"

#include <system_error>

#include "testbench/process/child_process.h"

namespace switchyard {

bool is_fst(const std::filesystem::path& wave_file) { return wave_file.extension() == ".fst"; }

void convert_to_fst(const std::filesystem::path& vcd, const std::filesystem::path& fst) {
  const std::filesystem::path part = fst.string() + ".part";
  const ChildExit exit = run_child({"vcd2fst", {vcd.string(), part.string()}, {}, "/dev/null", {}});
  if (exit.status != 0 || exit.signal != 0) {
    throw std::system_error(std::make_error_code(std::errc::io_error),
                            "vcd2fst could not turn " + vcd.string() + " into " + fst.string());
  }
  std::filesystem::rename(part, fst);
  std::filesystem::remove(vcd);
}

}  // namespace switchyard
