#include "testbench/sweep/sweep_outcome.h"

#include <fmt/format.h>

#include <cstdio>

#include "testbench/run/exit_status.h"

namespace switchyard {

std::string describe(const PointResult& result) {
  if (!result.measured()) return "error: " + result.fault;
  if (result.results.contains("pram")) {
    const auto& step = result.results.at("pram").at("step_time").at("mean");
    return result.outcome() + (step.is_null() ? "" : fmt::format(", mean step {:.2f}", step.get<double>()));
  }
  if (result.results.contains("many_to_one"))
    return fmt::format("{}, {} routing steps", result.outcome(),
                       result.results.at("many_to_one").at("routing_steps").get<std::uint64_t>());
  const auto& mean = result.results.at("packet_latency").at("mean");
  return fmt::format(
      "{}, accepted {:.4f}{}", result.outcome(), result.results.at("accepted").get<double>(),
      result.stable() && !mean.is_null() ? fmt::format(", mean latency {:.2f}", mean.get<double>()) : "");
}

void FailedRuns::note(const std::string& name, const std::filesystem::path& folder,
                      const PointResult& result) {
  const std::string outcome = result.outcome();
  if (outcome == "stable" || outcome == "unstable") return;
  const std::lock_guard lock(mutex_);
  lines_.push_back(
      fmt::format("{}: {}; see {}", name, result.measured() ? outcome : describe(result), folder.string()));
  deadlock_ = deadlock_ || outcome == "deadlock";
}

int FailedRuns::report() const {
  for (const std::string& line : lines_) fmt::print(stderr, "switchyard: error: {}\n", line);
  if (deadlock_) return kDeadlock;
  return lines_.empty() ? kGood : kFailed;
}

}  // namespace switchyard
