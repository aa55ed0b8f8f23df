#include "testbench/run/run_end.h"

#include <fmt/format.h>
#include <sys/resource.h>

namespace switchyard {

void record_peak_memory(Results& results) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  results.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

void check_stability(const Expectations& expect, Results& results) {
  if (!expect.stable || *expect.stable == results.stable) return;
  results.missed_expectations.push_back(
      fmt::format("expect.stable = {}, but the run is {}", *expect.stable,
                  results.stable ? "stable" : "not: " + results.unstable_because));
}

}  // namespace switchyard
