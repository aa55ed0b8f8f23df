#include "testbench/report/interrupted_run.h"

#include <fmt/format.h>

#include <csignal>

namespace switchyard {

void record_interruption(Results& results) {
  if (results.interrupted_by == 0) return;
  results.stability.verdict = Stability::Undecided;
  results.stability.because =
      "interrupted by " + describe_interruption(results.interrupted_by, results.cycles);
}

std::string describe_interruption(int signal, Cycle cycles) {
  return fmt::format("{} after {} cycles", signal == SIGINT ? "SIGINT" : "SIGTERM", cycles);
}

std::string interruption_line(const Results& results) {
  if (results.interrupted_by == 0) return {};
  return fmt::format("  INTERRUPTED by {}; the figures are those so far\n",
                     describe_interruption(results.interrupted_by, results.cycles));
}

}  // namespace switchyard
