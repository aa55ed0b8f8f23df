#include "testbench/regression/cosim_regression.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "testbench/file/junit.h"
#include "testbench/file/pending_file.h"
#include "testbench/file/print.h"
#include "testbench/process/child_process.h"
#include "testbench/regression/rtl_coverage_report.h"
#include "testbench/report/exit_status.h"
#include "testbench/sweep/parallel.h"
#include "testbench/sweep/sweep_outcome.h"
#include "testbench/sweep/sweep_point.h"
#include "testbench/sweep/sweep_progress.h"

namespace switchyard {
namespace {

constexpr const char* kReference = "fast";
constexpr const char* kCannotRun = "cannot run";

struct Run {
  std::string level;
  std::uint64_t seed = 0;
  PointResult result;

  std::filesystem::path folder(const CosimRegression& regression) const {
    return regression.folder / fmt::format("{}_{}", level, seed);
  }
  std::string name() const { return fmt::format("{}, seed {}", level, seed); }
  std::string hash() const {
    return result.measured() ? result.results.at("event_hash").get<std::string>() : "-";
  }
  std::uint64_t cycles() const {
    return result.measured() ? result.results.at("cycles").get<std::uint64_t>() : 0;
  }
  std::string ended() const {
    if (result.measured()) return result.outcome();
    return result.refused ? kCannotRun : result.fault;
  }
  bool diverged() const { return result.outcome() == "divergence"; }

  /// What it left in its folder, in order.
  std::vector<std::string> files(const CosimRegression& regression) const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder(regression)))
      found.push_back(entry.path().string());
    std::sort(found.begin(), found.end());
    return found;
  }
};

std::vector<std::string> options_at(const CosimRegression& regression, const std::string& level) {
  std::vector<std::string> options{"--allow-unsafe"};
  if (const auto more = regression.options.find(level); more != regression.options.end())
    options.insert(options.end(), more->second.begin(), more->second.end());
  return options;
}

std::string describe_divergence(const nlohmann::ordered_json& divergence) {
  if (divergence.at("model").get<std::string>().empty())
    return fmt::format("cycle {}: the assertion {} does not hold ({})",
                       divergence.at("cycle").get<std::uint64_t>(),
                       divergence.at("signal").get<std::string>(), divergence.at("rtl").get<std::string>());
  return fmt::format("cycle {}: {} is {} in the RTL, {} in the model",
                     divergence.at("cycle").get<std::uint64_t>(), divergence.at("signal").get<std::string>(),
                     divergence.at("rtl").get<std::string>(), divergence.at("model").get<std::string>());
}

/// What is wrong with a run that can be compared; empty: it is the reference's run.
std::string failure_of(const Run& run, const Run& reference) {
  if (!run.result.measured()) return run.result.fault;
  if (!reference.result.measured()) return reference.name() + ": " + reference.result.fault;
  if (run.diverged()) return describe_divergence(run.result.results.at("divergence"));
  if (run.result.outcome() == "failed_check") return run.result.results.at("failed_check");
  if (run.hash() != reference.hash())
    return fmt::format("event hash {}, but {} in {}", run.hash(), reference.hash(), reference.name());
  if (run.cycles() != reference.cycles() || run.result.outcome() != reference.result.outcome())
    return fmt::format("{} after {} cycles, but {} after {} in {}", run.result.outcome(), run.cycles(),
                       reference.result.outcome(), reference.cycles(), reference.name());
  return {};
}

JunitCase compare(const CosimRegression& regression, const Run& run, const Run& reference) {
  using Outcome = JunitCase::Outcome;
  JunitCase test{regression.config, run.name(), run.result.wall_seconds(), Outcome::Passed, {}, {}};
  if (run.result.refused) {
    test.outcome = Outcome::Skipped;
    test.message = run.result.fault;
  } else if (reference.result.refused) {
    test.outcome = Outcome::Skipped;
    test.message = reference.name() + " cannot run, so there is nothing to compare it with";
  } else if (std::string failure = failure_of(run, reference); !failure.empty()) {
    test.outcome = run.result.measured() ? Outcome::Failed : Outcome::Error;
    test.message = std::move(failure);
    test.files = run.files(regression);
    if (&run != &reference) {
      const std::vector<std::string> more = reference.files(regression);
      test.files.insert(test.files.end(), more.begin(), more.end());
    }
  }
  return test;
}

std::string verdict_of(const Run& run, const JunitCase& test) {
  if (run.result.refused) return kCannotRun;
  if (test.outcome == JunitCase::Outcome::Skipped) return "not compared";
  return test.outcome == JunitCase::Outcome::Passed ? "same" : "DIFFERS: " + test.message;
}

void print_row(const Run& run, const std::string& verdict) {
  print_out("{:<12} {:>6} {:>9} {:<17} {:>9.3f}  {}\n", run.level, run.seed, run.cycles(), run.hash(),
            run.result.wall_seconds(), verdict);
}

/// Each reason once.
void print_refusals(const std::vector<Run>& runs) {
  std::map<std::string, std::vector<std::string>> refused;
  for (const Run& run : runs) {
    if (run.result.refused) refused[run.result.fault].push_back(run.name());
  }
  for (const auto& [reason, names] : refused)
    print_error("cannot run {}: {}\n", fmt::join(names, "; "), reason);
}

/// Of all runs together, as properties for CI.
std::vector<JunitProperty> report_coverage(const CosimRegression& regression, const std::vector<Run>& runs) {
  RtlCoverage coverage;
  for (const Run& run : runs) {
    if (run.result.measured()) coverage.add(run.folder(regression) / "coverage.dat");
  }
  const std::map<std::string, CoverageFigure> figures = coverage.figures({});
  if (figures.empty()) {
    print_out("no module of rtl/ has run\n");
    return {};
  }
  write_file(regression.folder / "coverage.csv", coverage_csv(figures));
  print_out("\n{}\n", coverage_table(figures));
  const CoverageFigure total = coverage_total(figures);
  return {{"line_coverage", fmt::format("{:.1f}", total.line_percent())},
          {"toggle_coverage", fmt::format("{:.1f}", total.toggle_percent())}};
}

}  // namespace

int run_regression(const CosimRegression& regression) {
  std::vector<std::string> levels{kReference};
  std::copy_if(regression.levels.begin(), regression.levels.end(), std::back_inserter(levels),
               [](const std::string& level) { return level != kReference; });
  std::vector<Run> runs;  // [seed][level]; the reference first.
  for (const std::uint64_t seed : regression.seeds) {
    for (const std::string& level : levels) runs.push_back({level, seed, {}});
  }
  {
    const InterruptibleChildren interruptible;
    SweepProgress progress(runs.size());
    for_each_parallel(runs.size(), regression.jobs, [&](std::size_t i) {
      Run& run = runs[i];
      const PointRunner runner(run.level, regression.overrides, options_at(regression, run.level),
                               /*machines=*/{}, regression.program);
      const SweepCase seeded{regression.config, {fmt::format("seed={}", run.seed)}};
      run.result = runner.run(seeded, run.folder(regression));
      if (run.result.done()) progress.point_done(run.name() + ": " + run.ended());
    });
  }

  print_out("{:<12} {:>6} {:>9} {:<17} {:>9}\n", "level", "seed", "cycles", "event hash", "seconds");
  std::vector<JunitCase> cases;
  bool diverged = false;
  std::size_t refused = 0;
  std::size_t differ = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Run& run = runs[i];
    const Run& reference = runs[i - i % levels.size()];
    if (!run.result.done() || !reference.result.done()) continue;
    const JunitCase& test = cases.emplace_back(compare(regression, run, reference));
    print_row(run, verdict_of(run, test));
    if (test.outcome == JunitCase::Outcome::Skipped) {
      ++refused;
    } else if (test.outcome != JunitCase::Outcome::Passed) {
      ++differ;
    }
    diverged |= run.diverged();
  }
  std::vector<JunitProperty> properties;
  if (regression.coverage) properties = report_coverage(regression, runs);
  write_junit(regression.folder / "junit.xml", regression.config, cases, properties);
  print_out("{} runs, {} differ{}; {}\n", cases.size(), differ,
            refused == 0 ? "" : fmt::format(", {} cannot run or be compared", refused),
            (regression.folder / "junit.xml").string());
  print_refusals(runs);
  if (cases.size() != runs.size()) return report_interruption(cases.size(), runs.size(), "runs are compared");
  if (diverged) return kDivergence;
  if (differ != 0) return kFailed;
  return refused == 0 ? kGood : kBadInput;
}

}  // namespace switchyard
