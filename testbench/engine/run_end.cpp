#include "testbench/engine/run_end.h"

#include <fmt/format.h>
#include <sys/resource.h>

namespace switchyard {

void record_peak_memory(Results& results) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  results.peak_memory_bytes = usage.ru_maxrss * std::uint64_t{1024};
}

void check_stability(const Expectations& expect, Results& results) {
  const auto& [verdict, because, growth, slowest, slowest_growth] = results.stability;
  if (!expect.stable || verdict == (*expect.stable ? Stability::Stable : Stability::Unstable)) return;
  results.missed_expectations.push_back(fmt::format("expect.stable = {}, but the run is {}{}", *expect.stable,
                                                    to_string(verdict),
                                                    because.empty() ? "" : ": " + because));
}

}  // namespace switchyard
