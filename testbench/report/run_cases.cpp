#include "testbench/report/run_cases.h"

#include <algorithm>

#include "testbench/report/interrupted_run.h"
#include "testbench/report/report.h"

namespace switchyard {
namespace {

using Outcome = JunitCase::Outcome;

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

JunitCase case_of_run(const std::string& group, const Results& results) {
  const auto ended = [&](Outcome outcome, const std::string& message) {
    return JunitCase{group, "run", results.wall_seconds, outcome, message, {}};
  };
  if (results.divergence) return ended(Outcome::Failed, first_line(describe(*results.divergence)));
  if (results.stall) return ended(Outcome::Failed, first_line(describe(*results.stall)));
  if (results.deadlock) return ended(Outcome::Failed, first_line(describe(*results.deadlock)));
  if (!results.failed_check.empty()) return ended(Outcome::Failed, results.failed_check);
  if (results.interrupted_by != 0)
    return ended(Outcome::Error,
                 "interrupted by " + describe_interruption(results.interrupted_by, results.cycles));
  return ended(Outcome::Passed, {});
}

/// Those that a run is held to.
std::vector<std::string> expectations_of(const Experiment& experiment) {
  const Expectations& expect = experiment.expect;
  std::vector<std::string> names;
  const auto add = [&](bool given, const char* name) {
    if (given) names.emplace_back(std::string("expect.") + name);
  };
  add(expect.stable.has_value(), "stable");
  add(expect.min_accepted.has_value(), "min_accepted");
  add(expect.unreachable_pairs.has_value() && experiment.machine == nullptr, "unreachable_pairs");
  add(expect.max_mean_latency.has_value(), "max_mean_latency");
  add(expect.max_p99_latency.has_value(), "max_p99_latency");
  add(expect.max_mean_step.has_value(), "max_mean_step");
  return names;
}

/// "expect.stable" of "expect.stable = true, but the run is unstable".
std::string expectation_in(const std::string& miss) { return miss.substr(0, miss.find(' ')); }

}  // namespace

std::vector<JunitCase> run_cases(const std::string& group, const Experiment& experiment,
                                 const Results& results) {
  std::vector<JunitCase> cases{case_of_run(group, results)};
  const std::vector<std::string>& misses = results.missed_expectations;
  const bool ended = cases.front().outcome == Outcome::Passed;
  for (const std::string& name : expectations_of(experiment)) {
    const bool missed = std::ranges::count(misses, name, expectation_in) != 0;
    if (!missed)
      cases.push_back({group,
                       name,
                       0,
                       ended ? Outcome::Passed : Outcome::Skipped,
                       ended ? "" : "the run did not end as it should",
                       {}});
  }
  for (const std::string& miss : misses)
    cases.push_back({group, expectation_in(miss), 0, Outcome::Failed, miss, {}});
  return cases;
}

}  // namespace switchyard
