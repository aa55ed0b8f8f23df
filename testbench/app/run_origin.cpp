#include "testbench/app/run_origin.h"

#include <fmt/chrono.h>

#include <ctime>
#include <systemc>

#include "testbench/app/commit.h"
#include "testbench/report/version.h"

namespace switchyard {

std::string name_and_version() { return fmt::format("switchyard {} (commit {})", kVersion, kCommit); }

RunOrigin origin_of_this_run(const std::vector<std::string>& overrides) {
  return {kCommit,
          {sc_core::sc_argv(), sc_core::sc_argv() + sc_core::sc_argc()},
          overrides,
          fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)))};
}

}  // namespace switchyard
