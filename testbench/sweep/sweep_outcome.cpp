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

/// Empty if the run is as it should be, but perhaps not stable.
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

}  // namespace

std::string reason_of(const PointResult& run) {
  const std::string cause = cause_of(run);
  return cause.substr(0, cause.find('\n'));
}

std::string describe(const PointResult& run) {
  if (const std::string reason = reason_of(run); !reason.empty())
    return reason == run.outcome() ? reason : fmt::format("{}: {}", run.outcome(), reason);
  return run.outcome() + sweep_figures_of(run).describe(run.results);
}

void SweepCases::note(std::size_t combination, const std::string& name, const std::filesystem::path& folder,
                      const PointResult& result) {
  using Outcome = JunitCase::Outcome;
  JunitCase test{"sweep", name, result.wall_seconds(), Outcome::Passed, {}, {}};
  if (!reason_of(result).empty()) {
    test.outcome = result.measured() ? Outcome::Failed : Outcome::Error;
    test.message = describe(result);
    test.files = {folder.string()};
  }
  const std::lock_guard lock(mutex_);
  cases_[combination].push_back(std::move(test));
  deadlock_ = deadlock_ || result.outcome() == "deadlock";
}

std::vector<JunitCase> SweepCases::in_order() const {
  std::vector<JunitCase> all;
  for (const auto& [combination, cases] : cases_) all.insert(all.end(), cases.begin(), cases.end());
  return all;
}

int SweepCases::report() const {
  bool failed = false;
  for (const JunitCase& test : in_order()) {
    if (test.outcome == JunitCase::Outcome::Passed) continue;
    failed = true;
    print_error("switchyard: error: {}: {}; see {}\n", test.name, test.message, test.files.front());
  }
  if (deadlock_) return kDeadlock;
  return failed ? kFailed : kGood;
}

void SweepCases::write(const std::filesystem::path& file, const std::string& suite) const {
  if (!file.empty()) write_junit(file, suite, in_order());
}

int report_interruption(std::size_t done, std::size_t of, const std::string& what) {
  print_error("switchyard: interrupted by {}: {} of {} {}\n", interruption() == SIGINT ? "SIGINT" : "SIGTERM",
              done, of, what);
  return interrupted_status();
}

}  // namespace switchyard
