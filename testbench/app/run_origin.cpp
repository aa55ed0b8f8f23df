#include "testbench/app/run_origin.h"

#include <ctime>
#include <systemc>

#include "testbench/app/commit.h"

namespace switchyard {
namespace {

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[sizeof "2026-11-22T12:00:00Z"];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

}  // namespace

RunOrigin origin_of_this_run(const std::vector<std::string>& overrides) {
  return {kCommit, {sc_core::sc_argv(), sc_core::sc_argv() + sc_core::sc_argc()}, overrides, date_now()};
}

}  // namespace switchyard
