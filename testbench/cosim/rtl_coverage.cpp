#include "testbench/cosim/rtl_coverage.h"

#include <verilated_cov.h>

#include "testbench/cosim/rtl_context.h"

namespace switchyard {

bool counts_rtl_coverage() { return true; }

void write_rtl_coverage(const std::filesystem::path& file) {
  const std::filesystem::path part = file.string() + ".part";
  rtl_context().coveragep()->write(part.c_str());
  std::filesystem::rename(part, file);
}

}  // namespace switchyard
