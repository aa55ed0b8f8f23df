#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/level_option.h"
#include "testbench/app/path_option.h"
#include "testbench/app/platform_options.h"
#include "testbench/app/report_written.h"
#include "testbench/app/rtl_program.h"
#include "testbench/app/run_origin.h"
#include "testbench/file/output_folder.h"
#include "testbench/file/pending_file.h"
#include "testbench/file/print.h"
#include "testbench/platform/platform_run.h"
#include "testbench/process/interruption.h"
#include "testbench/report/interrupted_run.h"
#include "testbench/report/report.h"

namespace switchyard {
namespace {

/// Of a run, and not of a platform with a fault.
bool is_of_a_run(ConfigDocument& document) {
  return !has_platform(document) && (document.root().has("traffic") || document.root().has("workload"));
}

/// Says how it failed, if it did.
int status_of(const PlatformResults& results) {
  if (results.deadlock) {
    print_error_text(describe(*results.deadlock));
    return kDeadlock;
  }
  if (!results.failed_check.empty()) return kFailed;
  if (results.finished) return kGood;
  return results.interrupted_by != 0 ? interrupted_status() : kFailed;
}

/// The run of all tasks, as a test.
JunitCase case_of(const std::string& group, const PlatformResults& results) {
  using Outcome = JunitCase::Outcome;
  const auto ended = [&](Outcome outcome, const std::string& message) {
    return JunitCase{group, "run", results.wall_seconds, outcome, message, {}};
  };
  if (results.deadlock) return ended(Outcome::Failed, "deadlock");
  if (!results.failed_check.empty()) return ended(Outcome::Failed, results.failed_check);
  if (results.finished) return ended(Outcome::Passed, {});
  if (results.interrupted_by != 0)
    return ended(Outcome::Error,
                 "interrupted by " + describe_interruption(results.interrupted_by, results.cycles));
  return ended(Outcome::Failed,
               fmt::format("{} tasks have not ended within platform.limit", results.unfinished.size()));
}

}  // namespace

int run_platform(const PlatformOptions& options, ConfigDocument& document) {
  const Level& level = level_named("--level", options.level);
  if (is_of_a_run(document))
    throw std::invalid_argument(options.config.file + " has no platform; `switchyard run " +
                                options.config.file + "` runs it");
  const PlatformExperiment experiment = read_platform_experiment(document, options.config.catalogs->hardware);
  if (experiment.combining_memory && level.rtl == Level::Rtl::Routers)
    throw std::invalid_argument(
        "level " + level.name + " cannot run " + options.config.file +
        ": the platform fills the memory of the machine from outside, and the RTL has "
        "no pins for that");
  require_levels(options.config, {&level}, experiment.design);
  const DeadlockCheck check = options.config.refuse_unsafe(check_for_deadlock(experiment.design));
  const std::optional<WaveOptions> wave = options.wave.read(level, experiment.design);
  if (!options.record.empty() && experiment.combining_memory)
    throw std::invalid_argument("--record is for transactions that are packets, and the memory of " +
                                options.config.file + " combines them");
  options.junit.prepare();
  const std::string out = options.timeline.folder_of_run(level, options.out, options.config.file);
  std::optional<OutputFolder> folder;
  if (!out.empty()) folder.emplace(out);
  std::optional<Timeline> timeline = options.timeline.open(experiment.design, out);
  if (!options.record.empty()) prepare_file(options.record);
  if (wave) prepare_wave_files(wave->file);
  const RunOrigin origin = origin_of_this_run(options.config.overrides);
  PlatformResults results = simulate_platform(experiment, level, wave, options.threads,
                                              timeline ? &*timeline : nullptr, options.record);
  results.check = check;
  print_text(summary(experiment, results));
  if (wave) warn_of_empty_wave(*wave, results.cycles);
  const bool junit_written = report_written(
      [&] { options.junit.write(experiment.design.name, {case_of(options.config.file, results)}); });
  const bool written = out.empty() || report_written([&] {
                         write_platform_report(out, experiment, results, origin);
                         write_timeline(timeline, out, experiment.design.name);
                       });
  const int status = status_of(results);
  return status == kGood && !(junit_written && written) ? kBadInput : status;
}

void add_platform_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<PlatformOptions>();
  CLI::App* command = app.add_subcommand(
      "platform", "Run a platform: DMA masters, memories and a task graph over TLM-2.0 sockets");
  options->config.add_to(*command, catalogs);
  options->config.add_allow_unsafe_to(*command);
  command
      ->add_option("--level", options->level,
                   "fast, clocked, lockstep, rtl or rtl_router: every one of these gives the same times; or "
                   "approximate")
      ->type_name("LEVEL")
      ->capture_default_str();
  command->add_option("--out", options->out, "Folder for results.json, manifest.json and config.yaml")
      ->check(a_name())
      ->type_name("FOLDER");
  options->junit.add_to(*command);
  options->wave.add_to(*command);
  options->timeline.add_to(*command);
  command->callback([options, &status] {
    hand_over_to_rtl({options->level});
    ConfigDocument document = options->config.open();
    status = run_platform(*options, document);
  });
}

}  // namespace switchyard
