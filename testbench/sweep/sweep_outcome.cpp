#include "testbench/sweep/sweep_outcome.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>

#include "testbench/file/print.h"
#include "testbench/process/interruption.h"
#include "testbench/report/exit_status.h"
#include "testbench/sweep/sweep_kinds.h"

namespace switchyard {
namespace {

/// On one line; empty if the run is as it should be, but perhaps not stable.
std::string cause_of(const PointResult& run) {
  const std::string outcome = run.outcome();
  const auto& results = run.results;
  const auto text = [](const nlohmann::ordered_json& value) { return value.get<std::string>(); };
  const auto count = [](const nlohmann::ordered_json& value) { return value.get<std::uint64_t>(); };
  if (!run.measured()) return run.fault;
  if (run.stable() || outcome == "unstable" || outcome == "undecided") return {};
  if (outcome == "unfinished")
    return fmt::format("{} tasks have not ended within platform.limit",
                       run.results.at("unfinished_tasks").size());
  if (outcome == "failed_check") return text(results.at("failed_check"));
  if (outcome == "deadlock" && !results.at("deadlock").is_null())
    return fmt::format("in cycle {}, {} buffers can never move again", count(results["deadlock"].at("found")),
                       count(results["deadlock"].at("knot_buffers")));
  if (outcome == "stall")
    return fmt::format("step {} does not end: nothing has moved from cycle {} to {}",
                       count(results.at("stall").at("step")), count(results["stall"].at("since")),
                       count(results["stall"].at("found")));
  if (outcome == "divergence")
    return fmt::format("in cycle {}, {} is {} in the RTL, {} in the model",
                       count(results.at("divergence").at("cycle")), text(results["divergence"].at("signal")),
                       text(results["divergence"].at("rtl")), text(results["divergence"].at("model")));
  return outcome;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string describe(const PointResult& run) {
  if (const std::string cause = first_line(cause_of(run)); !cause.empty())
    return cause == run.outcome() ? cause : fmt::format("{}: {}", run.outcome(), cause);
  return run.outcome() + sweep_figures_of(run).describe(run.results);
}

void FailedRuns::note(const std::string& name, const std::filesystem::path& folder,
                      const PointResult& result) {
  if (cause_of(result).empty()) return;
  const std::lock_guard lock(mutex_);
  lines_.push_back(fmt::format("{}: {}; see {}", name, describe(result), folder.string()));
  deadlock_ = deadlock_ || result.outcome() == "deadlock";
}

int FailedRuns::report() const {
  for (const std::string& line : lines_) print_error("switchyard: error: {}\n", line);
  if (deadlock_) return kDeadlock;
  return lines_.empty() ? kGood : kFailed;
}

int report_interruption(std::size_t done, std::size_t of, const std::string& what) {
  print_error("switchyard: interrupted by {}: {} of {} {}\n", interruption() == SIGINT ? "SIGINT" : "SIGTERM",
              done, of, what);
  return interrupted_status();
}

}  // namespace switchyard
