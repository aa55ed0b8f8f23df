#include "testbench/report/machine_figures.h"

#include <fmt/format.h>

#include "testbench/report/interrupted_run.h"
#include "testbench/report/results.h"

namespace switchyard {

std::string outcome_lines(const Results& r) {
  std::string text = interruption_line(r);
  if (r.stability.verdict == Stability::Unstable)
    text += fmt::format("  INCOMPLETE        {}\n", r.stability.because);
  if (!r.failed_check.empty()) text += fmt::format("  FAILED CHECK      {}\n", r.failed_check);
  for (const std::string& miss : r.missed_expectations) text += fmt::format("  NOT AS EXPECTED   {}\n", miss);
  return text;
}

std::string run_time_text(const PhysicalUnits& units, const Results& results) {
  return fmt::format("  in time           {:.1f} ns, at {} ns per cycle\n",
                     static_cast<double>(results.cycles) * units.clock_period, units.clock_period);
}

}  // namespace switchyard
